"""How do connections to an API server end, when the peer is gone and when we give up on a request? Without a trace.

What a program gave up on must not arrive later: a scaler that leads no more has given up its last write.
"""

from __future__ import annotations

import socket
import struct
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import aiohttp

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

    from aiohttp.connector import Connection

# A peer that vanished without a word is noticed within a minute, not within the system's two hours.
_KEEPALIVE: Final = (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3))
# What the network swallowed is sent again for this long and no longer, also for a process that was killed. A write has
# the time between a renew deadline and a lease's end to arrive, 5 s by default.
_UNACKNOWLEDGED: Final = (("TCP_USER_TIMEOUT", 4000),)
_FORGET_WHAT_WAITS: Final = struct.pack("ii", 1, 0)
_used: ContextVar[asyncio.BaseTransport | None] = ContextVar("used", default=None)


def new_socket(address: tuple[Any, ...]) -> socket.socket:
    """A socket for what `getaddrinfo` found."""
    family, kind, protocol = address[:3]
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (*_KEEPALIVE, *_UNACKNOWLEDGED):
        if hasattr(socket, name):
            made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return made


class FindableRequest(aiohttp.ClientRequest):
    """A request whose connection can be found by `reset_if_abandoned`."""

    async def send(self, conn: Connection) -> aiohttp.ClientResponse:
        _used.set(conn.transport)
        return await super().send(conn)


@contextmanager
def reset_if_abandoned() -> Iterator[None]:
    """For the length of one request up to the head of its answer: if it fails, its connection is reset.

    An orderly end would first deliver what waits in the system, and then for half a minute wait for the peer's goodbye.
    """
    _used.set(None)
    try:
        yield
    except BaseException:  # a cancellation above all: that is how a request is given up
        transport = _used.get()
        if transport is not None:
            _reset(transport)
        raise


def _reset(transport: asyncio.BaseTransport) -> None:
    made = transport.get_extra_info("socket")
    # It may be closed already.
    with suppress(OSError):
        if made is not None:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _FORGET_WHAT_WAITS)
    # Every loop's transports have it, and not every loop's are an asyncio.WriteTransport.
    abort: Callable[[], None] = getattr(transport, "abort", transport.close)
    abort()
