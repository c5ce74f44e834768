"""Claims about `adapter.process.shortcuts`: when bytes are a request, and that answers keep their order."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from adapter.process.shortcuts import is_one_request
from adapter.process.sites import SHORTCUT, ListenAddress, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_ASK = b"GET /short HTTP/1.1\r\nHost: a\r\n\r\n"
_LONG = b"GET /long HTTP/1.1\r\nHost: a\r\n\r\n"
_POST = b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s"
_AGAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain"


@dataclass(slots=True)
class Learned:
    """A shortcut that learns every request for /short, and answers it again."""

    known: set[bytes] = field(default_factory=set)
    shown: list[bytes] = field(default_factory=list)

    def at_once(self, request: web.BaseRequest, message: bytes) -> web.StreamResponse | None:
        self.shown.append(message)
        if request.path != "/short":
            return None
        if message:
            self.known.add(message)
        return web.Response(text="first")

    def again(self, message: bytes, tls: object) -> bytes | None:
        assert tls is None
        return _AGAIN if message in self.known else None


@dataclass(slots=True)
class Line:
    """One connection to the server, by hand."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    shortcut: Learned
    released: asyncio.Event

    async def ask(self, *chunks: bytes) -> None:
        """Send the chunks, each in a packet that the server has seen before the next one comes."""
        for chunk in chunks:
            self.writer.write(chunk)
            await _seen()

    async def bodies(self, count: int) -> list[str]:
        """The bodies of so many answers, in the order they came."""
        found = []
        async with asyncio.timeout(5):
            for _ in range(count):
                head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
                found.append((await self.reader.readexactly(length)).decode())
        return found


async def _seen() -> None:
    # Loopback delivers within a turn of the loop; a few more, and the server has read what there is.
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def line() -> AsyncIterator[Line]:
    released, shortcut = asyncio.Event(), Learned()

    async def long(_request: web.Request) -> web.StreamResponse:
        await released.wait()
        return web.Response(text="long")

    async def body(request: web.Request) -> web.StreamResponse:
        return web.Response(text=await request.text())

    app = web.Application()
    app.router.add_get("/long", long)
    app.router.add_post("/body", body)
    app[SHORTCUT] = shortcut
    async with serving(app, ListenAddress(host="127.0.0.1", port=0), shutdown_seconds=0.1) as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.address.port)
        yield Line(reader, writer, shortcut, released)
        writer.close()
        await writer.wait_closed()


async def test_a_request_is_answered_again_without_being_taken_apart() -> None:
    async with line() as one:
        await one.ask(_ASK)
        first = await one.bodies(1)
        await one.ask(_ASK, _ASK)
        assert (["first"], ["again", "again"], [_ASK]) == (first, await one.bodies(2), one.shortcut.shown)


async def test_other_requests_go_to_the_routes_and_the_next_one_is_answered_again() -> None:
    async with line() as one:
        one.released.set()
        await one.ask(_ASK)
        await one.bodies(1)
        await one.ask(_LONG)
        other = await one.bodies(1)
        await one.ask(_ASK)
        assert (["long"], ["again"]) == (other, await one.bodies(1))


async def test_no_answer_overtakes_the_one_before() -> None:
    async with line() as one:
        await one.ask(_ASK)
        await one.bodies(1)
        await one.ask(_LONG, _ASK)
        one.released.set()
        assert await one.bodies(2) == ["long", "first"]


@pytest.mark.parametrize("cut", [1, 10, len(_ASK) - 1])
async def test_a_request_in_pieces_is_put_together(cut: int) -> None:
    async with line() as one:
        await one.ask(_ASK)
        await one.bodies(1)
        await one.ask(_ASK[:cut], _ASK[cut:])
        assert await one.bodies(1) == ["first"]


async def test_two_requests_in_one_piece_are_two_answers() -> None:
    async with line() as one:
        await one.ask(_ASK)
        await one.bodies(1)
        await one.ask(_ASK + _ASK)
        assert await one.bodies(2) == ["first", "first"]


async def test_a_body_that_looks_like_a_known_request_stays_a_body() -> None:
    async with line() as one:
        await one.ask(_ASK)
        await one.bodies(1)
        await one.ask(_POST % (len(_ASK), b""), _ASK)
        assert await one.bodies(1) == [_ASK.decode()]


async def test_a_body_announced_by_a_get_is_never_taken_for_a_request() -> None:
    head = b"GET /long HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(_ASK)
    async with line() as one:
        one.released.set()
        await one.ask(_ASK)
        await one.bodies(1)
        await one.ask(head, _ASK, _LONG)
        assert await one.bodies(2) == ["long", "long"]


async def test_the_end_of_a_head_that_looks_like_a_known_request_stays_a_head() -> None:
    async with line() as one:
        one.released.set()
        await one.ask(_ASK)
        await one.bodies(1)
        await one.ask(b"GET /long HTTP/1.1\r\nX-Inner: ", _ASK)
        assert await one.bodies(1) == ["long"]


async def test_the_first_bytes_of_a_connection_are_left_to_aiohttp() -> None:
    async with line() as one:
        one.shortcut.known.add(_ASK)
        await one.ask(_ASK)
        assert await one.bodies(1) == ["first"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        _ASK[:-1],
        _ASK + b"x",
        _ASK + _ASK,
        b"POST /short HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /short HTTP/1.1\nHost: a\r\n\r\n",
        b"GET /short HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        b"GET /short HTTP/1.1\r\nHost: a\r\ncontent-length: 0\r\n\r\n",
        b"GET /short HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET /short HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        b"GET /short HTTP/1.1\r\nExpect: 100-continue\r\n\r\n",
    ],
)
def test_bytes_that_may_be_more_or_less_than_a_request_are_none(data: bytes) -> None:
    assert not is_one_request(data)


@pytest.mark.parametrize("data", [_ASK, b"GET /upgrade?expect=1 HTTP/1.1\r\nX: content-length\r\n\r\n"])
def test_a_head_alone_is_a_request(data: bytes) -> None:
    assert is_one_request(data)
