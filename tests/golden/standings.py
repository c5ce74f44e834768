"""What can be told of an autoscaler by its status alone? Why not fewer, why not more, and the earliest next change."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scaler.algorithm.bound import DOWN_LIMIT, TOO_FEW, TOO_MANY, UP_LIMIT
from scaler.api.types import Mode, ZeroSpec
from scaler.narration.outlook import outlook
from scaler.narration.standing import Standing
from scaler.narration.status_account import explanation_of_status
from scaler.narration.text import explanation_text
from tests.support.builders import SETTINGS, behavior, spec
from tests.support.metric_builders import NOW, external_average
from tests.unit.scaler.narration.standings import (
    DOWN_WINDOW,
    FOUND,
    UP_WINDOW,
    at,
    condition,
    limited,
    standing,
)

_LAG = external_average(1)
_COOLING = replace(spec(_LAG, min_replicas=0), zero=ZeroSpec(cooldown_seconds=120))
_SHADOW = replace(spec(_LAG), zero=ZeroSpec(mode=Mode.SHADOW))
_BY_POLICIES = spec(_LAG, behavior=behavior())
_HIGHER = {"recommendations": [{"replicas": 6, "until": at(-60)}, {"replicas": 2}]}
_STEPS = {
    "scaleUps": [{"change": 1, "at": at(-5)}],
    "scaleDowns": [{"change": 2, "at": at(-5)}, {"change": 1, "at": at(-9), "outdated": True}],
}

STANDINGS: Mapping[str, Standing] = {
    "never looked at": standing(state=""),
    "free": standing(FOUND, memory={"recommendations": [{"replicas": 3}]}),
    "a minimum": standing(FOUND, limited(TOO_FEW[0])),
    "a maximum": standing(FOUND, limited(TOO_MANY[0])),
    "policies of growth": standing(FOUND, limited(UP_LIMIT[0]), memory=_STEPS, wanted=_BY_POLICIES),
    "policies of shrinking": standing(FOUND, limited(DOWN_LIMIT[0]), memory=_STEPS, wanted=_BY_POLICIES),
    "a window": standing(FOUND, DOWN_WINDOW, memory=_HIGHER),
    "a window, by what is recommended now": standing(FOUND, DOWN_WINDOW, memory={"recommendations": [{"replicas": 6}]}),
    "a window of growth, forgotten": standing(FOUND, UP_WINDOW),
    "a cooldown": standing(FOUND, limited("CoolingDown"), memory={"idleSince": at(-45)}, wanted=_COOLING),
    "work in flight": standing(FOUND, limited("WorkInFlight", "work in flight keeps 2 of 3 replicas: jobs is at 2")),
    "asleep": standing(FOUND, state="ScaledToZero", replicas=0),
    "paused by hand": standing(condition("ScalingActive", "False", "ScalingDisabled"), state="Paused", replicas=0),
    "paused": standing(condition("ScalingActive", "False", "ScalingPaused", "it is paused"), state="PausedExplicitly"),
    "paused until then": standing(
        condition("ScalingActive", "False", "ScalingPaused", "it is paused"),
        state="PausedExplicitly",
        annotations={"lagzero.dev/paused": "x", "lagzero.dev/paused-until": "2026-01-01T13:00:00Z"},
    ),
    "no metric": standing(condition("ScalingActive", "False", "FailedGetExternalMetric", "no lag")),
    "no target": standing(FOUND, condition("AbleToScale", "False", "FailedGetScale", "it is gone"), state="NoTarget"),
    "a rival": standing(condition("ScalingActive", "False", "AmbiguousTarget", "two of them"), state="AmbiguousTarget"),
    "a shadow": standing(FOUND, wanted=_SHADOW),
}


def standings() -> Iterator[str]:
    """The explanation of each, below what `lagzero status` has in its column NEXT CHANGE."""
    for name, found in STANDINGS.items():
        told = explanation_text(explanation_of_status(found.autoscaler, NOW, SETTINGS))
        yield f"{name} ({outlook(found).brief}):"
        yield from (f"    {line}".rstrip() for line in told.splitlines())
