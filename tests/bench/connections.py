"""How does one connection put request after request? With no more work than telling where an answer ends."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, cast

_LENGTH: Final = b"\r\ncontent-length:"
_CHUNKED: Final = b"\r\ntransfer-encoding: chunked"
_SECONDS: Final = 30.0


class Connection(asyncio.Protocol):
    """Requests of HTTP/1.1, one after the other."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[int] | None = None
        self._received = b""

    async def ask(self, request: bytes) -> int:
        """Send `request` and return the answer's status once it is there whole."""
        if self._transport is None:
            raise ConnectionResetError("the server has closed the connection")
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's is one, but doesn't inherit from it.
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = _end_of(self._received)
        if end is None or self._answer is None or self._answer.done():
            return
        self._answer.set_result(int(self._received[9:12]))
        self._received = self._received[end:]

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionResetError("the server has closed the connection"))


@asynccontextmanager
async def connected(host: str, port: int, tls: ssl.SSLContext) -> AsyncIterator[Connection]:
    """An open connection, closed with the block."""
    async with asyncio.timeout(_SECONDS):
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(Connection, host, port, ssl=tls, server_hostname="localhost")
    try:
        yield connection
    finally:
        connection.close()


def _end_of(received: bytes) -> int | None:
    """Where the first answer ends; None while some of it is missing."""
    head_end = received.find(b"\r\n\r\n")
    if head_end < 0:
        return None
    head, body = received[:head_end].lower(), head_end + 4
    if _CHUNKED in head:
        last = received.find(b"0\r\n\r\n", body)
        return None if last < 0 else last + 5
    length = int(head.partition(_LENGTH)[2].partition(b"\r\n")[0])
    return body + length if len(received) >= body + length else None
