"""Claims about `scaler.cluster.external_metrics`: what is asked, and what an answer means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from adapter.kube.external_metrics import ExternalMetricValue
from scaler.algorithm.model import ExternalValues, MetricUnavailable
from scaler.api.types import (
    ExternalMetricSource,
    LabelSelector,
    LabelSelectorRequirement,
    MetricIdentifier,
    MetricTarget,
    Milli,
)
from scaler.cluster.external_metrics import ApiExternalMetrics, reading_of_items, work_of_items
from scaler.controller.marking import WorkByPod
from tests.support.http_peer import json_answer, status_answer, text_answer
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from scaler.algorithm.model import MetricReading
    from tests.support.http_peer import Answer, HttpPeer

LAG = MetricIdentifier(name="lag")
TASKS = MetricIdentifier(name="lag", selector=LabelSelector(match_labels=(("queue", "tasks"),)))


def item(value: str) -> ExternalMetricValue:
    return ExternalMetricValue(metric_name="lag", metric_labels=None, timestamp="2026-01-01T12:00:00Z", value=value)


def test_values_are_read_in_thousandths_in_the_order_of_the_answer() -> None:
    found = reading_of_items("jobs", LAG, [item("2"), item("1500m"), item("0"), item("1k")])
    assert ExternalValues(values=(2000, 1500, 0, 1_000_000)) == found  # type: ignore[arg-type] # Milli is an int


def test_a_metric_without_items_is_missing_and_no_zero() -> None:
    found = reading_of_items("jobs", LAG, [])
    expected = "unable to get external metric jobs/lag/nil: no metrics returned from external metrics API"
    assert MetricUnavailable(message=expected) == found


def test_one_value_that_is_no_quantity_spoils_the_metric() -> None:
    found = reading_of_items("jobs", LAG, [item("1"), item("NaN")])
    assert isinstance(found, MetricUnavailable)
    assert "a value that is no quantity" in found.message


def test_work_is_summed_by_the_pod_that_the_label_names() -> None:
    found = work_of_items("jobs", LAG, [of("a", "1"), of("b", "2"), of("a", "500m"), item("4")], "pod")
    assert WorkByPod(by_pod={"a": Milli(1500), "b": Milli(2000)}, nameless=Milli(4000)) == found


def test_work_of_a_metric_without_items_is_missing_and_no_zero() -> None:
    assert reading_of_items("jobs", LAG, []) == work_of_items("jobs", LAG, [], "pod")


def test_one_value_that_is_no_quantity_spoils_the_work_too() -> None:
    items = [of("a", "1"), of("b", "NaN")]
    assert reading_of_items("jobs", LAG, items) == work_of_items("jobs", LAG, items, "pod")


def of(pod: str, value: str) -> ExternalMetricValue:
    return ExternalMetricValue(metric_name="lag", metric_labels={"pod": pod}, timestamp="", value=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    reading: MetricReading
    peer: HttpPeer

    @property
    def message(self) -> str:
        assert isinstance(self.reading, MetricUnavailable)
        return self.reading.message


async def read(answer: Answer, metric: MetricIdentifier = LAG) -> Read:
    source = ExternalMetricSource(metric=metric, target=MetricTarget(type="Value"))
    async with client_of(answer) as (client, peer):
        reading = await ApiExternalMetrics(client).read("jobs", source, fresh=True)
    return Read(reading=reading, peer=peer)


def answered(*values: str, **changes: object) -> Answer:
    items: list[dict[str, Any]] = [
        {"metricName": "lag", "metricLabels": {}, "timestamp": None, "value": v} for v in values
    ]
    body = {"kind": "ExternalMetricValueList", "apiVersion": "external.metrics.k8s.io/v1beta1", "items": items}
    return json_answer(body | changes)


async def test_the_api_is_asked_in_the_autoscalers_namespace() -> None:
    (request,) = (await read(answered("5"))).peer.requests
    path = "/apis/external.metrics.k8s.io/v1beta1/namespaces/jobs/lag"
    assert ("GET", path, {}) == (request.method, request.path, request.query)


async def test_the_metrics_selector_is_sent() -> None:
    (request,) = (await read(answered("5"), TASKS)).peer.requests
    assert {"labelSelector": "queue=tasks"} == request.query


async def test_a_name_with_a_slash_stays_one_part_of_the_path() -> None:
    done = await read(answered("5"), MetricIdentifier(name="cloud.example|queue/lag"))
    assert "/apis/external.metrics.k8s.io/v1beta1/namespaces/jobs/cloud.example|queue/lag" == done.peer.requests[0].path


async def test_the_answers_values_are_the_reading() -> None:
    assert ExternalValues(values=(5000,)) == (await read(answered("5"))).reading  # type: ignore[arg-type] # the same


@pytest.mark.parametrize("code", [400, 403, 404, 429, 500, 503, 504])
async def test_a_refusal_is_told_in_the_servers_words(code: int) -> None:
    message = (await read(status_answer(code, message="prometheus: connection refused"))).message
    assert message.endswith("unable to fetch metrics from external metrics API: prometheus: connection refused")


@pytest.mark.parametrize(
    "answer",
    [answered("5", kind="PodList"), text_answer("<html>"), answered("5", items="many")],
    ids=["other kind", "no JSON", "no list"],
)
async def test_an_answer_that_is_no_list_of_metrics_is_unavailable(answer: Answer) -> None:
    assert (await read(answer)).message.startswith("unable to get external metric jobs/lag/nil: ")


async def test_a_list_that_is_null_is_a_missing_metric() -> None:
    assert "no metrics returned" in (await read(answered(items=None))).message


async def test_a_selector_that_cannot_be_used_is_told_and_nothing_is_asked() -> None:
    wrong = LabelSelector(match_expressions=(LabelSelectorRequirement(key="queue", operator="Maybe"),))
    done = await read(answered("5"), MetricIdentifier(name="lag", selector=wrong))
    assert ('"Maybe" is not a valid label selector operator', []) == (done.message, done.peer.requests)


async def test_work_by_pod_is_the_answers() -> None:
    found = await work(
        json_answer(LIST | {"items": [{"metricName": "lag", "metricLabels": {"pod": "a"}, "value": "2"}]})
    )
    assert WorkByPod(by_pod={"a": Milli(2000)}) == found


async def test_work_that_cannot_be_had_is_unavailable() -> None:
    found = await work(status_answer(503, message="prometheus: connection refused"))
    assert isinstance(found, MetricUnavailable)
    assert found.message.endswith("prometheus: connection refused")


LIST = {"kind": "ExternalMetricValueList", "apiVersion": "external.metrics.k8s.io/v1beta1"}


async def work(answer: Answer) -> WorkByPod | MetricUnavailable:
    source = ExternalMetricSource(metric=LAG, target=MetricTarget(type="Value"))
    async with client_of(answer) as (client, _peer):
        return await ApiExternalMetrics(client).by_pod("jobs", source, "pod")
