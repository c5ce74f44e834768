"""What goes over the wire to Prometheus, and which of our errors each of its answers is."""

import asyncio
from contextlib import AbstractAsyncContextManager
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
from adapter.prometheus.observer import BreakerState, QueryOutcome, Silent
from adapter.prometheus.servers import parse_server
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import EMPTY, Peer, connected, serving

IMPATIENT = ClientLimits(patience_seconds=0.01)


def client_of(url: str) -> AbstractAsyncContextManager[PrometheusClient]:
    return PrometheusClient.connect(parse_server(url), ManualClock(), limits=ClientLimits())


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


async def test_a_refused_connection_is_unreachable() -> None:
    async with client_of("http://127.0.0.1:1/?token=hidden") as client:
        with pytest.raises(PrometheusUnreachable) as caught:
            await client.query("up", timeout_seconds=2)
    assert str(caught.value) == "prometheus: query failed: connection refused (http://127.0.0.1:1/)"


async def test_tls_where_none_is_spoken_is_said_to_be_that() -> None:
    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as server:
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with client_of(f"https://{address}") as client:
            with pytest.raises(PrometheusUnreachable) as caught:
                await client.query("up", timeout_seconds=2)
    text = "no TLS is spoken there, or another one: is it http:// instead of https://?"
    assert str(caught.value) == f"prometheus: query failed: {text} (https://{address})"


async def test_what_speaks_no_http_is_unreachable() -> None:
    async def babble(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-nothing\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(babble, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with client_of(url) as client:
            with pytest.raises(PrometheusUnreachable, match="this does not look like an HTTP server"):
                await client.query("up", timeout_seconds=2)


class Notes(Silent):
    """An observer that remembers how requests ended and what became of the breaker."""

    def __init__(self) -> None:
        self.outcomes: list[QueryOutcome] = []
        self.states: list[BreakerState] = []

    def queried(self, server: str, outcome: QueryOutcome, seconds: float) -> None:  # noqa: ARG002 -- one server, no time
        self.outcomes.append(outcome)

    def breaker_changed(self, server: str, state: BreakerState) -> None:  # noqa: ARG002 -- there is one server
        self.states.append(state)


async def fail(client: PrometheusClient, times: int, *, timeout_seconds: float = 2) -> list[str]:
    texts = []
    for _ in range(times):
        with pytest.raises(PrometheusError) as caught:
            await client.query("up", timeout_seconds=timeout_seconds)
        texts.append(str(caught.value))
    return texts


async def test_a_server_that_did_not_answer_five_times_is_not_asked_and_it_is_said_why() -> None:
    notes, limits = Notes(), ClientLimits()
    server = parse_server("http://127.0.0.1:1/?token=hidden")
    async with PrometheusClient.connect(server, ManualClock(), limits=limits, observer=notes) as client:
        *_, last = await fail(client, 6)
    expected = (
        "prometheus: query failed: not asked, because 5 requests in a row had no answer since 2025-01-01T00:00:00Z; "
        "the last: query failed: connection refused (http://127.0.0.1:1/)"
    )
    outcomes = [QueryOutcome.UNREACHABLE] * 5 + [QueryOutcome.SHUNNED]
    assert (expected, outcomes, [BreakerState.OPEN]) == (last, notes.outcomes, notes.states)


async def test_a_server_that_is_back_is_asked_again_after_the_pause() -> None:
    clock, peer = ManualClock(), Peer(status=200)
    async with serving(peer) as url, PrometheusClient.connect(parse_server(url), clock, limits=IMPATIENT) as client:
        *_, last = await fail(client, 6, timeout_seconds=0.02)
        peer.gate.set()
        await clock.advance(3)
        back = await client.query("up", timeout_seconds=5)
    assert (True, ()) == ("not asked, because 5 requests" in last, back.samples)


async def test_a_question_without_time_says_nothing_about_the_server() -> None:
    peer = Peer()
    async with connected(peer) as client:
        texts = await fail(client, 7, timeout_seconds=0.01)
    assert ["prometheus: query failed: no answer within 10ms"] * 7 == texts


@pytest.mark.parametrize("status", [400, 429, 500, 503])
async def test_a_server_that_answers_anything_is_not_silent(peer: Peer, status: int) -> None:
    peer.status = status
    async with connected(peer) as client:
        await fail(client, 7)
    assert len(peer.requests) == 7
