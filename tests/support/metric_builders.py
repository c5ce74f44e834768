"""How does a test say what a metric asked for and what was read? Short builders for metrics and pods.

Amounts of External, Object and Pods metrics are whole units here, `external(400, target=100)`; usage of cpu is in
thousandths of a core.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypedDict, Unpack

from scaler.algorithm.model import (
    ExternalValues,
    MetricReading,
    MetricUnavailable,
    ObjectValue,
    Pod,
    PodMetric,
    PodMetrics,
    PodReady,
)
from scaler.api.types import (
    ContainerResourceMetricSource,
    CrossVersionObjectReference,
    ExternalMetricSource,
    MetricIdentifier,
    MetricSpec,
    MetricTarget,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
)

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
LONG_AGO = timedelta(hours=1)
WINDOW = timedelta(seconds=30)
QUEUE = CrossVersionObjectReference(api_version="example.com/v1", kind="Queue", name="mail")


def milli(amount: float) -> Milli:
    return Milli(round(amount * 1000))


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One metric of the spec, and what was read for it."""

    spec: MetricSpec
    reading: MetricReading


def external(*values: float, target: float = 100, name: str = "lag") -> Metric:
    """An External metric with a Value target; one series per value."""
    asked = MetricTarget(type="Value", value=milli(target))
    return Metric(
        spec=ExternalMetricSource(metric=MetricIdentifier(name=name), target=asked),
        reading=ExternalValues(values=tuple(map(milli, values))),
    )


def external_average(*values: float, target: float = 30, name: str = "lag") -> Metric:
    """An External metric with an AverageValue target."""
    asked = MetricTarget(type="AverageValue", average_value=milli(target))
    return Metric(
        spec=ExternalMetricSource(metric=MetricIdentifier(name=name), target=asked),
        reading=ExternalValues(values=tuple(map(milli, values))),
    )


def object_value(value: float, *, target: float = 100) -> Metric:
    return _object(value, MetricTarget(type="Value", value=milli(target)))


def object_average(value: float, *, target: float = 30) -> Metric:
    return _object(value, MetricTarget(type="AverageValue", average_value=milli(target)))


def _object(value: float, target: MetricTarget) -> Metric:
    source = ObjectMetricSource(described_object=QUEUE, metric=MetricIdentifier(name="depth"), target=target)
    return Metric(spec=source, reading=ObjectValue(value=milli(value)))


def pods_metric(usage: Mapping[str, int], *, target: int = 100) -> Metric:
    """A Pods metric; usage and target in thousandths."""
    asked = MetricTarget(type="AverageValue", average_value=Milli(target))
    source = PodsMetricSource(metric=MetricIdentifier(name="in_flight"), target=asked)
    return Metric(spec=source, reading=samples(usage))


def cpu(usage: Mapping[str, int], *, utilization: int = 50, taken: datetime = NOW) -> Metric:
    """A Resource metric in percent of requests."""
    asked = MetricTarget(type="Utilization", average_utilization=utilization)
    return Metric(spec=ResourceMetricSource(name="cpu", target=asked), reading=samples(usage, taken=taken))


def cpu_average(usage: Mapping[str, int], *, target: int = 100) -> Metric:
    asked = MetricTarget(type="AverageValue", average_value=Milli(target))
    return Metric(spec=ResourceMetricSource(name="cpu", target=asked), reading=samples(usage))


def container_cpu(usage: Mapping[str, int], *, container: str = "app", utilization: int = 50) -> Metric:
    asked = MetricTarget(type="Utilization", average_utilization=utilization)
    source = ContainerResourceMetricSource(name="cpu", container=container, target=asked)
    return Metric(spec=source, reading=samples(usage))


def unavailable(metric: Metric, message: str = "the source is down") -> Metric:
    return replace(metric, reading=MetricUnavailable(message=message))


class PodChanges(TypedDict, total=False):
    start_time: datetime | None
    deleting: bool
    requests: Mapping[str, Mapping[str, Milli]]
    pod_requests: Mapping[str, Milli]
    deletion_cost: str


def pod(
    name: str = "a",
    *,
    phase: str = "Running",
    ready: str | None = "True",
    ready_since: datetime = NOW - LONG_AGO,
    **changes: Unpack[PodChanges],
) -> Pod:
    """A pod that runs and has been ready for an hour, requesting 100m of cpu in one container."""
    base = Pod(
        name=name,
        phase=phase,
        ready=None if ready is None else PodReady(status=ready, last_transition=ready_since),
        start_time=NOW - LONG_AGO,
        requests={"app": {"cpu": Milli(100)}},
        pod_requests={},
    )
    return replace(base, **changes)


def ready_pods(count: int) -> tuple[Pod, ...]:
    return tuple(pod(f"pod-{number}") for number in range(count))


def unready_pods(count: int) -> tuple[Pod, ...]:
    """They run, and are not ready."""
    return tuple(pod(f"pod-{number}", ready="False") for number in range(count))


def samples(usage: Mapping[str, int], *, taken: datetime = NOW) -> PodMetrics:
    """Usage by pod name, in thousandths."""
    return PodMetrics(
        by_pod={name: PodMetric(value=Milli(value), timestamp=taken, window=WINDOW) for name, value in usage.items()}
    )
