"""Does a measurement print as the controller prints it?"""

import pytest

from scaler.api.encode import as_json
from scaler.api.encode_metrics import amount, encode_metric_status, resource_amount
from scaler.api.metric_status import (
    ContainerResourceMetricStatus,
    ExternalMetricStatus,
    FailedMetricStatus,
    MetricStatus,
    ObjectMetricStatus,
    PodsMetricStatus,
    ResourceMetricStatus,
)
from scaler.api.types import (
    CrossVersionObjectReference,
    LabelSelector,
    LabelSelectorRequirement,
    MetricIdentifier,
    Milli,
)

QUEUE = MetricIdentifier(name="queue_depth")
INGRESS = CrossVersionObjectReference(api_version="networking.k8s.io/v1", kind="Ingress", name="main")


@pytest.mark.parametrize(
    ("status", "printed"),
    [
        (FailedMetricStatus(), {"type": ""}),
        (
            ExternalMetricStatus(metric=QUEUE, average_value=Milli(46163)),
            {
                "type": "External",
                "external": {"metric": {"name": "queue_depth"}, "current": {"averageValue": "46163m"}},
            },
        ),
        (
            ObjectMetricStatus(metric=QUEUE, described_object=INGRESS, value=Milli(968491)),
            {
                "type": "Object",
                "object": {
                    "metric": {"name": "queue_depth"},
                    "current": {"value": "968491m"},
                    "describedObject": {"kind": "Ingress", "name": "main", "apiVersion": "networking.k8s.io/v1"},
                },
            },
        ),
        (
            PodsMetricStatus(metric=QUEUE, average_value=Milli(4894)),
            {"type": "Pods", "pods": {"metric": {"name": "queue_depth"}, "current": {"averageValue": "4894m"}}},
        ),
        (
            ResourceMetricStatus(name="cpu", average_value=Milli(84), average_utilization=84),
            {
                "type": "Resource",
                "resource": {"name": "cpu", "current": {"averageValue": "84m", "averageUtilization": 84}},
            },
        ),
        (
            ContainerResourceMetricStatus(name="cpu", container="app", average_value=Milli(190)),
            {
                "type": "ContainerResource",
                "containerResource": {"name": "cpu", "current": {"averageValue": "190m"}, "container": "app"},
            },
        ),
    ],
    ids=lambda part: part["type"] or "failed" if isinstance(part, dict) else "",
)
def test_each_type_prints_in_its_shape(status: MetricStatus, printed: dict[str, object]) -> None:
    assert printed == as_json(encode_metric_status(status))


def test_an_external_total_stands_beside_its_selector() -> None:
    selector = LabelSelector(
        match_labels=(("name", "mail"),),
        match_expressions=(LabelSelectorRequirement(key="zone", operator="In", values=("a",)),),
    )
    status = ExternalMetricStatus(metric=MetricIdentifier(name="lag", selector=selector), value=Milli(23_000))
    expected = {
        "metric": {
            "name": "lag",
            "selector": {
                "matchLabels": {"name": "mail"},
                "matchExpressions": [{"key": "zone", "operator": "In", "values": ["a"]}],
            },
        },
        "current": {"value": "23"},
    }
    assert {"type": "External", "external": expected} == as_json(encode_metric_status(status))


def test_an_object_that_nobody_named_prints_empty() -> None:
    printed = encode_metric_status(ObjectMetricStatus(metric=QUEUE, average_value=Milli(1000))).object
    assert printed is not None
    assert as_json(printed.described_object) == {"kind": "", "name": ""}


@pytest.mark.parametrize(("milli", "text"), [(0, "0"), (1, "1m"), (1000, "1"), (12_000_000, "12k"), (-500, "-500m")])
def test_plain_amounts_print_in_powers_of_ten(milli: int, text: str) -> None:
    assert text == amount(Milli(milli))


@pytest.mark.parametrize(
    ("milli", "text"),
    [
        (95_536_924_444, "95536924444m"),
        (1023_000, "1023"),
        (1024_000, "1Ki"),
        (1025_000, "1025"),
        (134_217_728_000, "128Mi"),
    ],
    ids=["not whole bytes", "below a kibibyte", "a kibibyte", "a byte more", "mebibytes"],
)
def test_memory_prints_in_powers_of_1024_where_it_can(milli: int, text: str) -> None:
    assert text == resource_amount("memory", Milli(milli))


def test_other_resources_print_in_powers_of_ten() -> None:
    assert resource_amount("ephemeral-storage", Milli(1024_000)) == "1024"
