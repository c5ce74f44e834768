"""Claims about `adapter.apiserver.yamlanswers`: the exact bytes that who asks for YAML gets."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import yaml

from adapter.apiserver.authorization import Denied
from adapter.externalmetrics.provider import Answer, Found, UnknownMetric
from adapter.kube.external_metrics import ExternalMetricValue
from tests.support.api_server import GROUP_VERSION, LAG, Deciders, ScriptedProvider, api_server

_YAML = {"Accept": "application/yaml"}
_ITEM = ExternalMetricValue(
    metric_name="queue_consumer_lag", metric_labels={"name": "Ärger: a"}, timestamp="2025-01-01T00:00:00Z", value="400"
)
_LIST = """apiVersion: external.metrics.k8s.io/v1beta1
items:
- metricLabels:
    name: 'Ärger: a'
  metricName: queue_consumer_lag
  timestamp: '2025-01-01T00:00:00Z'
  value: '400'
kind: ExternalMetricValueList
metadata: {}
"""
_EMPTY = """apiVersion: external.metrics.k8s.io/v1beta1
items: []
kind: ExternalMetricValueList
metadata: {}
"""
_UNKNOWN = """apiVersion: v1
code: 404
details: {}
kind: Status
message: no rule
metadata: {}
reason: NotFound
status: Failure
"""


@pytest.mark.parametrize(
    ("answer", "status", "text"),
    [
        pytest.param(Found(items=(_ITEM,), query="up"), 200, _LIST, id="a value"),
        pytest.param(Found(items=(), query="up"), 200, _EMPTY, id="no value"),
        pytest.param(UnknownMetric(message="no rule"), 404, _UNKNOWN, id="a failure"),
    ],
)
async def test_a_read_is_answered_in_yaml(answer: Answer, status: int, text: str) -> None:
    async with api_server(ScriptedProvider(answer=answer)) as server, server.caller.get(LAG, headers=_YAML) as got:
        assert (got.status, got.headers["Content-Type"], await got.text()) == (status, "application/yaml", text)


@pytest.mark.parametrize(
    ("path", "status"),
    [(f"{LAG}?labelSelector=a=b=c", 400), (f"{LAG}?watch=true", 405), ("/nowhere", 404), (f"{LAG}?timeout=x", 400)],
)
async def test_what_never_reaches_the_engine_fails_in_yaml(path: str, status: int) -> None:
    async with api_server() as server, server.caller.get(path, headers=_YAML) as got:
        body = yaml.safe_load(await got.text())
    assert (got.status, got.headers["Content-Type"], body["code"]) == (status, "application/yaml", status)


async def test_who_is_not_known_or_not_allowed_is_told_in_yaml() -> None:
    deciders = Deciders(verdict=Denied(reason="no role"))
    async with (
        api_server(deciders=deciders) as server,
        server.stranger.get(LAG, headers=_YAML) as unknown,
        server.caller.get(LAG, headers=_YAML) as forbidden,
    ):
        said = [yaml.safe_load(await each.text())["code"] for each in (unknown, forbidden)]
    assert said == [401, 403]


async def test_a_bug_of_ours_is_told_in_yaml() -> None:
    provider = ScriptedProvider(bug=RuntimeError("a bug"))
    async with api_server(provider) as server, server.caller.get(LAG, headers=_YAML) as got:
        body = yaml.safe_load(await got.text())
    assert (got.status, body["kind"], body["reason"]) == (500, "Status", "InternalError")


@pytest.mark.parametrize("path", ["/apis", GROUP_VERSION, "/openapi/v2", "/version", "/"])
async def test_documents_say_the_same_in_yaml_as_in_json(path: str) -> None:
    async with (
        api_server() as server,
        server.caller.get(path, headers=_YAML) as in_yaml,
        server.caller.get(path) as in_json,
    ):
        assert yaml.safe_load(await in_yaml.text()) == await in_json.json()
    assert in_yaml.headers["Content-Type"] == "application/yaml"


async def test_a_tag_of_json_is_not_given_to_yaml() -> None:
    async with api_server() as server, server.caller.get("/apis", headers=_YAML) as got:
        assert "ETag" not in got.headers


async def test_a_large_answer_is_whole() -> None:
    items = tuple(
        ExternalMetricValue(
            metric_name="queue_consumer_lag",
            metric_labels={"name": f"queue-{number}"},
            timestamp=datetime(2025, 1, 1, tzinfo=UTC).isoformat(),
            value="1",
        )
        for number in range(500)
    )
    provider = ScriptedProvider(answer=Found(items=items, query="up"))
    async with api_server(provider) as server, server.caller.get(LAG, headers=_YAML) as got:
        assert len(yaml.safe_load(await got.text())["items"]) == 500


@pytest.mark.parametrize("path", ["/livez", "/metrics"])
async def test_text_stays_text(path: str) -> None:
    async with api_server() as server, server.caller.get(path, headers=_YAML) as got:
        assert got.headers["Content-Type"].startswith("text/plain")


async def test_a_value_that_was_read_in_json_is_still_answered_in_yaml() -> None:
    """Reads of a path that was read before go a shorter way."""
    async with api_server(ScriptedProvider(answer=Found(items=(_ITEM,), query="up"))) as server:
        await (await server.caller.get(LAG)).read()
        async with server.caller.get(LAG, headers=_YAML) as got:
            assert await got.text() == _LIST
