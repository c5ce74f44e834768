"""A question gets to the server a few at a time, with what the server wants to see, or ends in time."""

import asyncio
import ssl
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web

from adapter.prometheus.client import ClientLimits, PrometheusClient
from adapter.prometheus.errors import (
    PrometheusBroken,
    PrometheusBusy,
    PrometheusError,
    PrometheusTimeout,
)
from adapter.prometheus.servers import Header, Method, TlsFiles, parse_server
from adapter.prometheus.transport import TransportLimits
from tests.support.authorities import Authority
from tests.support.clock import ManualClock
from tests.support.http_peer import http_peer, text_answer
from tests.support.prometheus_peer import EMPTY, Peer, connected, serving


def client_of(url: str) -> AbstractAsyncContextManager[PrometheusClient]:
    return PrometheusClient.connect(parse_server(url), ManualClock(), limits=ClientLimits())


@pytest.fixture
async def peer() -> Peer:
    peer = Peer()
    peer.gate.set()
    return peer


async def fail(client: PrometheusClient, times: int, *, timeout_seconds: float = 2) -> list[str]:
    texts = []
    for _ in range(times):
        with pytest.raises(PrometheusError) as caught:
            await client.query("up", timeout_seconds=timeout_seconds)
        texts.append(str(caught.value))
    return texts


async def test_a_peer_that_never_answers_ends_at_the_deadline() -> None:
    async with connected(Peer()) as client:
        with pytest.raises(PrometheusTimeout, match="no answer within 20ms"):
            await client.query("up", timeout_seconds=0.02)


async def test_waiting_for_a_free_place_counts_against_the_deadline() -> None:
    peer = Peer()
    async with (
        connected(peer, limits=ClientLimits(transport=TransportLimits(concurrency=1))) as client,
        asyncio.TaskGroup() as tasks,
    ):
        first = tasks.create_task(client.query("up", timeout_seconds=5))
        await peer.arrived.wait()
        with pytest.raises(PrometheusTimeout):
            await client.query("up", timeout_seconds=0.02)
        peer.gate.set()
        await first
    assert len(peer.requests) == 1


async def test_one_request_too_many_fails_at_once() -> None:
    peer = Peer()
    limits = ClientLimits(transport=TransportLimits(concurrency=1, waiting=0))
    async with connected(peer, limits=limits) as client, asyncio.TaskGroup() as tasks:
        first = tasks.create_task(client.query("up", timeout_seconds=5))
        await peer.arrived.wait()
        with pytest.raises(PrometheusBusy, match="0 requests wait for this server already"):
            await client.query("up", timeout_seconds=5)
        peer.gate.set()
        await first


async def test_an_answer_beyond_the_limit_is_not_read_to_its_end(peer: Peer) -> None:
    async with connected(peer, limits=ClientLimits(transport=TransportLimits(answer_bytes=10))) as client:
        with pytest.raises(PrometheusBroken, match="larger than 10 bytes"):
            await client.query("up", timeout_seconds=2)


async def test_a_connection_that_was_closed_meanwhile_is_opened_again() -> None:
    answers = iter([b"", b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(EMPTY), EMPTY.encode())])

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(next(answers))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with client_of(url) as client:
            assert (await client.query("up", timeout_seconds=2)).samples == ()


async def test_the_namespace_stands_in_the_headers_that_name_it(peer: Peer) -> None:
    async with serving(peer) as url:
        headers = (Header(name="X-Scope-OrgID", pieces=("ns-", "-x")), Header(name="X-Fixed", pieces=("a",)))
        server = replace(parse_server(url), headers=headers, method=Method.GET)
        async with PrometheusClient.connect(server, ManualClock(), limits=ClientLimits()) as client:
            await client.query("up", timeout_seconds=2, namespace="team-a")
    [request] = peer.requests
    assert ("GET", "ns-team-a-x", "a") == (
        request.method,
        request.headers["X-Scope-OrgID"],
        request.headers["X-Fixed"],
    )


async def test_credentials_that_cannot_be_read_are_unreachable(tmp_path: Path) -> None:
    server = replace(parse_server("http://127.0.0.1:1"), bearer_token_file=tmp_path / "none")
    async with PrometheusClient.connect(server, ManualClock(), limits=ClientLimits()) as client:
        [text] = await fail(client, 1)
    assert text == f"prometheus: query failed: can't read {tmp_path / 'none'}: no such file or directory"


async def test_a_question_is_repeated_only_when_there_is_another_token(tmp_path: Path, peer: Peer) -> None:
    (tmp_path / "token").write_text("old")
    peer.status = 401
    async with serving(peer) as url:
        server = replace(parse_server(url), authorization=None, bearer_token_file=tmp_path / "token")
        async with PrometheusClient.connect(server, ManualClock(), limits=ClientLimits()) as client:
            await fail(client, 1)
            (tmp_path / "token").write_text("new")
            await fail(client, 1)
    shown = [request.headers["Authorization"] for request in peer.requests]
    assert shown == ["Bearer old", "Bearer old", "Bearer new"]


async def test_a_token_that_is_replaced_while_it_is_refused_costs_no_question(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("old")

    async def renewed(_request: web.Request) -> web.StreamResponse:
        (tmp_path / "token").write_text("new")
        return web.Response(status=401)

    async with http_peer(renewed, text_answer(EMPTY)) as peer:
        server = replace(parse_server(peer.url), authorization=None, bearer_token_file=tmp_path / "token")
        async with PrometheusClient.connect(server, ManualClock(), limits=ClientLimits()) as client:
            assert (await client.query("up", timeout_seconds=5)).samples == ()
    assert [request.headers["authorization"] for request in peer.requests] == ["Bearer old", "Bearer new"]


async def test_both_sides_prove_who_they_are(tmp_path: Path) -> None:
    authority = Authority("tests")
    certificate, key = authority.client("lagzero").write(tmp_path, "client")
    ca = authority.write(tmp_path, "ca")
    tls = server_context(authority, tmp_path)
    async with http_peer(text_answer(EMPTY), tls=tls) as https:
        files = TlsFiles(ca=ca, certificate=certificate, key=key, server_name="prometheus.example")
        server = replace(parse_server(https.url), tls=files)
        async with PrometheusClient.connect(server, ManualClock(), limits=ClientLimits()) as client:
            assert (await client.query("up", timeout_seconds=5)).samples == ()


async def test_a_server_of_another_authority_is_unreachable_and_it_is_said_why(tmp_path: Path) -> None:
    tls = server_context(Authority("others"), tmp_path)
    ca = Authority("tests").write(tmp_path, "ca")
    async with http_peer(text_answer(EMPTY), tls=tls) as https:
        server = replace(parse_server(https.url), tls=TlsFiles(ca=ca))
        async with PrometheusClient.connect(server, ManualClock(), limits=ClientLimits()) as client:
            [text] = await fail(client, 1)
    assert "its certificate isn't trusted" in text


def server_context(authority: Authority, folder: Path) -> ssl.SSLContext:
    """A server's side that wants a certificate of the same authority."""
    certificate, key = authority.server("prometheus.example").write(folder, "server")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.load_verify_locations(authority.write(folder, "server-ca"))
    context.verify_mode = ssl.CERT_REQUIRED
    return context
