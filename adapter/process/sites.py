"""How is an aiohttp application served? On one address, plain or over TLS, for as long as a `with` block lasts."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from aiohttp import hdrs, web

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator

# Go's transport keeps idle connections for 90 s. The server must never be the first to close one, or a
# request that is just being sent fails.
_KEEPALIVE_SECONDS: Final = 3630.0
_BACKLOG: Final = 1024
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
) -> AsyncIterator[Site]:
    """Serve `app` inside the block; on leaving, requests in flight get `shutdown_seconds` to end.

    Raises ListenError when the address can't be bound.
    """
    app.on_response_prepare.append(_without_server_header)
    runner = web.AppRunner(
        app, access_log=None, keepalive_timeout=_KEEPALIVE_SECONDS, shutdown_timeout=shutdown_seconds
    )
    await runner.setup()
    try:
        yield await _bind(runner, listen, tls)
    finally:
        await runner.cleanup()


async def _bind(runner: web.AppRunner, listen: ListenAddress, tls: ssl.SSLContext | None) -> Site:
    site = web.TCPSite(runner, listen.host or None, listen.port, ssl_context=tls, backlog=_BACKLOG)
    try:
        await site.start()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ListenError(f"can't listen on {listen}: {reason}; free the address or choose another one") from error
    port = runner.addresses[0][1]
    return Site(address=ListenAddress(host=listen.host, port=port), scheme="http" if tls is None else "https")


async def _without_server_header(_request: web.Request, response: web.StreamResponse) -> None:
    # aiohttp tells its own and Python's version to everybody who asks.
    response.headers.pop(hdrs.SERVER, None)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) <= _MAX_PORT
