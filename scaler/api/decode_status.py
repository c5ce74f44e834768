"""What did an autoscaler's status say? Wire structs back to values; the inverse of `scaler.api.encode`."""

from datetime import UTC, datetime

from adapter.kube.meta import parse_time
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.decode_metrics import decode_identifier, decode_reference
from scaler.api.metric_status import (
    ContainerResourceMetricStatus,
    ExternalMetricStatus,
    FailedMetricStatus,
    MetricStatus,
    ObjectMetricStatus,
    PodsMetricStatus,
    ResourceMetricStatus,
)
from scaler.api.quantities import DecodeError, read_quantity
from scaler.api.types import Milli
from scaler.api.wire import WireQuantity
from scaler.api.wire_status import WireCondition, WireMetricStatus, WireMetricValueStatus, WireStatus

NEVER = datetime(1, 1, 1, tzinfo=UTC)
"""Go's zero time: the transition of a condition that names none."""


def decode_status(status: WireStatus) -> AutoscalerStatus:
    """Raises DecodeError for a time or an amount that can't be read."""
    last_scale_time = status.last_scale_time
    return AutoscalerStatus(
        current_replicas=status.current_replicas,
        desired_replicas=status.desired_replicas,
        observed_generation=status.observed_generation,
        last_scale_time=None if last_scale_time is None else _read_time(last_scale_time, "status.lastScaleTime"),
        current_metrics=tuple(
            _decode_metric_status(metric, f"status.currentMetrics[{index}]")
            for index, metric in enumerate(status.current_metrics or ())
        ),
        conditions=tuple(
            decode_condition(condition, f"status.conditions[{index}]")
            for index, condition in enumerate(status.conditions or ())
        ),
        memory=status.memory,
        state=status.state,
        reference=status.reference,
        targets=status.targets,
    )


def decode_condition(condition: WireCondition, field: str) -> Condition:
    """One condition; `field` is the list that it stands in. Raises DecodeError for a time that can't be read."""
    changed = condition.last_transition_time
    return Condition(
        type=condition.type,
        status=condition.status,
        reason=condition.reason,
        message=condition.message,
        last_transition=NEVER if changed is None else _read_time(changed, f"{field}.lastTransitionTime"),
    )


def _decode_metric_status(metric: WireMetricStatus, field: str) -> MetricStatus:
    """The entry's measurement. One whose source isn't there says as little as a failed one."""
    match metric:
        case WireMetricStatus(type="External", external=external) if external is not None:
            return ExternalMetricStatus(
                metric=decode_identifier(external.metric),
                value=_milli(external.current.value, field),
                average_value=_milli(external.current.average_value, field),
            )
        case WireMetricStatus(type="Object", object=source) if source is not None:
            described = source.described_object
            return ObjectMetricStatus(
                metric=decode_identifier(source.metric),
                described_object=decode_reference(described) if described.kind or described.name else None,
                value=_milli(source.current.value, field),
                average_value=_milli(source.current.average_value, field),
            )
        case WireMetricStatus(type="Pods", pods=pods) if pods is not None:
            return PodsMetricStatus(metric=decode_identifier(pods.metric), average_value=_usage(pods.current, field))
        case _:
            return _decode_resource_status(metric, field)


def _decode_resource_status(metric: WireMetricStatus, field: str) -> MetricStatus:
    match metric:
        case WireMetricStatus(type="Resource", resource=resource) if resource is not None:
            return ResourceMetricStatus(
                name=resource.name,
                average_value=_usage(resource.current, field),
                average_utilization=resource.current.average_utilization,
            )
        case WireMetricStatus(type="ContainerResource", container_resource=source) if source is not None:
            return ContainerResourceMetricStatus(
                name=source.name,
                container=source.container,
                average_value=_usage(source.current, field),
                average_utilization=source.current.average_utilization,
            )
        case _:
            return FailedMetricStatus()


def _usage(current: WireMetricValueStatus, field: str) -> Milli:
    return _milli(current.average_value, field) or Milli(0)


def _milli(written: WireQuantity | None, field: str) -> Milli | None:
    return None if written is None else Milli(read_quantity(written, field).milli_value())


def _read_time(written: str, field: str) -> datetime:
    try:
        return parse_time(written)
    except ValueError as error:
        raise DecodeError(
            field=field, problem=f'"{written}" is not a time', fix='write it as "2026-01-31T12:00:00Z"'
        ) from error
