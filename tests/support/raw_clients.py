"""Clients that speak HTTP byte by byte, and a site for them whose limits are soon reached."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import web

from adapter.process.connections import ConnectionLimits
from adapter.process.sites import ListenAddress, serving

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator

LIMITS = ConnectionLimits(
    handshake_seconds=1.0, head_seconds=1.0, head_bytes=20_000, stalled_seconds=1.0, sweep_seconds=0.05, unverified=3
)
REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LARGE = 32 * 1024 * 1024


@dataclass(slots=True)
class Client:
    """One connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def ask(self, path: str = "/") -> str:
        """The status line of the answer to a request."""
        self.send(REQUEST.replace(b"/", path.encode(), 1))
        return await self.status()

    async def status(self) -> str:
        async with asyncio.timeout(60):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            await self.reader.readexactly(length)
        return head.split(b"\r\n")[0].decode()

    async def until_cut(self) -> bytes:
        """What came before the other side ended the connection."""
        async with asyncio.timeout(60):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""


@dataclass(slots=True)
class Server:
    """A site whose `/slow` answers when it is told to."""

    address: ListenAddress
    released: asyncio.Event = field(default_factory=asyncio.Event)
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    clients: list[Client] = field(default_factory=list)

    async def connect(self, tls: ssl.SSLContext | None = None) -> Client:
        name = None if tls is None else "localhost"
        reader, writer = await asyncio.open_connection(
            self.address.host, self.address.port, ssl=tls, server_hostname=name
        )
        self.clients.append(Client(reader, writer))
        return self.clients[-1]

    def hang_up(self) -> None:
        for client in self.clients:
            client.writer.transport.abort()

    async def slowly(self, _request: web.Request) -> web.StreamResponse:
        self.reached.set()
        await self.released.wait()
        return web.Response(text="slow")


@asynccontextmanager
async def site(limits: ConnectionLimits = LIMITS, tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    server = Server(ListenAddress(host="127.0.0.1", port=0))

    async def hello(_request: web.Request) -> web.StreamResponse:
        return web.Response(text="hello")

    async def large(_request: web.Request) -> web.StreamResponse:
        return web.Response(body=bytes(LARGE))

    app = web.Application()
    app.router.add_get("/", hello)
    app.router.add_get("/slow", server.slowly)
    app.router.add_get("/large", large)
    async with serving(app, server.address, tls=tls, shutdown_seconds=0.1, limits=limits) as served:
        server.address = served.address
        try:
            yield server
        finally:
            server.hang_up()
