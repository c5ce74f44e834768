"""How is a measurement written into `status.currentMetrics`? Amounts as canonical quantities, a failure as no type."""

from typing import assert_never

from adapter.kube.quantity import Quantity, QuantityFormat
from scaler.api.metric_status import (
    ContainerResourceMetricStatus,
    ExternalMetricStatus,
    FailedMetricStatus,
    MetricStatus,
    ObjectMetricStatus,
    PodsMetricStatus,
    ResourceMetricStatus,
)
from scaler.api.types import CrossVersionObjectReference, LabelSelector, MetricIdentifier, Milli
from scaler.api.wire import (
    WireLabelSelector,
    WireLabelSelectorRequirement,
    WireMetricIdentifier,
    WireReference,
)
from scaler.api.wire_status import (
    WireContainerResourceMetricStatus,
    WireExternalMetricStatus,
    WireMetricStatus,
    WireMetricValueStatus,
    WireObjectMetricStatus,
    WirePodsMetricStatus,
    WireResourceMetricStatus,
)


def encode_metric_status(status: MetricStatus) -> WireMetricStatus:
    match status:
        case ExternalMetricStatus():
            external = WireExternalMetricStatus(metric=encode_identifier(status.metric), current=_totals(status))
            return WireMetricStatus(type="External", external=external)
        case ObjectMetricStatus():
            return WireMetricStatus(type="Object", object=_encode_object(status))
        case PodsMetricStatus():
            current = WireMetricValueStatus(average_value=amount(status.average_value))
            pods = WirePodsMetricStatus(metric=encode_identifier(status.metric), current=current)
            return WireMetricStatus(type="Pods", pods=pods)
        case ResourceMetricStatus():
            resource = WireResourceMetricStatus(name=status.name, current=_usage(status))
            return WireMetricStatus(type="Resource", resource=resource)
        case ContainerResourceMetricStatus():
            container = WireContainerResourceMetricStatus(
                name=status.name, container=status.container, current=_usage(status)
            )
            return WireMetricStatus(type="ContainerResource", container_resource=container)
        case FailedMetricStatus():
            return WireMetricStatus()
        case _:
            assert_never(status)


def amount(milli: Milli) -> str:
    """Thousandths as the API prints a plain number or an amount of cpu."""
    return str(Quantity.of_milli(milli))


def resource_amount(name: str, milli: Milli) -> str:
    """Thousandths of a resource; memory in powers of 1024, where it is whole bytes and at least 1024 of them."""
    return str(Quantity.of_milli(milli, format=QuantityFormat.BINARY_SI)) if name == "memory" else amount(milli)


def encode_identifier(metric: MetricIdentifier) -> WireMetricIdentifier:
    selector = metric.selector
    return WireMetricIdentifier(name=metric.name, selector=None if selector is None else _encode_selector(selector))


def _encode_selector(selector: LabelSelector) -> WireLabelSelector:
    return WireLabelSelector(
        match_labels=dict(selector.match_labels),
        match_expressions=tuple(
            WireLabelSelectorRequirement(key=wanted.key, operator=wanted.operator, values=wanted.values)
            for wanted in selector.match_expressions
        ),
    )


def _encode_object(status: ObjectMetricStatus) -> WireObjectMetricStatus:
    return WireObjectMetricStatus(
        metric=encode_identifier(status.metric),
        current=_totals(status),
        described_object=_encode_reference(status.described_object),
    )


def _encode_reference(reference: CrossVersionObjectReference | None) -> WireReference:
    if reference is None:
        return WireReference()
    return WireReference(kind=reference.kind, name=reference.name, api_version=reference.api_version)


def _totals(status: ExternalMetricStatus | ObjectMetricStatus) -> WireMetricValueStatus:
    return WireMetricValueStatus(
        value=None if status.value is None else amount(status.value),
        average_value=None if status.average_value is None else amount(status.average_value),
    )


def _usage(status: ResourceMetricStatus | ContainerResourceMetricStatus) -> WireMetricValueStatus:
    return WireMetricValueStatus(
        average_value=resource_amount(status.name, status.average_value),
        average_utilization=status.average_utilization,
    )
