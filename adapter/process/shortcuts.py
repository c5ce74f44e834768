"""How is a request answered that the routes needn't see? Before they are asked, and at best before it is taken apart.

A client that keeps its connection sends the same request again and again. Reading, routing and answering it anew costs
many times what it costs to see that it is the same.
"""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from typing import Final, Protocol

from aiohttp import web

# aiohttp closes a connection on which it has seen no request for an hour.
_UNSEEN_SECONDS: Final = 600.0
# With one of these there may be more to a request than its head.
_FIELDS_OF_MORE: Final = (b"\ncontent-length", b"\ntransfer-encoding", b"\nupgrade", b"\nexpect")


class Shortcut(Protocol):
    """Answers requests, or returns None to leave them to the routes. It waits for nobody."""

    def at_once(self, request: web.BaseRequest, message: bytes) -> web.StreamResponse | None:
        """The answer to a request. `message` is all of it as it came, or empty if that can't be told."""

    def again(self, message: bytes, tls: object) -> bytes | None:
        """All of the answer to a request that `at_once` was shown before; it came over the connection `tls`."""


class ShortcutServer(web.Server):
    """An application's server with a shortcut before its routes."""

    def __init__(self, routes: web.Server, shortcut: Shortcut) -> None:
        super().__init__(
            self._answer, request_factory=routes.request_factory, handler_cancellation=routes.handler_cancellation
        )
        self.shortcut = shortcut
        # It is never connected, but it knows how the application wants its connections.
        self.template = routes()
        self._routes = routes.request_handler

    def __call__(self) -> web.RequestHandler:
        """A new connection."""
        return ShortcutConnection(self)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        connection = request.protocol
        message = connection.message if isinstance(connection, ShortcutConnection) else b""
        at_once = self.shortcut.at_once(request, message)
        return await self._routes(request) if at_once is None else at_once


class _Phase(Enum):
    """What is known of a connection: nothing came, all was answered, one request is being, or only aiohttp knows."""

    NEW = auto()
    FREE = auto()
    ASKED = auto()
    UNKNOWN = auto()


class ShortcutConnection(web.RequestHandler):
    """A connection that answers by itself what it can, while everything before has been answered whole.

    Only then do bytes that come begin a request, and only then is an answer the next in turn. `message` is the request
    that is being answered, where it can be told.
    """

    __slots__ = ("_phase", "_seen_until", "_shortcut", "message")

    def __init__(self, server: ShortcutServer) -> None:
        like = server.template
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=like.keepalive_timeout,
            logger=like.logger,
            access_log=like.access_log,
            max_line_size=like.max_line_size,
            max_field_size=like.max_field_size,
            max_headers=like.max_headers,
        )
        self.message = b""
        self._shortcut = server.shortcut
        self._seen_until = 0.0
        self._phase = _Phase.NEW

    def answers(self, data: bytes) -> bool:
        """Whether the bytes were a request that is known, and thereby are answered."""
        transport = self.transport
        if self._phase is not _Phase.FREE or transport is None or transport.is_closing() or self.writing_paused:
            return False
        if self._loop.time() > self._seen_until:
            return False
        answer = self._shortcut.again(data, transport.get_extra_info("ssl_object"))
        if answer is None:
            return False
        transport.write(answer)
        return True

    def data_received(self, data: bytes) -> None:
        """Leave the bytes to aiohttp."""
        is_next = self._phase in (_Phase.NEW, _Phase.FREE)
        self.message = data if is_next and is_one_request(data) else b""
        # Two requests at a time, or one in pieces: from here on only aiohttp knows where the next one begins.
        self._phase = _Phase.ASKED if self.message else _Phase.UNKNOWN
        super().data_received(data)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer of the routes."""
        finished = await super().finish_response(request, resp, start_time)
        if self._phase is _Phase.ASKED and resp.keep_alive:
            self._phase = _Phase.FREE
            self._seen_until = self._loop.time() + _UNSEEN_SECONDS
        return finished


def is_one_request(data: bytes) -> bool:
    """Whether the bytes are exactly one GET without a body; False also where only taking it apart would tell."""
    if not data.startswith(b"GET ") or data.find(b"\r\n\r\n") != len(data) - 4:
        return False
    lines = data.count(b"\r\n")
    if data.count(b"\n") != lines or data.count(b"\r") != lines:
        return False
    lower = data.lower()
    return not any(field in lower for field in _FIELDS_OF_MORE)
