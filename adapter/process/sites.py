"""How is an aiohttp application served? On one address, plain or over TLS, for as long as a `with` block lasts."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from aiohttp import hdrs, web

from adapter.process.connections import ConnectionLimits, Connections, ServerLog
from adapter.process.shortcuts import Shortcut, ShortcutServer

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator

SHORTCUT: Final[web.AppKey[Shortcut]] = web.AppKey("shortcut")
"""Under this an application may keep what answers requests before routes and middlewares do."""

# Go's transport keeps idle connections for 90 s. The server must never be the first to close one, or a
# request that is just being sent fails.
_KEEPALIVE_SECONDS: Final = 3630.0
_BACKLOG: Final = 1024
_LIMITS: Final = ConnectionLimits()
_MAX_PORT: Final = 65535


class ListenError(Exception):
    """An address that can't be listened on; the text says which and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenAddress:
    """Where to listen; an empty host is every interface, port 0 lets the system choose."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `HOST:PORT`, `[IPV6]:PORT` or `:PORT`. Raises ListenError."""
        host, colon, port = text.rpartition(":")
        bracketed = host.startswith("[") and host.endswith("]")
        if not colon or not _is_port(port) or (":" in host and not bracketed):
            raise ListenError(f'"{text}" is not an address to listen on; write HOST:PORT, for example 0.0.0.0:6443')
        return cls(host=host[1:-1] if bracketed else host, port=int(port))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site that is being served, with the port that was really bound."""

    address: ListenAddress
    scheme: str

    @property
    def url(self) -> str:
        """The site's root, without a final slash."""
        return f"{self.scheme}://{self.address}"


@asynccontextmanager
async def serving(
    app: web.Application,
    listen: ListenAddress,
    *,
    tls: ssl.SSLContext | None = None,
    shutdown_seconds: float = 5.0,
    limits: ConnectionLimits = _LIMITS,
) -> AsyncIterator[Site]:
    """Serve `app` inside the block; on leaving, requests in flight get `shutdown_seconds` to end.

    Raises ListenError when the address can't be bound.
    """
    app.on_response_prepare.append(_without_server_header)
    runner = web.AppRunner(
        app,
        access_log=None,
        logger=ServerLog(logging.getLogger("aiohttp.server")),
        keepalive_timeout=_KEEPALIVE_SECONDS,
        shutdown_timeout=shutdown_seconds,
    )
    await runner.setup()
    routes = runner.server
    assert routes is not None
    server = ShortcutServer(routes, app[SHORTCUT]) if SHORTCUT in app else routes
    connections = Connections(server, limits)
    try:
        async with _bound(connections, listen, tls) as site:
            connections.watch()
            yield site
    finally:
        connections.unwatch()
        await _ended(server, shutdown_seconds)
        await runner.cleanup()


async def _ended(server: web.Server, shutdown_seconds: float) -> None:
    """Let requests in flight end; the runner knows only those of a server that it has made."""
    draining = web.ServerRunner(server, shutdown_timeout=shutdown_seconds)
    await draining.setup()
    await draining.cleanup()


@asynccontextmanager
async def _bound(connections: Connections, listen: ListenAddress, tls: ssl.SSLContext | None) -> AsyncIterator[Site]:
    handshake_seconds = None if tls is None else connections.limits.handshake_seconds
    try:
        server = await asyncio.get_running_loop().create_server(
            connections,
            listen.host or None,
            listen.port,
            ssl=tls,
            backlog=_BACKLOG,
            ssl_handshake_timeout=handshake_seconds,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise ListenError(f"can't listen on {listen}: {reason}; free the address or choose another one") from error
    port = server.sockets[0].getsockname()[1]
    try:
        yield Site(address=ListenAddress(host=listen.host, port=port), scheme="http" if tls is None else "https")
    finally:
        # Nobody new is let in; those who are in are the runner's.
        server.close()


async def _without_server_header(_request: web.Request, response: web.StreamResponse) -> None:
    # aiohttp tells its own and Python's version to everybody who asks.
    response.headers.pop(hdrs.SERVER, None)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) <= _MAX_PORT
