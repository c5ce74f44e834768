"""Claims about `adapter.apiserver.values`: what a read of a metric looks like on the wire."""

from __future__ import annotations

import pytest

from adapter.externalmetrics.provider import Answer, Broken, Found, Refused, UnknownMetric
from adapter.kube.external_metrics import ExternalMetricValue
from tests.support.api_server import LAG, Asked, ScriptedProvider, api_server

_ITEM = ExternalMetricValue(
    metric_name="queue_consumer_lag",
    metric_labels={"name": "worker_tasks"},
    timestamp="2026-01-01T00:00:00Z",
    value="400",
)
_BODY = (
    b'{"kind":"ExternalMetricValueList","apiVersion":"external.metrics.k8s.io/v1beta1","metadata":{},"items":'
    b'[{"metricName":"queue_consumer_lag","metricLabels":{"name":"worker_tasks"},'
    b'"timestamp":"2026-01-01T00:00:00Z","value":"400"}]}'
)


@pytest.mark.parametrize(
    "accept", ["application/vnd.kubernetes.protobuf, */*", "application/json, */*", "application/json", "*/*"]
)
async def test_a_value_is_answered_to_every_client_there_is(accept: str) -> None:
    provider = ScriptedProvider(answer=Found(items=(_ITEM,), query="up"))
    async with api_server(provider) as server, server.caller.get(LAG, headers={"Accept": accept}) as answer:
        assert (answer.status, answer.headers["Content-Type"], await answer.read()) == (200, "application/json", _BODY)


async def test_a_client_without_an_accept_header_gets_json() -> None:
    async with api_server() as server, server.caller.get(LAG, skip_auto_headers=["Accept"]) as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")


async def test_a_client_that_takes_nothing_we_have_is_refused_in_json() -> None:
    async with api_server() as server, server.caller.get(LAG, headers={"Accept": "application/cbor"}) as answer:
        body = await answer.json()
    assert (body["code"], body["reason"]) == (406, "NotAcceptable")


async def test_a_missing_metric_is_an_empty_list() -> None:
    async with api_server() as server, server.caller.get(LAG) as answer:
        assert (answer.status, (await answer.json())["items"]) == (200, [])


@pytest.mark.parametrize(
    ("answer", "code", "reason"),
    [
        (UnknownMetric(message="no rule"), 404, "NotFound"),
        (Refused(message="can't be said"), 400, "BadRequest"),
        (Broken(message="422 parse error", code=500), 500, "InternalError"),
        (Broken(message="connection refused", code=503), 503, "ServiceUnavailable"),
        (Broken(message="no answer within 5s", code=504), 504, "Timeout"),
    ],
)
async def test_a_failure_is_a_status_with_its_cause(answer: Answer, code: int, reason: str) -> None:
    assert not isinstance(answer, Found)
    expected = {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": answer.message,
        "reason": reason,
        "details": {},
        "code": code,
    }
    async with api_server(ScriptedProvider(answer=answer)) as server, server.caller.get(LAG) as got:
        assert (code, "application/json", expected) == (got.status, got.headers["Content-Type"], await got.json())


@pytest.mark.parametrize("code", [500, 503, 504])
async def test_a_failure_never_asks_to_be_repeated(code: int) -> None:
    provider = ScriptedProvider(answer=Broken(message="down", code=code))
    async with api_server(provider) as server, server.caller.get(LAG) as answer:
        assert "Retry-After" not in answer.headers


async def test_the_selector_reaches_the_engine() -> None:
    provider = ScriptedProvider()
    async with api_server(provider) as server:
        await server.caller.get(f"{LAG}?labelSelector=name%3Dworker_tasks,zone+in+(b,a)")
    expected = Asked(
        namespace="default", metric="queue_consumer_lag", selector="name=worker_tasks,zone in (a,b)", fresh=False
    )
    assert [expected] == provider.asked


async def test_a_selector_that_cannot_be_parsed_is_a_bad_request() -> None:
    async with api_server() as server, server.caller.get(LAG, params={"labelSelector": "a b"}) as answer:
        body = await answer.json()
    assert (body["code"], body["reason"]) == (400, "BadRequest")
    assert "labelSelector" in body["message"]


async def test_a_selector_that_cannot_be_parsed_never_reaches_the_engine() -> None:
    provider = ScriptedProvider()
    async with api_server(provider) as server:
        await server.caller.get(LAG, params={"labelSelector": "a b"})
    assert provider.asked == []


@pytest.mark.parametrize(("watch", "code"), [("true", 405), ("1", 405), ("", 405), ("false", 200), ("0", 200)])
async def test_there_is_nothing_to_watch(watch: str, code: int) -> None:
    async with api_server() as server, server.caller.get(LAG, params={"watch": watch}) as answer:
        assert code == answer.status


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_metrics_are_only_read(method: str) -> None:
    async with api_server() as server, server.caller.request(method, LAG, data=b"{}") as answer:
        assert (answer.status, (await answer.json())["reason"]) == (405, "MethodNotAllowed")


async def test_who_refuses_a_cache_gets_a_fresh_value() -> None:
    provider = ScriptedProvider()
    async with api_server(provider) as server:
        await server.caller.get(LAG, headers={"Cache-Control": "no-cache"})
    assert [asked.fresh for asked in provider.asked] == [True]


@pytest.mark.parametrize(("pretty", "lines"), [("true", True), ("1", True), ("", True), ("false", False)])
async def test_people_may_ask_for_lines(pretty: str, lines: bool) -> None:
    async with api_server() as server, server.caller.get(LAG, params={"pretty": pretty}) as answer:
        assert lines is ("\n" in await answer.text())


async def test_a_read_is_counted_by_metric_and_outcome() -> None:
    async with api_server(ScriptedProvider(answer=Broken(message="slow", code=504))) as server:
        await server.caller.get(LAG)
        exposition = server.telemetry.exposition().decode()
    assert 'lagzero_adapter_metric_reads_total{metric="queue_consumer_lag",outcome="timeout"} 1.0' in exposition


async def test_a_name_that_no_rule_knows_makes_no_label() -> None:
    async with api_server(ScriptedProvider(names=(), answer=UnknownMetric(message="no"))) as server:
        await server.caller.get(LAG)
        exposition = server.telemetry.exposition().decode()
    assert "queue_consumer_lag" not in exposition


@pytest.mark.parametrize(
    ("limit", "code"), [("1", 200), ("0", 200), ("-1", 200), ("", 200), ("one", 400), ("1.5", 400)]
)
async def test_a_limit_is_a_whole_number(limit: str, code: int) -> None:
    async with api_server() as server, server.caller.get(LAG, params={"limit": limit}) as answer:
        assert code == answer.status


@pytest.mark.parametrize("end", ["/", "//"])
async def test_slashes_at_the_end_change_nothing(end: str) -> None:
    provider = ScriptedProvider(answer=Found(items=(_ITEM,), query="up"))
    async with api_server(provider) as server, server.caller.get(f"{LAG}{end}") as answer:
        assert (answer.status, await answer.read()) == (200, _BODY)
