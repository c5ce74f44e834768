"""Claims about `scaler.narration.status_why`: what held the count at the last look, as far as status says."""

from collections.abc import Mapping

import pytest

from scaler.algorithm.bound import DOWN_LIMIT, TOO_FEW, TOO_MANY, UP_LIMIT
from scaler.api.conditions import Condition
from scaler.narration.status_why import why_by_status
from tests.unit.scaler.narration.standings import (
    DOWN_WINDOW,
    FOUND,
    METRIC,
    UP_WINDOW,
    at,
    condition,
    limited,
    standing,
)


def why(*conditions: Condition, memory: Mapping[str, object] | None = None) -> tuple[str, str]:
    told = why_by_status(standing(*conditions, memory=memory))
    return told.not_fewer, told.not_more


def test_where_nothing_held_it_the_metric_that_asked_is_named() -> None:
    assert (f"{METRIC} asked for 3", "no metric asked for more than 3") == why(FOUND)


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (TOO_FEW[0], "minReplicas is 2"),
        (DOWN_LIMIT[0], "the scale-down policies allowed no fewer than 3"),
        ("WorkInFlight", "said"),
        ("WorkInFlightUnknown", "said"),
        ("CoolingDown", "one replica stays for the cooldown of 0s"),
    ],
)
def test_what_held_it_from_below_says_why_not_fewer(reason: str, text: str) -> None:
    assert (f"{METRIC} asked for fewer, but {text}", "no metric asked for more than 3") == why(FOUND, limited(reason))


@pytest.mark.parametrize(
    ("reason", "text"),
    [(TOO_MANY[0], "maxReplicas is 10"), (UP_LIMIT[0], "the scale-up policies allowed 3 replicas")],
)
def test_what_held_it_from_above_says_why_not_more(reason: str, text: str) -> None:
    assert (f"{METRIC} asked for more than 3", f"{METRIC} asked for more, but {text}") == why(FOUND, limited(reason))


def test_a_window_is_told_with_the_recommendation_that_it_holds() -> None:
    memory = {
        "recommendations": [{"replicas": 6, "until": at(-60)}, {"replicas": 4, "until": at(-15)}, {"replicas": 2}]
    }
    expected = (
        f"{METRIC} asked for fewer, but the scale-down window of 5m holds the recommendation of 6, "
        "last made at 2026-01-01T11:59:00Z"
    )
    assert expected == why(FOUND, DOWN_WINDOW, memory=memory)[0]


@pytest.mark.parametrize(
    ("memory", "text"),
    [
        (None, "recommendations within the scale-down window of 5m were others"),
        ({"recommendations": [{"replicas": 6, "until": at(-600)}]}, "within the scale-down window of 5m were others"),
        ({"recommendations": [{"replicas": 6}]}, "the scale-down window of 5m holds the recommendation of 6"),
    ],
    ids=["no memory", "an old one", "the present one"],
)
def test_a_window_is_told_as_far_as_memory_goes(memory: Mapping[str, object] | None, text: str) -> None:
    assert text in why(FOUND, DOWN_WINDOW, memory=memory)[0]


def test_a_window_of_growth_is_told_with_the_lowest_recommendation() -> None:
    assert "recommendations within the scale-up window of 0s were others" in why(FOUND, UP_WINDOW)[1]


@pytest.mark.parametrize(
    ("conditions", "fewer", "more"),
    [
        ((), "unknown: the autoscaler was not looked at yet", "unknown: the autoscaler was not looked at yet"),
        ((condition("ScalingActive", "False", "ScalingPaused", "paused"),), "paused", "paused"),
        (
            (condition("ScalingActive", "False", "FailedGetExternalMetric", "no lag"),),
            "nothing shrinks while a metric can't be used: no lag",
            "no metric that can be used asked for more",
        ),
        (
            (FOUND, condition("AbleToScale", "False", "FailedGetScale", "gone")),
            "nothing moves while this is so: gone",
            "nothing moves while this is so: gone",
        ),
        (
            (condition("ScalingActive", "True", "ValidMetricFound", "in words that nobody knows"),),
            "a metric asked for 3",
            "no metric asked for more than 3",
        ),
    ],
    ids=["never looked at", "paused", "a metric failed", "no scale", "other words"],
)
def test_where_nothing_is_computed_the_condition_says_why(
    conditions: tuple[Condition, ...], fewer: str, more: str
) -> None:
    assert (fewer, more) == why(*conditions)
