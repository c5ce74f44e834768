"""Claims about `scaler.controller.samples`: what a pod uses, from samples of its containers."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from scaler.algorithm.model import MetricReading, MetricUnavailable, PodMetrics
from scaler.api.types import Milli
from scaler.controller.samples import PodSample, resource_reading
from tests.support.metric_builders import NOW

Usage = Mapping[str, Mapping[str, int]]
BOTH: Usage = {"app": {"cpu": 250, "memory": 7}, "proxy": {"cpu": 100}}


def reading(*pods: Usage, container: str | None = None, resource: str = "cpu") -> MetricReading:
    samples = [
        PodSample(
            name=f"pod-{number}",
            timestamp=NOW,
            window=timedelta(seconds=15),
            usage={name: {kind: Milli(amount) for kind, amount in used.items()} for name, used in usage.items()},
        )
        for number, usage in enumerate(pods)
    ]
    return resource_reading(samples, resource, container)


def amounts(found: MetricReading) -> dict[str, int]:
    assert isinstance(found, PodMetrics)
    return {name: metric.value for name, metric in found.by_pod.items()}


def test_the_containers_of_a_pod_are_added_up() -> None:
    assert {"pod-0": 350} == amounts(reading(BOTH))


def test_one_named_container_stands_alone() -> None:
    assert {"pod-0": 250} == amounts(reading(BOTH, container="app"))


@pytest.mark.parametrize(
    ("usage", "container", "resource"),
    [
        ({}, None, "cpu"),
        (BOTH, None, "memory"),
        (BOTH, "other", "cpu"),
        (BOTH, "proxy", "memory"),
    ],
    ids=["no containers", "one lacks the resource", "no such container", "the container lacks it"],
)
def test_a_sample_with_a_gap_leaves_its_pod_without_a_metric(
    usage: Usage, container: str | None, resource: str
) -> None:
    assert {} == amounts(reading(usage, container=container, resource=resource))


def test_a_pod_with_a_gap_takes_no_other_with_it() -> None:
    assert {"pod-1": 350} == amounts(reading({}, BOTH))


def test_a_usage_of_zero_is_a_usage() -> None:
    assert {"pod-0": 0} == amounts(reading({"app": {"cpu": 0}}))


def test_without_samples_the_metric_is_missing() -> None:
    expected = "unable to get metrics for resource cpu: no metrics returned from resource metrics API"
    assert MetricUnavailable(message=expected) == reading()
