"""Claims about `scaler.cluster.resource_metrics`: usage by pod, as metrics.k8s.io tells it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from scaler.algorithm.model import MetricUnavailable, PodMetric, PodMetrics
from scaler.api.types import Milli
from scaler.cluster.resource_metrics import ResourceMetrics
from tests.support.http_peer import json_answer, status_answer, text_answer
from tests.support.metric_builders import NOW
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from scaler.algorithm.model import MetricReading
    from tests.support.http_peer import Answer, HttpPeer

TWO = [{"name": "app", "usage": {"cpu": "250m", "memory": "1Ki"}}, {"name": "proxy", "usage": {"cpu": "100m"}}]


def usage(*, window: str = "15s", timestamp: str = "2026-01-01T12:00:00Z", cpu: str | None = None) -> Answer:
    containers = TWO if cpu is None else [{"name": "app", "usage": {"cpu": cpu}}]
    item = {"metadata": {"name": "pod-0"}, "timestamp": timestamp, "window": window, "containers": containers}
    return json_answer({"items": [item]})


async def read(answer: Answer, container: str | None = None) -> tuple[MetricReading, HttpPeer]:
    async with client_of(answer) as (client, peer):
        return await ResourceMetrics(client=client).read("jobs", "cpu", container, "app=worker"), peer


def sample(milli: int, window_seconds: float = 15) -> PodMetrics:
    found = PodMetric(value=Milli(milli), timestamp=NOW, window=timedelta(seconds=window_seconds))
    return PodMetrics(by_pod={"pod-0": found})


async def test_the_targets_pods_are_asked_for() -> None:
    _, peer = await read(usage())
    (request,) = peer.requests
    assert ("/apis/metrics.k8s.io/v1beta1/namespaces/jobs/pods", {"labelSelector": "app=worker"}) == (
        request.path,
        request.query,
    )


async def test_a_pods_usage_is_the_sum_of_its_containers() -> None:
    assert sample(350) == (await read(usage()))[0]


async def test_one_containers_usage_is_its_own() -> None:
    assert sample(250) == (await read(usage(), "app"))[0]


@pytest.mark.parametrize(("cpu", "milli"), [("5321n", 1), ("1500u", 2), ("2", 2000)])
async def test_fractions_of_a_thousandth_count_as_one(cpu: str, milli: int) -> None:
    assert sample(milli) == (await read(usage(cpu=cpu)))[0]


@pytest.mark.parametrize(("window", "seconds"), [("30s", 30.0), ("1m0s", 60.0), ("15.5s", 15.5), ("", 0.0)])
async def test_the_window_is_a_go_duration(window: str, seconds: float) -> None:
    assert sample(350, seconds) == (await read(usage(window=window)))[0]


@pytest.mark.parametrize(
    "answer",
    [
        json_answer({"items": []}),
        json_answer({"items": None}),
        status_answer(404, message="the server could not find the requested resource"),
        status_answer(503),
        text_answer("<html>"),
        usage(cpu="lots"),
        usage(timestamp="yesterday"),
    ],
    ids=["no pods", "null", "not served", "not available", "no JSON", "no quantity", "no time"],
)
async def test_what_cannot_be_read_is_unavailable_and_no_zero(answer: Answer) -> None:
    assert isinstance((await read(answer))[0], MetricUnavailable)
