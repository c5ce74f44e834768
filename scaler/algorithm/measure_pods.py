"""Usage against target for metrics that are sampled per pod: Pods, Resource and ContainerResource.

Source: horizontal.go computeStatusForPodsMetric, ...ResourceMetric, ...ContainerResourceMetric (v1.37).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scaler.algorithm.model import MetricReading, MetricUnavailable, PodMetrics
from scaler.algorithm.stages import MetricFailure, PodGroups, PodsMeasurement, Rebalanced
from scaler.algorithm.usage import Fault, Level, PercentOfRequests, Samples, TargetEach, Yardstick, requests_of
from scaler.api.metric_status import ContainerResourceMetricStatus, PodsMetricStatus, ResourceMetricStatus
from scaler.api.types import ContainerResourceMetricSource, Milli, PodsMetricSource, ResourceMetricSource

_NO_PODS = Fault(message="no pods returned by selector while calculating replica count")
_NO_SAMPLES = Fault(message="did not receive metrics for targeted pods (pods might be unready)")
_NO_TARGET = "invalid {} metric source: neither an average utilization target nor an average value target was set"


def measure_pods(metric: PodsMetricSource, reading: MetricReading, pods: PodGroups) -> PodsMeasurement | MetricFailure:
    """Usage per pod against `average_value`."""
    target = metric.target.average_value
    if target is None:
        return _failure("FailedGetPodsMetric", "failed to get pods metric value: ", "", _NO_TARGET.format("pods"))
    samples = _samples(reading, pods)
    found = samples if isinstance(samples, Fault) else _measured(TargetEach(target=target), samples, pods)
    if isinstance(found, Fault):
        return _failure("FailedGetPodsMetric", "failed to get pods metric value: ", "", found.message)
    return PodsMeasurement(
        name=f"pods metric {metric.metric.name}",
        ratio=found.level.ratio,
        counted_pods=len(pods.counted),
        rebalanced=found.rebalanced,
        status=PodsMetricStatus(metric=metric.metric, average_value=found.level.average),
    )


def measure_resource(
    metric: ResourceMetricSource | ContainerResourceMetricSource, reading: MetricReading, pods: PodGroups
) -> PodsMeasurement | MetricFailure:
    """Usage against `average_value` if it is set, else in percent of requests; of all containers or of a named one."""
    by_value = metric.target.average_value is not None
    container = metric.container if isinstance(metric, ContainerResourceMetricSource) else ""
    found = _measured_resource(metric, reading, pods, container)
    if isinstance(found, Fault):
        reason = "FailedGetContainerResourceMetric" if container else "FailedGetResourceMetric"
        prefix = f"failed to get {container} container" if container else f"failed to get {metric.name} resource"
        inner = f"failed to get {metric.name} {'usage' if by_value else 'utilization'}: "
        return _failure(reason, f"{prefix} metric value: ", inner, found.message)
    kind = "container resource" if container and not by_value else "resource"
    suffix = "" if by_value else " utilization (percentage of request)"
    return PodsMeasurement(
        name=f"{metric.name} {kind}{suffix}",
        ratio=found.level.ratio,
        counted_pods=len(pods.counted),
        rebalanced=found.rebalanced,
        status=_status(metric, found.level),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured:
    level: Level
    rebalanced: Rebalanced | None


def _measured_resource(
    metric: ResourceMetricSource | ContainerResourceMetricSource,
    reading: MetricReading,
    pods: PodGroups,
    container: str,
) -> _Measured | Fault:
    target = metric.target
    if target.average_value is None and target.average_utilization is None:
        return Fault(message=_NO_TARGET.format("resource"))
    samples = _samples(reading, pods)
    if isinstance(samples, Fault):
        return samples
    if target.average_value is not None:
        return _measured(TargetEach(target=target.average_value), samples, pods)
    # The requests of every listed pod must be there, also of those whose samples don't count.
    requests = requests_of(pods.roster.listed, metric.name, container)
    if isinstance(requests, Fault):
        return requests
    assert target.average_utilization is not None
    return _measured(PercentOfRequests(requests=requests, percent=target.average_utilization), samples, pods)


def _measured(yardstick: Yardstick, samples: Samples, pods: PodGroups) -> _Measured | Fault:
    level = yardstick.level(samples)
    if isinstance(level, Fault):
        return level
    completed = _completed(samples, level.ratio, yardstick, pods)
    if completed is None:
        return _Measured(level=level, rebalanced=None)
    again = yardstick.level(completed)
    if isinstance(again, Fault):
        return again
    return _Measured(level=level, rebalanced=Rebalanced(ratio=again.ratio, counted_pods=len(completed)))


def _samples(reading: MetricReading, pods: PodGroups) -> Samples | Fault:
    """The samples that count: those of strangers too, as upstream only removes ignored and unready pods."""
    if isinstance(reading, MetricUnavailable):
        return Fault(message=reading.message)
    if not isinstance(reading, PodMetrics):
        raise TypeError(f"a metric of pods was given {reading!r}")
    if not pods.roster.listed:
        return _NO_PODS
    left_out = {*pods.roster.ignored, *pods.unready}
    samples = {name: sample.value for name, sample in reading.by_pod.items() if name not in left_out}
    return samples or _NO_SAMPLES


def _completed(samples: Samples, ratio: float, yardstick: Yardstick, pods: PodGroups) -> Mapping[str, Milli] | None:
    """The samples with assumed ones for the pods that have none, so that these never widen a move; None if all have."""
    grows = ratio > 1.0
    unready_matter = bool(pods.unready) and grows
    if not unready_matter and not pods.missing:
        return None
    completed = dict(samples)
    for name in pods.missing:
        if ratio < 1.0:
            completed[name] = yardstick.full_load(name)
        elif grows:
            completed[name] = Milli(0)
    if unready_matter:
        completed.update(dict.fromkeys(pods.unready, Milli(0)))
    return completed


def _status(
    metric: ResourceMetricSource | ContainerResourceMetricSource, level: Level
) -> ResourceMetricStatus | ContainerResourceMetricStatus:
    if isinstance(metric, ContainerResourceMetricSource):
        return ContainerResourceMetricStatus(
            name=metric.name,
            container=metric.container,
            average_value=level.average,
            average_utilization=level.utilization,
        )
    return ResourceMetricStatus(name=metric.name, average_value=level.average, average_utilization=level.utilization)


def _failure(reason: str, prefix: str, inner: str, message: str) -> MetricFailure:
    """`inner` stands in the event and the condition too, `prefix` only where the sum-up names the first error."""
    return MetricFailure(reason=reason, message=inner + message, first_error=prefix + inner + message)
