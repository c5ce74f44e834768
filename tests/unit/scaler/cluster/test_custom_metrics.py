"""Claims about `scaler.cluster.custom_metrics`: what custom.metrics.k8s.io is asked, and what its answers mean."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from scaler.algorithm.model import MetricUnavailable, ObjectValue, PodMetric, PodMetrics
from scaler.api.types import (
    CrossVersionObjectReference,
    LabelSelector,
    MetricIdentifier,
    MetricTarget,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
)
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.kinds import Kinds
from tests.support.clock import ManualClock
from tests.support.http_peer import json_answer, status_answer
from tests.support.metric_builders import NOW
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from scaler.algorithm.model import MetricReading
    from tests.support.http_peer import Answer, HttpPeer

TARGET = MetricTarget(type="AverageValue")
DEPTH = MetricIdentifier(name="depth", selector=LabelSelector(match_labels=(("tier", "a"),)))
PODS = PodsMetricSource(metric=DEPTH, target=TARGET)
INGRESS = CrossVersionObjectReference(kind="Ingress", name="main", api_version="networking.k8s.io/v1")
OBJECT = ObjectMetricSource(described_object=INGRESS, metric=MetricIdentifier(name="hits"), target=TARGET)
DISCOVERED = json_answer({"resources": [{"name": "ingresses", "kind": "Ingress", "namespaced": True}]})
SERVED = json_answer({})
ABSENT = status_answer(404)
BETA2 = "/apis/custom.metrics.k8s.io/v1beta2"
BETA1 = "/apis/custom.metrics.k8s.io/v1beta1"


def values(*amounts: str, window: int | None = 30, timestamp: str = "2026-01-01T12:00:00Z") -> Answer:
    items = [
        {
            "describedObject": {"name": f"pod-{number}"},
            "timestamp": timestamp,
            "windowSeconds": window,
            "value": amount,
        }
        for number, amount in enumerate(amounts)
    ]
    return json_answer({"items": items})


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    reading: MetricReading
    peer: HttpPeer

    @property
    def asked(self) -> list[str]:
        return [request.path for request in self.peer.requests]


async def read_pods(*answers: Answer, metric: PodsMetricSource = PODS) -> Read:
    async with client_of(*answers) as (client, peer):
        custom = CustomMetrics(client=client, kinds=Kinds(client=client, clock=ManualClock()))
        return Read(reading=await custom.read_pods("jobs", metric, "app=worker"), peer=peer)


async def read_object(*answers: Answer, described: CrossVersionObjectReference = INGRESS) -> Read:
    async with client_of(*answers) as (client, peer):
        custom = CustomMetrics(client=client, kinds=Kinds(client=client, clock=ManualClock()))
        return Read(reading=await custom.read_object("jobs", replace(OBJECT, described_object=described)), peer=peer)


async def test_pods_are_asked_for_by_the_targets_selector_and_the_metrics() -> None:
    request = (await read_pods(SERVED, values("5"))).peer.requests[-1]
    assert (
        f"{BETA2}/namespaces/jobs/pods/*/depth",
        {"labelSelector": "app=worker", "metricLabelSelector": "tier=a"},
    ) == (
        request.path,
        request.query,
    )


async def test_an_older_version_is_asked_where_the_newer_is_not_served() -> None:
    assert f"{BETA1}/namespaces/jobs/pods/*/depth" == (await read_pods(ABSENT, values("5"))).asked[-1]


async def test_each_pods_value_is_its_own() -> None:
    moment = timedelta(seconds=30)
    expected = {
        "pod-0": PodMetric(value=Milli(5000), timestamp=NOW, window=moment),
        "pod-1": PodMetric(value=Milli(1500), timestamp=NOW, window=moment),
    }
    assert PodMetrics(by_pod=expected) == (await read_pods(SERVED, values("5", "1500m"))).reading


async def test_a_window_that_is_not_told_is_a_minute() -> None:
    reading = (await read_pods(SERVED, values("5", window=None))).reading
    assert isinstance(reading, PodMetrics)
    assert timedelta(minutes=1) == reading.by_pod["pod-0"].window


async def test_an_object_is_asked_for_by_its_resource() -> None:
    asked = (await read_object(DISCOVERED, SERVED, values("7"))).asked
    assert f"{BETA2}/namespaces/jobs/ingresses.networking.k8s.io/main/hits" == asked[-1]


async def test_a_namespace_is_asked_for_by_its_own_path() -> None:
    namespace = CrossVersionObjectReference(kind="Namespace", name="jobs", api_version="v1")
    assert (
        f"{BETA2}/namespaces/jobs/metrics/hits"
        == (await read_object(SERVED, values("7"), described=namespace)).asked[-1]
    )


async def test_an_objects_value_is_the_reading() -> None:
    assert ObjectValue(value=Milli(7000)) == (await read_object(DISCOVERED, SERVED, values("7"))).reading


@pytest.mark.parametrize(
    "answer",
    [values(), values("lots"), values("5", timestamp="yesterday"), status_answer(404), status_answer(503)],
    ids=["none", "no quantity", "no time", "unknown", "not available"],
)
async def test_pods_that_cannot_be_read_are_unavailable(answer: Answer) -> None:
    assert isinstance((await read_pods(SERVED, answer)).reading, MetricUnavailable)


@pytest.mark.parametrize(
    "answers",
    [
        (DISCOVERED, SERVED, values()),
        (DISCOVERED, SERVED, values("lots")),
        (DISCOVERED, SERVED, status_answer(500)),
        (json_answer({"resources": []}),),
        (status_answer(503),),
    ],
    ids=["none", "no quantity", "broken", "unknown kind", "no discovery"],
)
async def test_an_object_that_cannot_be_read_is_unavailable(answers: tuple[Answer, ...]) -> None:
    assert isinstance((await read_object(*answers)).reading, MetricUnavailable)
