"""What does one entry of `spec.metrics` ask for? The five sources on the wire to values."""

from collections.abc import Callable
from typing import TypeAlias

from adapter.kube.quantity import Quantity
from scaler.api.quantities import read_quantity
from scaler.api.types import (
    ContainerResourceMetricSource,
    CrossVersionObjectReference,
    ExternalMetricSource,
    LabelSelector,
    LabelSelectorRequirement,
    MetricIdentifier,
    MetricSpec,
    MetricTarget,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)
from scaler.api.wire import (
    WireExternalMetricSource,
    WireLabelSelector,
    WireMetricIdentifier,
    WireMetricSpec,
    WireMetricTarget,
    WireQuantity,
    WireReference,
)

MilliValue: TypeAlias = Callable[[Quantity], int]


def decode_metric(metric: WireMetricSpec, field: str, milli_value: MilliValue) -> MetricSpec:
    """The source that `type` names; UnknownMetricSource if that word names none, or the source isn't there.

    Sources that `type` doesn't name are ignored. Raises DecodeError for an amount that is no quantity.
    """
    match metric:
        case WireMetricSpec(type="External", external=WireExternalMetricSource() as external):
            return decode_external(external, f"{field}.external", milli_value)
        case WireMetricSpec(type="Object", object=source) if source is not None:
            return ObjectMetricSource(
                described_object=decode_reference(source.described_object),
                metric=decode_identifier(source.metric),
                target=_decode_target(source.target, f"{field}.object.target", milli_value),
            )
        case WireMetricSpec(type="Pods", pods=pods) if pods is not None:
            return PodsMetricSource(
                metric=decode_identifier(pods.metric),
                target=_decode_target(pods.target, f"{field}.pods.target", milli_value),
            )
        case _:
            return _decode_resource_metric(metric, field, milli_value)


def _decode_resource_metric(metric: WireMetricSpec, field: str, milli_value: MilliValue) -> MetricSpec:
    match metric:
        case WireMetricSpec(type="Resource", resource=resource) if resource is not None:
            return ResourceMetricSource(
                name=resource.name,
                target=_decode_target(resource.target, f"{field}.resource.target", milli_value),
            )
        case WireMetricSpec(type="ContainerResource", container_resource=source) if source is not None:
            return ContainerResourceMetricSource(
                name=source.name,
                container=source.container,
                target=_decode_target(source.target, f"{field}.containerResource.target", milli_value),
            )
        case _:
            return UnknownMetricSource(type=metric.type)


def decode_external(source: WireExternalMetricSource, field: str, milli_value: MilliValue) -> ExternalMetricSource:
    return ExternalMetricSource(
        metric=decode_identifier(source.metric),
        target=_decode_target(source.target, f"{field}.target", milli_value),
    )


def decode_reference(reference: WireReference) -> CrossVersionObjectReference:
    return CrossVersionObjectReference(kind=reference.kind, name=reference.name, api_version=reference.api_version)


def decode_identifier(metric: WireMetricIdentifier) -> MetricIdentifier:
    """The metric's name and selector. No selector and an empty one stay apart: messages print them differently."""
    return MetricIdentifier(
        name=metric.name, selector=None if metric.selector is None else _decode_selector(metric.selector)
    )


def _decode_selector(selector: WireLabelSelector) -> LabelSelector:
    return LabelSelector(
        match_labels=tuple(sorted(selector.match_labels.items())),
        match_expressions=tuple(
            LabelSelectorRequirement(key=wanted.key, operator=wanted.operator, values=wanted.values)
            for wanted in selector.match_expressions
        ),
    )


def _decode_target(target: WireMetricTarget, field: str, milli_value: MilliValue) -> MetricTarget:
    def milli(written: WireQuantity | None, name: str) -> Milli | None:
        return None if written is None else Milli(milli_value(read_quantity(written, f"{field}.{name}")))

    return MetricTarget(
        type=target.type,
        value=milli(target.value, "value"),
        average_value=milli(target.average_value, "averageValue"),
        average_utilization=target.average_utilization,
    )
