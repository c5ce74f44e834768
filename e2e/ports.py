"""Where can a program listen? On a port that is free, and that nobody else was told to take."""

import os
import socket
from itertools import chain
from typing import Final

_LOOPBACK: Final = "127.0.0.1"
_DEADLINE_SECONDS: Final = 10.0
# Below the ports that Linux gives to outgoing connections: one of those may take a free port before its program is up.
_LOWEST, _HIGHEST = 15_000, 32_000
_EACH_PROCESS: Final = 211
_given: Final[set[int]] = set()


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on now, each time another: who was given one may not be up yet."""
    for port in _candidates():
        if port not in _given and _is_free(port):
            _given.add(port)
            return port
    raise OSError(f"no free port between {_LOWEST} and {_HIGHEST}")


def is_taken(port: int) -> bool:
    """Whether somebody listens at that port of 127.0.0.1."""
    try:
        socket.create_connection((_LOOPBACK, port), timeout=_DEADLINE_SECONDS).close()
    except OSError:
        return False
    return True


def _candidates() -> chain[int]:
    """Runs that go on side by side begin far apart."""
    first = _LOWEST + os.getpid() * _EACH_PROCESS % (_HIGHEST - _LOWEST)
    return chain(range(first, _HIGHEST), range(_LOWEST, first))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((_LOOPBACK, port))
        except OSError:
            return False
    return True
