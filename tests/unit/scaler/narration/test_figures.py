"""Claims about `scaler.narration.figures`: numbers, lengths of time and names as people read them."""

import math
from datetime import timedelta

import pytest

from scaler.algorithm.model import AlgorithmSettings
from scaler.algorithm.rules import effective_rules
from scaler.api.types import (
    ContainerResourceMetricSource,
    CrossVersionObjectReference,
    ExternalMetricSource,
    LabelSelector,
    LabelSelectorRequirement,
    MetricIdentifier,
    MetricSpec,
    MetricTarget,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    Tolerance,
    UnknownMetricSource,
)
from scaler.narration.figures import counted, length, metric_name, number, tolerance
from tests.support.builders import UP, behavior, observation

TARGET = MetricTarget(type="AverageValue")
LABELS = LabelSelector(match_labels=(("b", "2"), ("a", "1")))
EXPRESSIONS = LabelSelector(
    match_expressions=(
        LabelSelectorRequirement(key="a", operator="In", values=("x", "y")),
        LabelSelectorRequirement(key="b", operator="Exists"),
    )
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.0, "1"),
        (0.0, "0"),
        (1.1, "1.1"),
        (1.100001, "1.100001"),
        (4 / 3, "1.333333"),
        (100.0, "100"),
        (-2.5, "-2.5"),
        (6.1489e13, "6.1489e+13"),
        (math.inf, "infinite"),
        (-math.inf, "minus infinite"),
        (math.nan, "undefined"),
    ],
)
def test_a_number_is_short_and_keeps_its_meaning(value: float, expected: str) -> None:
    assert expected == number(value)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0, "0s"), (0.5, "500ms"), (1.5, "1s"), (60, "1m"), (90, "1m30s"), (3600, "1h"), (3661, "1h1m1s"), (90000, "25h")],
)
def test_a_length_of_time_is_written_as_go_writes_it(seconds: float, expected: str) -> None:
    assert expected == length(timedelta(seconds=seconds))


def test_one_is_not_many() -> None:
    assert ["0 pods", "1 pod", "2 pods"] == [counted(count, "pod") for count in range(3)]


def test_a_tolerance_is_told_as_the_ratios_that_change_nothing() -> None:
    wide_up = behavior(up=type(UP)(policies=UP.policies, tolerance=Tolerance(0.5)))
    assert "0.9 to 1.5" == tolerance(effective_rules(observation(behavior=wide_up).spec, AlgorithmSettings()))


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (ExternalMetricSource(metric=MetricIdentifier(name="lag"), target=TARGET), "External lag"),
        (
            ExternalMetricSource(metric=MetricIdentifier(name="lag", selector=LABELS), target=TARGET),
            "External lag{a=1, b=2}",
        ),
        (
            PodsMetricSource(metric=MetricIdentifier(name="busy", selector=EXPRESSIONS), target=TARGET),
            "Pods busy{a In (x,y), b Exists}",
        ),
        (
            ExternalMetricSource(metric=MetricIdentifier(name="lag", selector=LabelSelector()), target=TARGET),
            "External lag",
        ),
        (
            ObjectMetricSource(
                described_object=CrossVersionObjectReference(kind="Queue", name="mail"),
                metric=MetricIdentifier(name="depth"),
                target=TARGET,
            ),
            "Object depth of Queue/mail",
        ),
        (ResourceMetricSource(name="cpu", target=TARGET), "Resource cpu"),
        (
            ContainerResourceMetricSource(name="cpu", container="app", target=TARGET),
            "ContainerResource cpu of container app",
        ),
        (UnknownMetricSource(type="Magic"), "unknown type Magic"),
    ],
)
def test_a_metric_is_named_by_type_name_and_selector(metric: MetricSpec, expected: str) -> None:
    assert expected == metric_name(metric)
