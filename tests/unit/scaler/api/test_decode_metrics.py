"""Does an entry of `spec.metrics` become the source its type names?"""

import msgspec
import pytest

from adapter.kube.quantity import Quantity
from scaler.api.decode_metrics import decode_identifier, decode_metric
from scaler.api.quantities import DecodeError
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
    WireLabelSelectorRequirement,
    WireMetricIdentifier,
    WireMetricSpec,
    WireMetricTarget,
)
from tests.unit.scaler.api.specs import EXTERNAL, ONE_OF_EACH, QUEUE, RESOURCE

QUEUE_DEPTH = MetricIdentifier(name="queue_depth")
THIRTY = MetricTarget(type="AverageValue", average_value=Milli(30_000))
HALF = MetricTarget(type="Utilization", average_utilization=50)
INGRESS = CrossVersionObjectReference(api_version="networking.k8s.io/v1", kind="Ingress", name="main")


def decoded(metric: WireMetricSpec) -> MetricSpec:
    return decode_metric(metric, "spec.metrics[2]", Quantity.milli_value)


@pytest.mark.parametrize(
    ("wire", "value"),
    list(
        zip(
            ONE_OF_EACH,
            (
                ExternalMetricSource(metric=QUEUE_DEPTH, target=THIRTY),
                ObjectMetricSource(described_object=INGRESS, metric=QUEUE_DEPTH, target=THIRTY),
                PodsMetricSource(metric=QUEUE_DEPTH, target=THIRTY),
                ResourceMetricSource(name="cpu", target=HALF),
                ContainerResourceMetricSource(name="cpu", container="app", target=HALF),
            ),
            strict=True,
        )
    ),
    ids=lambda side: getattr(side, "type", None),
)
def test_each_type_becomes_its_source(wire: WireMetricSpec, value: MetricSpec) -> None:
    assert value == decoded(wire)


@pytest.mark.parametrize("kind", ["External", "Object", "Pods", "Resource", "ContainerResource", "Queue", ""])
def test_a_type_without_its_source_is_unknown(kind: str) -> None:
    assert UnknownMetricSource(type=kind) == decoded(WireMetricSpec(type=kind))


def test_a_source_that_the_type_does_not_name_is_ignored() -> None:
    both = WireMetricSpec(type="Resource", external=EXTERNAL, resource=RESOURCE)
    assert ResourceMetricSource(name="cpu", target=HALF) == decoded(both)


def test_type_and_target_may_be_at_odds() -> None:
    target = WireMetricTarget(type="Utilization", value="1500m", average_value=2)
    metric = WireMetricSpec(type="External", external=WireExternalMetricSource(metric=QUEUE, target=target))
    expected = MetricTarget(type="Utilization", value=Milli(1500), average_value=Milli(2000))
    assert ExternalMetricSource(metric=QUEUE_DEPTH, target=expected) == decoded(metric)


def test_the_rounding_is_the_callers() -> None:
    target = WireMetricTarget(type="Value", value="7")
    metric = WireMetricSpec(type="External", external=WireExternalMetricSource(metric=QUEUE, target=target))
    rounded = decode_metric(metric, "spec.metrics[0]", lambda _: 41)
    assert isinstance(rounded, ExternalMetricSource)
    assert rounded.target.value == 41


@pytest.mark.parametrize(("wire", "source"), list(zip(ONE_OF_EACH[:3], ("external", "object", "pods"), strict=True)))
def test_an_amount_that_is_none_is_refused_with_its_place(wire: WireMetricSpec, source: str) -> None:
    document = msgspec.json.decode(msgspec.json.encode(wire))
    document[source]["target"]["averageValue"] = "thirty"
    with pytest.raises(DecodeError) as refused:
        decoded(msgspec.convert(document, WireMetricSpec))
    assert f"spec.metrics[2].{source}.target.averageValue" == refused.value.field


def test_no_selector_and_an_empty_one_stay_apart() -> None:
    names = (
        WireMetricIdentifier(name="queue_depth"),
        WireMetricIdentifier(name="queue_depth", selector=WireLabelSelector()),
    )
    assert [None, LabelSelector()] == [decode_identifier(name).selector for name in names]


def test_labels_of_a_selector_are_sorted_by_key() -> None:
    selector = WireLabelSelector(match_labels={"zone": "a", "name": "mail"})
    read = decode_identifier(WireMetricIdentifier(name="queue_depth", selector=selector))
    assert LabelSelector(match_labels=(("name", "mail"), ("zone", "a"))) == read.selector


def test_an_expression_keeps_its_operator_and_the_order_of_its_values() -> None:
    wanted = WireLabelSelectorRequirement(key="name", operator="Near", values=("b", "a"))
    read = decode_identifier(
        WireMetricIdentifier(name="queue_depth", selector=WireLabelSelector(match_expressions=(wanted,)))
    )
    expected = LabelSelectorRequirement(key="name", operator="Near", values=("b", "a"))
    assert LabelSelector(match_expressions=(expected,)) == read.selector
