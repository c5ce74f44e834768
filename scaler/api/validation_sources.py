"""Is a metric source complete? The five sources of autoscaling/v2: what is measured, and against which target."""

from collections.abc import Iterator

from scaler.api.field_errors import FieldError, forbidden, invalid, required
from scaler.api.quantities import read_quantity
from scaler.api.types import MetricTargetType
from scaler.api.validation_names import container_name_problems, container_resource_problems, path_segment_problems
from scaler.api.validation_references import ApiVersionRule, reference_errors
from scaler.api.wire import (
    WireContainerResourceMetricSource,
    WireExternalMetricSource,
    WireMetricIdentifier,
    WireMetricTarget,
    WireObjectMetricSource,
    WirePodsMetricSource,
    WireQuantity,
    WireResourceMetricSource,
)


def object_errors(source: WireObjectMetricSource, field: str, rule: ApiVersionRule) -> Iterator[FieldError]:
    yield from reference_errors(source.described_object, f"{field}.describedObject", rule)
    yield from _identifier_errors(source.metric, f"{field}.metric")
    yield from _target_errors(source.target, f"{field}.target")
    if source.target.value is None and source.target.average_value is None:
        yield required(f"{field}.target.averageValue", "must set either a target value or averageValue")


def external_errors(source: WireExternalMetricSource, field: str) -> Iterator[FieldError]:
    yield from _identifier_errors(source.metric, f"{field}.metric")
    yield from _target_errors(source.target, f"{field}.target")
    if source.target.value is None and source.target.average_value is None:
        yield required(f"{field}.target.averageValue", "must set either a target value for metric or a per-pod target")
    if source.target.value is not None and source.target.average_value is not None:
        yield forbidden(f"{field}.target.value", "may not set both a target value for metric and a per-pod target")


def pods_errors(source: WirePodsMetricSource, field: str) -> Iterator[FieldError]:
    yield from _identifier_errors(source.metric, f"{field}.metric")
    yield from _target_errors(source.target, f"{field}.target")
    if source.target.average_value is None:
        yield required(f"{field}.target.averageValue", "must specify a positive target averageValue")


def resource_errors(source: WireResourceMetricSource, field: str) -> Iterator[FieldError]:
    if not source.name:
        yield required(f"{field}.name", "must specify a resource name")
    yield from _resource_target_errors(source.target, f"{field}.target")


def container_resource_errors(source: WireContainerResourceMetricSource, field: str) -> Iterator[FieldError]:
    if not source.name:
        yield required(f"{field}.name", "must specify a resource name")
    else:
        for problem in container_resource_problems(source.name):
            yield invalid(f"{field}.name", source.name, problem)
    if not source.container:
        yield required(f"{field}.container", "must specify a container")
    else:
        for problem in container_name_problems(source.container):
            yield invalid(f"{field}.container", source.container, problem)
    yield from _resource_target_errors(source.target, f"{field}.target")


def _resource_target_errors(target: WireMetricTarget, field: str) -> Iterator[FieldError]:
    yield from _target_errors(target, field)
    if target.average_utilization is None and target.average_value is None:
        yield required(f"{field}.averageUtilization", "must set either a target raw value or a target utilization")
    if target.average_utilization is not None and target.average_value is not None:
        yield forbidden(f"{field}.averageValue", "may not set both a target raw value and a target utilization")


def _identifier_errors(metric: WireMetricIdentifier, field: str) -> Iterator[FieldError]:
    if not metric.name:
        yield required(f"{field}.name", "must specify a metric name")
    for problem in path_segment_problems(metric.name):
        yield invalid(f"{field}.name", metric.name, problem)


def _target_errors(target: WireMetricTarget, field: str) -> Iterator[FieldError]:
    """What holds for every target. The type need not fit the field that is set."""
    if not target.type:
        yield required(f"{field}.type", "must specify a metric target type")
    if target.type not in set(MetricTargetType):
        yield invalid(f"{field}.type", target.type, "must be either Utilization, Value, or AverageValue")
    yield from _amount_errors(target.value, f"{field}.value")
    yield from _amount_errors(target.average_value, f"{field}.averageValue")
    if target.average_utilization is not None and target.average_utilization < 1:
        yield invalid(f"{field}.averageUtilization", target.average_utilization, "must be greater than 0")


def _amount_errors(written: WireQuantity | None, field: str) -> Iterator[FieldError]:
    if written is None:
        return
    amount = read_quantity(written, field)
    if amount.sign <= 0:
        yield invalid(field, str(amount), "must be positive")
