"""How is an answer sent whose every byte is known? In one piece, past aiohttp's making of headers.

Making an aiohttp response of headers and body costs more than all the rest of a read that is answered from memory.
"""

from __future__ import annotations

from email.utils import formatdate
from functools import lru_cache
from typing import TYPE_CHECKING

from aiohttp import web

from adapter.apiserver.negotiation import Representation

if TYPE_CHECKING:
    from datetime import datetime

    from aiohttp.abc import AbstractStreamWriter

NOT_CACHED = "no-cache, private"
"""The Cache-Control of every answer."""


class ReadyAnswer(web.StreamResponse):
    """A whole message of HTTP/1.1; only for a GET of that version on a connection that stays open."""

    def __init__(self, message: bytes) -> None:
        super().__init__()
        self._message = message

    @property
    def keep_alive(self) -> bool:
        """Always, as the message says nothing else."""
        return True

    async def prepare(self, request: web.BaseRequest) -> AbstractStreamWriter | None:
        """Send everything."""
        await request.writer.write_eof(self._message)
        return request.writer

    async def write_eof(self, data: bytes = b"") -> None:
        """Nothing is left to send."""


def json_message(body: bytes, *, audit_id: str, now: datetime) -> bytes:
    """200 with a body of JSON and the headers that every answer has; `audit_id` must be fit for a header."""
    head = (
        "HTTP/1.1 200 OK\r\n"
        f"Content-Type: {Representation.JSON.value}\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"Date: {_http_date(int(now.timestamp()))}\r\n"
        f"Cache-Control: {NOT_CACHED}\r\n"
        f"Audit-Id: {audit_id}\r\n"
        "\r\n"
    )
    return head.encode("ascii") + body


@lru_cache(maxsize=2)
def _http_date(seconds: int) -> str:
    return formatdate(seconds, usegmt=True)
