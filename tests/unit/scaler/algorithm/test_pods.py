"""Pods are grouped by what their samples say about demand."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from scaler.algorithm.model import PodMetric, PodMetrics
from scaler.algorithm.pods import group_pods, roster_of
from scaler.api.types import MetricSpec, Milli, ResourceMetricSource
from tests.support.builders import SETTINGS, after
from tests.support.metric_builders import NOW, WINDOW, container_cpu, cpu, external, pod, pods_metric, unavailable
from tests.support.vectors import vectors


class Sample(msgspec.Struct):
    age: float = 0
    window: float = 30


class Given(msgspec.Struct):
    """Ages in seconds: `started` ago, `ready_for` since the Ready condition's last transition."""

    metric: str = "cpu"
    phase: str = "Running"
    ready: str | None = "True"
    ready_for: float = 3000
    started: float | None = 3600
    deleting: bool = False
    sample: Sample | None = msgspec.field(default_factory=Sample)


class Case(msgspec.Struct):
    id: str
    source: str
    given: Given
    expect: str


CPU = cpu({}).spec
METRICS: dict[str, MetricSpec] = {
    "cpu": CPU,
    "memory": ResourceMetricSource(name="memory", target=CPU.target) if isinstance(CPU, ResourceMetricSource) else CPU,
    "pods": pods_metric({}).spec,
    "container-cpu": container_cpu({}).spec,
}


@pytest.mark.parametrize("case", vectors(Path(__file__).with_name("pods.vectors.json"), Case))
def test_a_pod_is_grouped_as_the_table_says(case: Case) -> None:
    given = case.given
    one = pod(
        "a",
        phase=given.phase,
        ready=given.ready,
        ready_since=after(-given.ready_for),
        start_time=None if given.started is None else after(-given.started),
        deleting=given.deleting,
    )
    samples = {} if given.sample is None else {"a": _pod_metric(given.sample)}

    groups = group_pods(roster_of((one,)), METRICS[given.metric], PodMetrics(by_pod=samples), NOW, SETTINGS)

    found = {
        "counted": groups.counted,
        "unready": groups.unready,
        "missing": groups.missing,
        "ignored": groups.roster.ignored,
    }
    assert [case.expect] == [name for name, pods in found.items() if pods]


def _pod_metric(sample: Sample) -> PodMetric:
    return PodMetric(value=Milli(100), timestamp=after(-sample.age), window=timedelta(seconds=sample.window))


def test_only_running_pods_that_are_ready_share_a_value() -> None:
    pods = (
        pod("ready"),
        pod("unready", ready="False"),
        pod("unknown", ready="Unknown"),
        pod("new", ready=None),
        pod("pending", phase="Pending"),
        pod("done", phase="Succeeded"),
        pod("leaving", deleting=True),
    )
    groups = group_pods(roster_of(pods), external(1).spec, external(1).reading, NOW, SETTINGS)

    # One that is being deleted is still running and ready: the stock controller counts it.
    assert (2, pods) == (groups.roster.ready, groups.roster.listed)


def test_without_samples_no_pod_is_missing() -> None:
    metric = unavailable(cpu({}))
    groups = group_pods(roster_of((pod("a"),)), metric.spec, metric.reading, NOW, SETTINGS)

    assert (groups.counted, groups.missing) == ((), ())


def test_the_initialization_period_is_the_controllers_setting() -> None:
    young = pod("a", start_time=after(-100), ready_since=after(-10))
    metric = cpu({"a": 100})
    settings = replace(SETTINGS, cpu_initialization_period=WINDOW)

    assert group_pods(roster_of((young,)), metric.spec, metric.reading, NOW, settings).counted == ("a",)
