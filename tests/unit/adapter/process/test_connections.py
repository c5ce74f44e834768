"""Claims about `adapter.process.connections`, over real sockets."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import replace
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp import web

from adapter.process.sites import ListenAddress, serving
from tests.support.authorities import Authority, client_context, presenting
from tests.support.raw_clients import LARGE, LIMITS, REQUEST, Server, site

if TYPE_CHECKING:
    from pathlib import Path

_SERVERS, _CLIENTS = Authority("servers"), Authority("clients")


def _tls(folder: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*_SERVERS.server("localhost").write(folder, "server"))
    context.load_verify_locations(cadata=_CLIENTS.pem.decode())
    context.verify_mode = ssl.CERT_OPTIONAL
    return context


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "], ids=["nothing", "half a head"])
async def test_a_request_that_does_not_come_is_not_waited_for(head: bytes) -> None:
    async with site() as server:
        slow = await server.connect()
        slow.send(head)
        assert await slow.until_cut() == b""


async def test_a_head_that_comes_bit_by_bit_is_cut_all_the_same() -> None:
    async with site() as server:
        slow = await server.connect()
        slow.send(b"GET / HTTP/1.1\r\n")
        async with asyncio.TaskGroup() as tasks:
            cut = tasks.create_task(slow.until_cut())
            while not cut.done():
                slow.send(b"X: y\r\n")
                await asyncio.wait({cut}, timeout=0.05)
    assert cut.result() == b""


async def test_a_second_head_may_not_take_longer_than_the_first() -> None:
    async with site() as server:
        slow = await server.connect()
        await slow.ask()
        slow.send(b"GET / HT")
        assert await slow.until_cut() == b""


async def test_a_kept_connection_may_be_idle_for_longer_than_a_head_may_take() -> None:
    async with site() as server:
        idle, slow = await server.connect(), await server.connect()
        await idle.ask()
        await slow.until_cut()
        assert await idle.ask() == "HTTP/1.1 200 OK"


async def test_a_request_may_take_longer_than_its_head() -> None:
    async with site() as server:
        asking, slow = await server.connect(), await server.connect()
        asking.send(REQUEST.replace(b"/", b"/slow", 1))
        await slow.until_cut()
        server.released.set()
        assert await asking.status() == "HTTP/1.1 200 OK"


async def test_a_head_that_is_too_large_is_cut() -> None:
    async with site(replace(LIMITS, head_seconds=60)) as server:
        large = await server.connect()
        large.send(b"GET / HTTP/1.1\r\n" + b"X-Filler: some words\r\n" * 2000)
        assert b"200" not in await large.until_cut()


async def test_who_does_not_take_an_answer_is_cut() -> None:
    async with site() as server:
        lazy = await server.connect()
        lazy.send(REQUEST.replace(b"/", b"/large", 1))
        for _ in range(3):
            await (await server.connect()).until_cut()
        assert len(await lazy.until_cut()) < LARGE


async def test_one_too_many_takes_the_place_of_the_one_that_was_idle_longest() -> None:
    async with site(replace(LIMITS, head_seconds=60)) as server:
        clients = []
        for _ in range(4):
            clients.append(await server.connect())
            await clients[-1].ask()
        assert await clients[0].until_cut() == b""
        assert [await each.ask() for each in clients[1:]] == ["HTTP/1.1 200 OK"] * 3


async def test_one_too_many_goes_itself_when_everybody_is_being_answered() -> None:
    async with site(replace(LIMITS, head_seconds=60)) as server:
        busy = [await server.connect() for _ in range(3)]
        for each in busy:
            server.reached.clear()
            each.send(REQUEST.replace(b"/", b"/slow", 1))
            await server.reached.wait()
        late = await server.connect()
        assert await late.until_cut() == b""
        server.released.set()
        assert [await each.status() for each in busy] == ["HTTP/1.1 200 OK"] * 3


async def test_clients_with_a_certificate_lose_no_place_to_those_without(tmp_path: Path) -> None:
    limits = replace(LIMITS, head_seconds=60, handshake_seconds=10)
    certified = presenting(_CLIENTS.client("somebody"), trusting=_SERVERS, folder=tmp_path)
    async with site(limits, _tls(tmp_path)) as server:
        kept = await server.connect(certified)
        await kept.ask()
        for _ in range(8):
            await (await server.connect(client_context(trusting=_SERVERS))).ask()
        assert await kept.ask() == "HTTP/1.1 200 OK"


async def test_a_handshake_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async with site(tls=_tls(tmp_path)) as server:
        assert await (await server.connect()).until_cut() == b""


async def test_what_is_not_http_leaves_no_traceback_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "aiohttp.server")
    async with site() as server:
        client = await server.connect()
        client.send(b"GET / HTTP/1.1\r\nnonsense\r\n\r\n")
        assert b"400 Bad Request" in await client.until_cut()
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("DEBUG", None)]


async def test_a_bug_leaves_its_traceback_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(_request: web.Request) -> web.StreamResponse:
        raise RuntimeError("a bug")

    app = web.Application()
    app.router.add_get("/", broken)
    async with serving(app, ListenAddress(host="127.0.0.1", port=0), shutdown_seconds=0.1) as served:
        server = Server(served.address)
        assert "500" in await (await server.connect()).ask()
        server.hang_up()
    assert "RuntimeError: a bug" in caplog.text


async def test_a_kept_connection_outlives_the_patience_of_the_aggregator() -> None:
    """Its client keeps idle connections for 90 s, and a request that is just being sent on one must find it open."""

    async def patience(request: web.Request) -> web.StreamResponse:
        return web.Response(text=str(request.protocol.keepalive_timeout))

    app = web.Application()
    app.router.add_get("/", patience)
    async with (
        serving(app, ListenAddress(host="127.0.0.1", port=0)) as served,
        aiohttp.request("GET", served.url) as answer,
    ):
        assert float(await answer.text()) > 90
