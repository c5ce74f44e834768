"""Claims about `adapter.apiserver.shortcut`: what is answered at once, and that nobody can tell."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import pytest

from adapter.apiserver.authorization import Denied
from adapter.externalmetrics.provider import Found
from adapter.kube.external_metrics import ExternalMetricValue
from tests.support.api_server import GOOD_TOKEN, LAG, ApiServer, Deciders, ScriptedProvider, api_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_ITEM = ExternalMetricValue(
    metric_name="queue_consumer_lag",
    metric_labels={"name": "worker_tasks"},
    timestamp="2026-01-01T00:00:00Z",
    value="400",
)
_VALUES = Found(items=(_ITEM,), query="up")
_EMPTY = Found(items=(), query="up")
_READ = f"{LAG}?labelSelector=name%3Dworker_tasks"


def keeping(kept: Found = _VALUES) -> ScriptedProvider:
    return ScriptedProvider(answer=kept, kept=kept)


@asynccontextmanager
async def _read_before() -> AsyncIterator[ApiServer]:
    """A server that has answered the caller once."""
    async with api_server(keeping()) as server:
        await server.caller.get(_READ)
        yield server


@pytest.mark.parametrize("path", [LAG, _READ, f"{_READ}&timeout=10s", f"{_READ}&pretty=false"])
async def test_the_second_read_of_a_kept_value_asks_nobody(path: str) -> None:
    provider, deciders = keeping(), Deciders()
    async with api_server(provider, deciders) as server:
        statuses = [(await server.caller.get(path)).status for _ in range(3)]
    assert ([200, 200, 200], 1, 1) == (statuses, len(provider.asked), len(deciders.reviewed))


async def test_a_path_means_what_the_routes_made_of_it() -> None:
    provider = keeping()
    async with api_server(provider) as server:
        for _ in range(2):
            await server.caller.get(f"{LAG}?labelSelector=zone+in+(b,a),name%3Dworker_tasks")
    assert provider.asked == provider.looked_for


@pytest.mark.parametrize("kept", [_VALUES, _EMPTY])
@pytest.mark.parametrize("accept", ["application/vnd.kubernetes.protobuf, */*", "application/json", ""])
async def test_the_answer_is_byte_for_byte_that_of_the_routes(kept: Found, accept: str) -> None:
    async with api_server(keeping(kept)) as server:
        headers = {"Accept": accept, "Audit-Id": "1-2-3"}
        answers = [await _whole(await server.caller.get(_READ, headers=headers)) for _ in range(4)]
    assert answers == [answers[0]] * 4


@pytest.mark.parametrize(
    "headers",
    [
        {"Cache-Control": "no-cache"},
        {"Cache-Control": "max-age=0"},
        {"Expect": "100-continue"},
        {"Connection": "close"},
    ],
)
async def test_whoever_wants_something_special_goes_through_the_routes(headers: dict[str, str]) -> None:
    provider = keeping()
    async with api_server(provider) as server:
        await server.caller.get(_READ)
        async with server.caller.get(_READ, headers=headers) as answer:
            assert (200, 2) == (answer.status, len(provider.asked))


async def test_a_client_of_an_older_protocol_goes_through_the_routes() -> None:
    token = {"Authorization": f"Bearer {GOOD_TOKEN}"}
    async with (
        _read_before() as server,
        aiohttp.ClientSession(server.url, version=aiohttp.HttpVersion10, headers=token) as client,
        client.get(_READ) as answer,
    ):
        assert (200, aiohttp.HttpVersion10) == (answer.status, answer.version)


async def test_an_accept_header_that_takes_no_json_is_refused_for_a_kept_value_too() -> None:
    async with _read_before() as server, server.caller.get(_READ, headers={"Accept": "text/html"}) as answer:
        assert answer.status == 406


async def test_whoever_prefers_yaml_gets_it_for_a_kept_value_too() -> None:
    async with _read_before() as server, server.caller.get(_READ, headers={"Accept": "application/yaml"}) as answer:
        assert answer.headers["Content-Type"] == "application/yaml"


async def test_a_method_that_is_not_allowed_is_refused_for_a_kept_value_too() -> None:
    async with _read_before() as server, server.caller.post(_READ) as answer:
        assert answer.status == 405


@pytest.mark.parametrize("authorization", ["Bearer bad", "Basic good", "Bearer ", ""])
async def test_a_stranger_learns_nothing_of_a_kept_value(authorization: str) -> None:
    headers = {"Authorization": authorization}
    async with _read_before() as server, server.stranger.get(_READ, headers=headers) as answer:
        assert answer.status == 401


async def test_a_verdict_counts_for_a_minute_and_is_then_asked_for_anew() -> None:
    deciders = Deciders()
    async with api_server(keeping(), deciders) as server:
        await server.caller.get(_READ)
        deciders.verdict = Denied(reason="not any more")
        before = (await server.caller.get(_READ)).status
        await server.clock.advance(60)
        after = (await server.caller.get(_READ)).status
    assert (200, 403) == (before, after)


async def test_what_is_kept_no_more_is_asked_for() -> None:
    provider = keeping()
    async with api_server(provider) as server:
        await server.caller.get(_READ)
        provider.kept = None
        await server.caller.get(_READ)
    assert len(provider.asked) == 2


async def test_a_read_in_lines_stays_in_lines() -> None:
    async with api_server(keeping()) as server:
        texts = [await (await server.caller.get(f"{_READ}&pretty=true")).text() for _ in range(2)]
    assert ["\n" in text for text in texts] == [True, True]


@pytest.mark.parametrize(("kept", "outcome"), [(_VALUES, "found"), (_EMPTY, "empty")])
async def test_reads_are_counted_on_both_ways(kept: Found, outcome: str) -> None:
    async with api_server(keeping(kept)) as server:
        for _ in range(3):
            await server.caller.get(_READ)
        exposition = server.telemetry.exposition().decode()
    assert f'metric_reads_total{{metric="queue_consumer_lag",outcome="{outcome}"}} 3.0' in exposition
    assert f'metric_read_duration_seconds_count{{outcome="{outcome}"}} 3.0' in exposition
    assert 'lagzero_adapter_responses_total{code="200"} 3.0' in exposition


async def test_every_answer_has_an_audit_id_of_its_own() -> None:
    async with api_server(keeping()) as server:
        ids = [(await server.caller.get(_READ)).headers["Audit-Id"] for _ in range(3)]
    assert (3, True) == (len(set(ids)), all(re.fullmatch(r"[0-9a-f-]{36}", audit_id) for audit_id in ids))


async def test_an_audit_id_that_is_not_fit_for_a_header_is_replaced() -> None:
    async with _read_before() as server, server.caller.get(_READ, headers={"Audit-Id": "caf\xe9"}) as answer:
        assert re.fullmatch(r"[0-9a-f-]{36}", answer.headers["Audit-Id"])


async def _whole(answer: aiohttp.ClientResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    # When it was sent is the only thing that two answers may differ in.
    headers = [(name, value) for name, value in answer.headers.items() if name != "Date"]
    return answer.status, headers, await answer.read()
