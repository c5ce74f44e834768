"""Claims about `scaler.narration.outlook`: the earliest change of the count that status lets anybody know."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

import pytest

from scaler.algorithm.bound import DOWN_LIMIT, TOO_FEW, UP_LIMIT
from scaler.api.types import Mode, ScalingRules, ZeroSpec
from scaler.narration.outlook import Outlook, outlook
from scaler.narration.standing import Standing
from tests.support.builders import after, behavior, pods_policy, spec
from tests.support.metric_builders import external_average
from tests.unit.scaler.narration.standings import DOWN_WINDOW, FOUND, at, condition, limited, standing

DISABLED = condition("ScalingActive", "False", "ScalingDisabled")
ONE_A_MINUTE = behavior(
    up=ScalingRules(policies=(pods_policy(1, 60),)), down=ScalingRules(policies=(pods_policy(1, 60),))
)
BY_POLICIES = spec(external_average(1), behavior=ONE_A_MINUTE)
COOLING = replace(spec(external_average(1), min_replicas=0), zero=ZeroSpec(cooldown_seconds=120))
SHADOW = replace(spec(external_average(1)), zero=ZeroSpec(mode=Mode.SHADOW))
HIGHER = {"recommendations": [{"replicas": 6, "until": at(-60)}, {"replicas": 2}]}


def moment(found: Standing) -> datetime | None:
    return outlook(found).at


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (standing(FOUND, DOWN_WINDOW, memory=HIGHER), 240),
        (standing(FOUND, limited("CoolingDown"), memory={"idleSince": at(-45)}, wanted=COOLING), 75),
        (
            standing(
                FOUND, limited(UP_LIMIT[0]), memory={"scaleUps": [{"change": 1, "at": at(-20)}]}, wanted=BY_POLICIES
            ),
            40,
        ),
        (
            standing(
                FOUND, limited(DOWN_LIMIT[0]), memory={"scaleDowns": [{"change": 1, "at": at(-50)}]}, wanted=BY_POLICIES
            ),
            10,
        ),
    ],
    ids=["a window", "a cooldown", "growth", "shrinking"],
)
def test_what_ends_at_a_known_moment_is_told_with_it(found: Standing, expected: float) -> None:
    assert after(expected) == moment(found)


@pytest.mark.parametrize(
    "found",
    [
        standing(FOUND),
        standing(FOUND, limited(TOO_FEW[0])),
        standing(FOUND, DOWN_WINDOW),
        standing(FOUND, DOWN_WINDOW, memory={"recommendations": [{"replicas": 6}]}),
        standing(FOUND, limited("CoolingDown"), wanted=COOLING),
        standing(FOUND, limited("CoolingDown"), memory={"idleSince": at(-300)}, wanted=COOLING),
        standing(FOUND, limited(UP_LIMIT[0]), memory={"scaleUps": [{"change": 1, "at": at(-90)}]}, wanted=BY_POLICIES),
        standing(
            FOUND,
            limited(UP_LIMIT[0]),
            memory={"scaleUps": [{"change": 1, "at": at(-5), "outdated": True}]},
            wanted=BY_POLICIES,
        ),
    ],
    ids=[
        *("nothing holds it", "a bound", "no memory", "a run that goes on"),
        *("no idle time", "over", "an event that is too old", "an outdated event"),
    ],
)
def test_where_no_moment_is_known_any_look_may_change_it(found: Standing) -> None:
    assert (None, "any look") == (moment(found), outlook(found).brief)


@pytest.mark.parametrize(
    ("found", "brief", "text"),
    [
        (standing(), "unknown", "unknown: the autoscaler was not looked at yet"),
        (standing(FOUND, wanted=SHADOW), "never (Shadow)", "not by this autoscaler: spec.zero.mode is Shadow"),
        (
            standing(DISABLED, state="Paused", replicas=0),
            "by hand",
            "not by itself: somebody has to scale it up",
        ),
        (standing(DISABLED, state="", replicas=0), "by hand", "not by itself: somebody has to scale it up"),
        (
            standing(condition("ScalingActive", "False", "ScalingPaused"), state="PausedExplicitly"),
            "when resumed",
            "not before the annotation lagzero.dev/paused is gone (lagzero resume, or the workload's)",
        ),
        (
            standing(FOUND, state="ScaledToZero", replicas=0),
            "on demand",
            "as soon as a metric shows demand: it is looked at every --wake-interval",
        ),
        (
            standing(FOUND, condition("ScaledToZero", "True", "ScaledToZero"), state="", replicas=0),
            "on demand",
            "as soon as a metric shows demand: it is looked at every --wake-interval",
        ),
        (
            standing(condition("ScalingActive", "False", "FailedGetExternalMetric", "no lag"), state="ScaledToZero"),
            "when metrics are read",
            "not before its metrics can be read: no lag",
        ),
        (
            standing(condition("ScalingActive", "False", "AmbiguousTarget", "two of them"), state="AmbiguousTarget"),
            "when put right",
            "not before this is put right: two of them",
        ),
        (
            standing(FOUND, condition("AbleToScale", "False", "FailedGetScale", "gone"), state="NoTarget"),
            "when put right",
            "not before this is put right: gone",
        ),
    ],
)
def test_what_has_to_happen_first_is_told(found: Standing, brief: str, text: str) -> None:
    assert Outlook(brief=brief, text=text) == outlook(found)


@pytest.mark.parametrize(
    ("annotations", "brief"),
    [
        ({"lagzero.dev/paused": "x", "lagzero.dev/paused-until": "2026-01-01T13:00:00Z"}, "2026-01-01T13:00:00Z"),
        ({"lagzero.dev/paused": "x", "lagzero.dev/paused-until": "whenever"}, "when resumed"),
        ({"lagzero.dev/paused-until": "2026-01-01T13:00:00Z"}, "when resumed"),
    ],
    ids=["until then", "no time", "no pause of its own"],
)
def test_a_pause_ends_when_its_annotation_says(annotations: Mapping[str, str], brief: str) -> None:
    paused = condition("ScalingActive", "False", "ScalingPaused")
    assert brief == outlook(standing(paused, state="PausedExplicitly", annotations=annotations)).brief


def test_the_other_side_is_told_to_be_free() -> None:
    told = outlook(standing(FOUND, DOWN_WINDOW, memory=HIGHER)).text
    assert "fewer, if the metrics stay as they are; more: at any look whose metrics ask for it" == told
