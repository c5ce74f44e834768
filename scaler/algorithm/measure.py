"""Usage against target, per `MetricSpec`? A measurement with its status entry, or the failure with its texts.

Source: horizontal.go computeStatusFor*Metric, replica_calculator.go GetExternal*, GetObject* (v1.37).
"""

from typing import assert_never

from scaler.algorithm.arithmetic import (
    INT64_MAX,
    ceil_of_average,
    ceil_of_average_on_amd64,
    ratio_of,
    ratio_of_average,
    saturated_int64,
    wrapped_int64,
)
from scaler.algorithm.measure_pods import measure_pods, measure_resource
from scaler.algorithm.model import (
    AlgorithmSettings,
    Deviation,
    ExternalValues,
    MetricReading,
    MetricUnavailable,
    ObjectValue,
    Scale,
)
from scaler.algorithm.stages import AverageMeasurement, Measurement, MetricFailure, PodGroups, ValueMeasurement
from scaler.api.metric_status import ExternalMetricStatus, ObjectMetricStatus
from scaler.api.selector_text import selector_text
from scaler.api.types import (
    ContainerResourceMetricSource,
    ExternalMetricSource,
    MetricIdentifier,
    MetricSpec,
    MetricTargetType,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)

_NO_TARGET = "invalid {} metric source: neither a value target nor an average value target was set"


def measure(
    metric: MetricSpec, reading: MetricReading, scale: Scale, pods: PodGroups, settings: AlgorithmSettings
) -> Measurement | MetricFailure:
    """Measure one metric of the spec. A reading of the wrong kind for its metric is a caller's bug (TypeError)."""
    match metric:
        case ExternalMetricSource():
            return _external(metric, reading, scale, pods, settings)
        case ObjectMetricSource():
            return _object(metric, reading, scale, pods, settings)
        case PodsMetricSource():
            return measure_pods(metric, reading, pods)
        case ResourceMetricSource() | ContainerResourceMetricSource():
            return measure_resource(metric, reading, pods)
        case UnknownMetricSource():
            text = f'unknown metric source type "{metric.type}"'
            return MetricFailure(reason="InvalidMetricSourceType", message=text, first_error=text)
        case _ as unreachable:
            assert_never(unreachable)


def _external(
    metric: ExternalMetricSource, reading: MetricReading, scale: Scale, pods: PodGroups, settings: AlgorithmSettings
) -> Measurement | MetricFailure:
    """`average_value` counts if it is set, whatever the target's type says."""
    name, target = metric.metric.name, metric.target
    reason, prefix = "FailedGetExternalMetric", f"failed to get {name} external metric value: "
    if target.average_value is not None:
        prefix += f"failed to get {name} external metric: "
    elif target.value is not None:
        prefix += f"failed to get external metric {name}: "
    else:
        return _failure(reason, _NO_TARGET.format("external"), prefix)
    if isinstance(reading, MetricUnavailable):
        return _failure(reason, reading.message, prefix)
    if not isinstance(reading, ExternalValues):
        raise TypeError(f"external metric {name} was given {reading!r}")
    if target.average_value is not None:
        usage = _sum_for_average(reading, settings)
        average = _reported_average(usage, scale, settings, capped=True)
        status = ExternalMetricStatus(metric=metric.metric, average_value=average)
        return _average(metric.metric, usage, target.average_value, scale, settings, status, saturates=True)
    assert target.value is not None
    usage = _sum_for_value(reading, settings)
    return ValueMeasurement(
        name=_external_name(metric.metric),
        ratio=ratio_of(usage, target.value),
        pods=pods,
        failure_reason=reason,
        failure_prefix=prefix,
        status=ExternalMetricStatus(metric=metric.metric, value=usage),
    )


def _object(
    metric: ObjectMetricSource, reading: MetricReading, scale: Scale, pods: PodGroups, settings: AlgorithmSettings
) -> Measurement | MetricFailure:
    """The target's type names the field that counts, and that field must be there."""
    name, target, described = metric.metric.name, metric.target, metric.described_object
    reason, prefix = "FailedGetObjectMetric", "failed to get object metric value: "
    by_value = target.type == MetricTargetType.VALUE and target.value is not None
    by_average = target.type == MetricTargetType.AVERAGE_VALUE and target.average_value is not None
    if not by_value and not by_average:
        return _failure(reason, _NO_TARGET.format("object"), prefix)
    if by_average:
        prefix += f"failed to get {name} object metric: "
    if isinstance(reading, MetricUnavailable):
        return _failure(reason, reading.message, prefix)
    if not isinstance(reading, ObjectValue):
        raise TypeError(f"object metric {name} was given {reading!r}")
    usage = reading.value
    if by_average:
        assert target.average_value is not None
        average = _reported_average(usage, scale, settings, capped=False)
        object_average = ObjectMetricStatus(metric=metric.metric, described_object=described, average_value=average)
        return _average(metric.metric, usage, target.average_value, scale, settings, object_average, saturates=False)
    assert target.value is not None
    return ValueMeasurement(
        name=f"{described.kind} metric {name}",
        ratio=ratio_of(usage, target.value),
        pods=pods,
        failure_reason=reason,
        failure_prefix=prefix,
        status=ObjectMetricStatus(metric=metric.metric, described_object=described, value=usage),
    )


def _average(  # noqa: PLR0913 -- what both sources share
    metric: MetricIdentifier,
    usage: Milli,
    target: Milli,
    scale: Scale,
    settings: AlgorithmSettings,
    status: ExternalMetricStatus | ObjectMetricStatus,
    *,
    saturates: bool,
) -> AverageMeasurement:
    # A rollout inflates status.replicas for a while; the demand is shared by the replicas that were asked for.
    base = scale.spec_replicas if settings.has(Deviation.SURGE_BLIND) else scale.status_replicas
    return AverageMeasurement(
        name=_external_name(metric),
        usage=usage,
        target=target,
        ratio=ratio_of_average(usage, target, base),
        base_replicas=base,
        saturates=saturates,
        status=status,
    )


def _failure(reason: str, message: str, prefix: str) -> MetricFailure:
    return MetricFailure(reason=reason, message=message, first_error=prefix + message)


def _external_name(metric: MetricIdentifier) -> str:
    return f"external metric {metric.name}({selector_text(metric.selector)})"


def _sum_for_value(reading: ExternalValues, settings: AlgorithmSettings) -> Milli:
    """Upstream stops at the ceiling, and wraps below the floor."""
    if settings.has(Deviation.NO_WRAP):
        return Milli(saturated_int64(sum(reading.values)))
    total = 0
    for value in reading.values:
        if value > 0 and total > INT64_MAX - value:
            return Milli(INT64_MAX)
        total = wrapped_int64(total + value)
    return Milli(total)


def _sum_for_average(reading: ExternalValues, settings: AlgorithmSettings) -> Milli:
    """Upstream takes every negative partial sum for an overflow, even one that a single -5 made."""
    if settings.has(Deviation.NO_WRAP):
        return Milli(saturated_int64(sum(reading.values)))
    total = 0
    for value in reading.values:
        total = wrapped_int64(total + value)
        if total < 0:
            return Milli(INT64_MAX)
    return Milli(total)


def _reported_average(usage: Milli, scale: Scale, settings: AlgorithmSettings, *, capped: bool) -> Milli:
    """What `currentMetrics` shows per replica; upstream caps External totals that reach 2^63 as a float."""
    base = scale.spec_replicas if settings.has(Deviation.SURGE_BLIND) else scale.status_replicas
    if settings.has(Deviation.NO_WRAP):
        return Milli(ceil_of_average(usage, base))
    if capped and float(usage) >= float(INT64_MAX):
        return Milli(INT64_MAX)
    return Milli(ceil_of_average_on_amd64(usage, base))
