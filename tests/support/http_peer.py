"""A real HTTP server on loopback that answers from a script and remembers what it was asked.

    async with http_peer(json_answer({"a": 1}), status_answer(409), silence()) as peer:
        ...  # peer.url, peer.requests

The answers are used up in order; after the last one the peer is silent.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
from aiohttp import web

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One request as it arrived; header names are lower-case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class HttpPeer:
    """The running server."""

    answers: list[Answer]
    url: str = ""
    requests: list[Received] = field(default_factory=list)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def until_asked(self, times: int) -> None:
        """Wait until so many requests have arrived."""
        async with asyncio.timeout(60):
            while len(self.requests) < times:
                self._arrived.clear()
                await self._arrived.wait()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Note the request and give the next answer."""
        self.requests.append(
            Received(
                method=request.method,
                path=request.path,
                query=dict(request.query),
                headers={name.lower(): value for name, value in request.headers.items()},
                body=await request.read(),
            )
        )
        self._arrived.set()
        answer = self.answers.pop(0) if self.answers else silence()
        return await answer(request)


@asynccontextmanager
async def http_peer(*answers: Answer, tls: ssl.SSLContext | None = None) -> AsyncIterator[HttpPeer]:
    """A peer for the length of a block, plain or over TLS."""
    peer = HttpPeer(list(answers))
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", peer.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.01)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
    await site.start()
    peer.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield peer
    finally:
        await runner.cleanup()


def json_answer(value: object, *, code: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    """`value` as JSON."""

    async def answer(_request: web.Request) -> web.StreamResponse:
        body = msgspec.json.encode(value)
        return web.Response(status=code, body=body, content_type="application/json", headers=headers)

    return answer


def status_answer(
    code: int, *, reason: str = "", message: str = "", headers: Mapping[str, str] | None = None
) -> Answer:
    """A metav1.Status failure."""
    status = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "message": message}
    return json_answer({**status, "code": code}, code=code, headers=headers)


def text_answer(text: str, *, code: int = 200) -> Answer:
    """Plain text, as a proxy in between would say it."""

    async def answer(_request: web.Request) -> web.StreamResponse:
        return web.Response(status=code, text=text)

    return answer


def stream_answer(
    *chunks: bytes, until: asyncio.Event | None = None, then_hang: bool = False, then_cut: bool = False
) -> Answer:
    """The chunks of a watch, and then a clean end (once `until` is set), silence, or a connection that is torn."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        response.enable_chunked_encoding()
        await response.prepare(request)
        for chunk in chunks:
            await response.write(chunk)
        if until is not None:
            await until.wait()
        if then_hang:
            await _for_ever()
        if then_cut and request.transport is not None:
            request.transport.abort()
        return response

    return answer


def silence() -> Answer:
    """No answer at all."""

    async def answer(_request: web.Request) -> web.StreamResponse:
        await _for_ever()
        raise AssertionError("unreachable")

    return answer


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()
