"""Where can a program listen? On a port that is free, and that nobody else was told to take."""

import socket
from typing import Final

_LOOPBACK: Final = "127.0.0.1"
_given: Final[set[int]] = set()


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on now, each time another: who was given one may not be up yet."""
    while True:
        with socket.socket() as probe:
            probe.bind((_LOOPBACK, 0))
            port: int = probe.getsockname()[1]
        if port not in _given:
            _given.add(port)
            return port
