"""Is each metric source refused for what it lacks, and for nothing else?"""

import pytest

from scaler.api.field_errors import FieldError
from scaler.api.quantities import DecodeError
from scaler.api.validation_references import ApiVersionRule
from scaler.api.validation_sources import (
    container_resource_errors,
    external_errors,
    object_errors,
    pods_errors,
    resource_errors,
)
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
from tests.unit.scaler.api.specs import CONTAINER_RESOURCE, EXTERNAL, HALF, INGRESS, OBJECT, PODS, QUEUE, RESOURCE

EMPTY = WireMetricTarget(type="Value")
BOTH = WireMetricTarget(type="Value", value="1", average_value="1")
RAW_AND_PERCENT = WireMetricTarget(type="Utilization", average_value="1", average_utilization=1)


def texts(errors: tuple[FieldError, ...]) -> list[str]:
    return [str(error).removeprefix("m.") for error in errors]


def external(target: WireMetricTarget, metric: WireMetricIdentifier = QUEUE) -> list[str]:
    return texts(tuple(external_errors(WireExternalMetricSource(metric=metric, target=target), "m")))


def test_complete_sources_are_fine() -> None:
    errors = (
        *external_errors(EXTERNAL, "m"),
        *object_errors(OBJECT, "m", ApiVersionRule.GROUP_OPTIONAL),
        *pods_errors(PODS, "m"),
        *resource_errors(RESOURCE, "m"),
        *container_resource_errors(CONTAINER_RESOURCE, "m"),
    )
    assert errors == ()


def test_an_external_metric_needs_a_target() -> None:
    expected = ["target.averageValue: Required value: must set either a target value for metric or a per-pod target"]
    assert expected == external(EMPTY)


def test_an_external_metric_has_one_target() -> None:
    expected = ["target.value: Forbidden: may not set both a target value for metric and a per-pod target"]
    assert expected == external(BOTH)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", ["metric.name: Required value: must specify a metric name"]),
        ("..", ["metric.name: Invalid value: \"..\": may not be '..'"]),
    ],
    ids=["no name", "no path"],
)
def test_a_metric_has_a_name_that_fits_a_path(name: str, expected: list[str]) -> None:
    assert expected == external(WireMetricTarget(type="Value", value=1), WireMetricIdentifier(name=name))


def test_a_target_without_a_type_is_told_twice() -> None:
    expected = [
        "target.type: Required value: must specify a metric target type",
        'target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
    ]
    assert expected == external(WireMetricTarget(value="1"))


@pytest.mark.parametrize(("amount", "shown"), [("0", "0"), (0, "0"), ("-0.01", "-10m"), (-1, "-1"), ("0Ki", "0")])
def test_a_target_is_positive_and_shown_in_its_normal_form(amount: WireQuantity, shown: str) -> None:
    expected = [f'target.value: Invalid value: "{shown}": must be positive']
    assert expected == external(WireMetricTarget(type="Value", value=amount))


def test_the_smallest_amount_is_positive() -> None:
    assert external(WireMetricTarget(type="Value", value="1n")) == []


def test_a_target_that_is_no_amount_is_not_validated() -> None:
    with pytest.raises(DecodeError):
        external(WireMetricTarget(type="Value", value="much"))


def test_a_percentage_is_at_least_one() -> None:
    expected = ["target.averageUtilization: Invalid value: 0: must be greater than 0"]
    assert expected == external(WireMetricTarget(type="Value", value=1, average_utilization=0))


def test_an_object_metric_needs_a_target() -> None:
    source = WireObjectMetricSource(described_object=INGRESS, metric=QUEUE, target=EMPTY)
    expected = ["target.averageValue: Required value: must set either a target value or averageValue"]
    assert expected == texts(tuple(object_errors(source, "m", ApiVersionRule.GROUP_OPTIONAL)))


def test_an_object_metric_may_have_both_targets() -> None:
    source = WireObjectMetricSource(described_object=INGRESS, metric=QUEUE, target=BOTH)
    assert tuple(object_errors(source, "m", ApiVersionRule.GROUP_OPTIONAL)) == ()


def test_a_pods_metric_needs_an_average() -> None:
    source = WirePodsMetricSource(metric=QUEUE, target=WireMetricTarget(type="Value", value=1))
    expected = ["target.averageValue: Required value: must specify a positive target averageValue"]
    assert expected == texts(tuple(pods_errors(source, "m")))


def test_an_average_that_is_not_positive_is_told_once() -> None:
    source = WirePodsMetricSource(metric=QUEUE, target=WireMetricTarget(type="AverageValue", average_value=0))
    expected = ['target.averageValue: Invalid value: "0": must be positive']
    assert expected == texts(tuple(pods_errors(source, "m")))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (
            EMPTY,
            ["target.averageUtilization: Required value: must set either a target raw value or a target utilization"],
        ),
        (
            RAW_AND_PERCENT,
            ["target.averageValue: Forbidden: may not set both a target raw value and a target utilization"],
        ),
    ],
    ids=["none", "both"],
)
def test_a_resource_has_one_target(target: WireMetricTarget, expected: list[str]) -> None:
    plain = resource_errors(WireResourceMetricSource(name="cpu", target=target), "m")
    of_container = container_resource_errors(
        WireContainerResourceMetricSource(name="cpu", container="app", target=target), "m"
    )
    assert [expected, expected] == [texts(tuple(plain)), texts(tuple(of_container))]


def test_a_resource_has_any_name_but_none() -> None:
    errors = (
        *resource_errors(WireResourceMetricSource(name="", target=HALF), "m"),
        *resource_errors(WireResourceMetricSource(name="bogus", target=HALF), "m"),
    )
    assert texts(errors) == ["name: Required value: must specify a resource name"]


@pytest.mark.parametrize(
    ("name", "container", "expected"),
    [
        ("", "app", ["name: Required value: must specify a resource name"]),
        ("cpu", "", ["container: Required value: must specify a container"]),
        ("pods", "app", ['name: Invalid value: "pods": must be a standard resource for containers']),
        ("cpu", "a.b", ['container: Invalid value: "a.b": must not contain dots']),
    ],
)
def test_a_container_and_its_resource_have_proper_names(name: str, container: str, expected: list[str]) -> None:
    source = WireContainerResourceMetricSource(name=name, container=container, target=HALF)
    assert expected == texts(tuple(container_resource_errors(source, "m")))
