"""What goes over the wire to Prometheus, and which of our errors each of its answers is."""

import asyncio
from datetime import UTC, datetime

import pytest

from adapter.prometheus.client import ClientLimits, PrometheusClient
from adapter.prometheus.errors import (
    PrometheusBroken,
    PrometheusBusy,
    PrometheusError,
    PrometheusRefused,
    PrometheusTimeout,
    PrometheusUnreachable,
)
from adapter.prometheus.servers import parse_server
from tests.support.prometheus_peer import EMPTY, Peer, connected


@pytest.fixture
async def peer() -> Peer:
    peer = Peer()
    peer.gate.set()
    return peer


async def test_a_query_is_a_form_with_its_deadline_and_without_a_time(peer: Peer) -> None:
    async with connected(peer) as client:
        await client.query("up > 1", timeout_seconds=2.5)
    assert peer.forms == [{"query": "up > 1", "timeout": "2500ms"}]


async def test_a_query_asks_for_an_uncompressed_answer_and_shows_who_asks(peer: Peer) -> None:
    async with connected(peer, suffix="/prefix?dedup=true") as client:
        await client.query("up", timeout_seconds=2)
    [request] = peer.requests
    assert (
        request.headers["Accept-Encoding"],
        request.headers["Authorization"],
        request.path_qs,
    ) == ("identity", "Basic dXNlcjpoaWRkZW4=", "/prefix/api/v1/query?dedup=true")


async def test_label_values_are_asked_for_the_series_seen_lately(peer: Peer) -> None:
    peer.names = ("a",)
    since = datetime(2025, 1, 1, tzinfo=UTC)
    async with connected(peer, suffix="?dedup=true") as client:
        names = await client.label_values("__name__", match='{a=~"b.*"}', since=since, timeout_seconds=2)
    [request] = peer.requests
    assert (
        names,
        request.path,
        list(request.query.values()),
    ) == (("a",), "/api/v1/label/__name__/values", ["true", '{a=~"b.*"}', "1735689600.000"])


@pytest.mark.parametrize(
    ("status", "body", "kind", "text"),
    [
        (400, '{"status":"error","errorType":"bad_data","error":"parse error"}', PrometheusRefused, ": parse error"),
        (422, '{"status":"error","errorType":"execution","error":"too many"}', PrometheusRefused, ": too many"),
        (503, '{"status":"error","errorType":"timeout","error":"timed out"}', PrometheusTimeout, ": timed out"),
        (503, '{"status":"error","errorType":"unavailable","error":""}', PrometheusBroken, ": unavailable"),
        (500, '{"status":"error","errorType":"internal","error":"oh"}', PrometheusBroken, ": oh"),
        (429, '{"status":"error","errorType":"x","error":"slow down"}', PrometheusBusy, ": slow down"),
        (429, "slow down", PrometheusBusy, "429 Too Many Requests"),
        (401, "no", PrometheusRefused, "wants other credentials"),
        (403, "no", PrometheusRefused, "wants other credentials"),
        (404, "no", PrometheusBroken, "404 Not Found: this does not look like a Prometheus API"),
        (302, "", PrometheusBroken, "redirects elsewhere"),
        (502, "<html>", PrometheusBroken, "502 Bad Gateway from http://127.0.0.1"),
        (200, "<html>", PrometheusBroken, "this does not look like a Prometheus API"),
        (200, EMPTY.replace("vector", "matrix"), PrometheusBroken, "answers a matrix"),
    ],
)
async def test_each_answer_that_is_no_value_is_the_error_it_deserves(
    peer: Peer, status: int, body: str, kind: type[PrometheusError], text: str
) -> None:
    peer.status, peer.body = status, body
    async with connected(peer, suffix="/?token=hidden") as client:
        with pytest.raises(kind) as caught:
            await client.query("up", timeout_seconds=2)
    shown = str(caught.value)
    assert (shown.startswith("prometheus: query failed: "), text in shown, "hidden" in shown) == (True, True, False)


async def test_a_peer_that_never_answers_ends_at_the_deadline() -> None:
    async with connected(Peer()) as client:
        with pytest.raises(PrometheusTimeout, match="no answer within 20ms"):
            await client.query("up", timeout_seconds=0.02)


async def test_waiting_for_a_free_place_counts_against_the_deadline() -> None:
    peer = Peer()
    async with connected(peer, limits=ClientLimits(concurrency=1)) as client, asyncio.TaskGroup() as tasks:
        first = tasks.create_task(client.query("up", timeout_seconds=5))
        await peer.arrived.wait()
        with pytest.raises(PrometheusTimeout):
            await client.query("up", timeout_seconds=0.02)
        peer.gate.set()
        await first
    assert len(peer.requests) == 1


async def test_one_request_too_many_fails_at_once() -> None:
    peer = Peer()
    limits = ClientLimits(concurrency=1, waiting=0)
    async with connected(peer, limits=limits) as client, asyncio.TaskGroup() as tasks:
        first = tasks.create_task(client.query("up", timeout_seconds=5))
        await peer.arrived.wait()
        with pytest.raises(PrometheusBusy, match="0 requests wait for this server already"):
            await client.query("up", timeout_seconds=5)
        peer.gate.set()
        await first


async def test_an_answer_beyond_the_limit_is_not_read_to_its_end(peer: Peer) -> None:
    async with connected(peer, limits=ClientLimits(answer_bytes=10)) as client:
        with pytest.raises(PrometheusBroken, match="larger than 10 bytes"):
            await client.query("up", timeout_seconds=2)


async def test_a_refused_connection_is_unreachable() -> None:
    async with PrometheusClient.connect(parse_server("http://127.0.0.1:1/?token=hidden")) as client:
        with pytest.raises(PrometheusUnreachable) as caught:
            await client.query("up", timeout_seconds=2)
    assert str(caught.value) == "prometheus: query failed: connection refused (http://127.0.0.1:1/)"


async def test_what_speaks_no_http_is_unreachable() -> None:
    async def babble(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-nothing\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(babble, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with PrometheusClient.connect(parse_server(url)) as client:
            with pytest.raises(PrometheusUnreachable, match="this does not look like an HTTP server"):
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
        async with PrometheusClient.connect(parse_server(url)) as client:
            assert (await client.query("up", timeout_seconds=2)).samples == ()
