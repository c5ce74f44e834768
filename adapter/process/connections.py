"""How is a server kept from those who only hold connections? By limits on slow heads, slow readers and sheer number.

A guard stands between each transport and the protocol that serves it. It knows of three states: nothing going on, a
request's head on its way, and a request being answered. Only the first lasts as long as the client likes, and it is
the first to go when there are too many connections.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from aiohttp.http_exceptions import HttpProcessingError

from adapter.process.shortcuts import ShortcutConnection

if TYPE_CHECKING:
    from aiohttp import web


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLimits:
    """What one connection, and all of them, may take.

    A request's head has to be there within `head_seconds` of its first byte, a connection's first head within that
    time of the connection; its bytes are at most `head_bytes`. Who doesn't take an answer is cut after
    `stalled_seconds`. Clients that TLS has verified and all others are counted apart, so that the latter can't take
    the places of the former.
    """

    handshake_seconds: float = 10.0
    head_seconds: float = 10.0
    head_bytes: int = 256 * 1024
    stalled_seconds: float = 30.0
    verified: int = 2048
    unverified: int = 256
    sweep_seconds: float = 1.0


class ServerLog(logging.LoggerAdapter[logging.Logger]):
    """aiohttp's log of a server, in which a stranger can't write a traceback by sending what isn't HTTP."""

    def exception(self, msg: object, *args: object, exc_info: object = True, **more: object) -> None:
        if isinstance(exc_info, HttpProcessingError):
            self.logger.debug("not HTTP: %s", exc_info.message.partition("\n")[0])
        else:
            self.logger.error(msg, *args, exc_info=cast("bool", exc_info), extra=more or None)


class Guard(asyncio.Protocol):
    """One connection, on behalf of the protocol that serves it."""

    def __init__(self, inner: web.RequestHandler, connections: Connections) -> None:
        self.inner = inner
        self.is_verified = False
        self.is_answering = False
        self.head_since: float | None = None
        self.stalled_since: float | None = None
        self.idle_since = 0.0
        self._connections = connections
        self._head_bytes = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self.is_verified = bool(transport.get_extra_info("peercert"))
        # Whoever connects has something to ask.
        self.head_since = self.idle_since = self._connections.now()
        self.inner.connection_made(transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        if isinstance(self.inner, ShortcutConnection) and self.inner.answers(data):
            self.idle_since = self._connections.now()
            return
        if not self.is_answering:
            if self.head_since is None:
                self.head_since = self._connections.now()
            self._head_bytes += len(data)
            if self._head_bytes > self._connections.limits.head_bytes:
                self.cut()
                return
        self.inner.data_received(data)

    def eof_received(self) -> None:
        self.inner.eof_received()

    def pause_writing(self) -> None:
        self.stalled_since = self._connections.now()
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.stalled_since = None
        self.inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.remove(self)
        self.inner.connection_lost(exc)

    def begin(self) -> None:
        """A request has arrived whole, as far as its head goes."""
        self.is_answering = True
        self.head_since = None
        self._head_bytes = 0

    def end(self) -> None:
        """It is answered, or about to be."""
        self.is_answering = False
        self.idle_since = self._connections.now()

    def cut(self) -> None:
        """End the connection without a word: words would have to be waited for."""
        if self._transport is not None:
            self._transport.abort()


class Connections:
    """All connections of one server; call it for the protocol of a new one. `watch` cuts those that take too long."""

    def __init__(self, server: web.Server, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.now = asyncio.get_running_loop().time
        self._server = server
        self._guards: dict[web.RequestHandler, Guard] = {}
        self._counts = {True: 0, False: 0}
        self._next_sweep: asyncio.TimerHandle | None = None
        answer = server.request_handler

        async def guarded(request: web.BaseRequest) -> web.StreamResponse:
            guard = self._guards.get(request.protocol)
            if guard is None:
                return await answer(request)
            guard.begin()
            try:
                return await answer(request)
            finally:
                guard.end()

        server.request_handler = guarded

    def __call__(self) -> Guard:
        return Guard(self._server(), self)

    def watch(self) -> None:
        """Begin to cut who takes too long."""
        self._sweep()
        self._next_sweep = asyncio.get_running_loop().call_later(self.limits.sweep_seconds, self.watch)

    def unwatch(self) -> None:
        """Leave those that are there alone from now on: they are about to end."""
        if self._next_sweep is not None:
            self._next_sweep.cancel()

    def add(self, guard: Guard) -> None:
        """Count it in; if there are too many of its kind, one that has been idle for longest makes room, or else it."""
        self._guards[guard.inner] = guard
        self._counts[guard.is_verified] += 1
        if self._counts[guard.is_verified] > (self.limits.verified if guard.is_verified else self.limits.unverified):
            alike = (each for each in self._guards.values() if each.is_verified is guard.is_verified)
            idle = (each for each in alike if not each.is_answering and each is not guard)
            min(idle, key=lambda each: each.idle_since, default=guard).cut()

    def remove(self, guard: Guard) -> None:
        """It is gone."""
        if self._guards.pop(guard.inner, None) is not None:
            self._counts[guard.is_verified] -= 1

    def _sweep(self) -> None:
        now = self.now()
        for guard in tuple(self._guards.values()):
            is_slow = guard.head_since is not None and now - guard.head_since > self.limits.head_seconds
            is_stalled = guard.stalled_since is not None and now - guard.stalled_since > self.limits.stalled_seconds
            if is_slow or is_stalled:
                guard.cut()
