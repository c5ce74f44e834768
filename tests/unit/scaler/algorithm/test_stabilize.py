"""Recent recommendations hold a count as the stock controller's do, in both of its forms."""

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Rejected
from scaler.algorithm.memory import Recommendation
from scaler.algorithm.settle import settle
from scaler.algorithm.stabilize import HIGHEST, LOWEST, MATCHES, stabilize
from scaler.algorithm.stages import EffectiveRules, Form
from scaler.api.types import ScalingRules
from tests.support.builders import DOWN, PARITY, SETTINGS, UP, after, behavior, memory, observation
from tests.support.metric_builders import NOW, external_average
from tests.support.vectors import vectors


class Given(msgspec.Struct):
    form: Form
    current: int
    proposal: int
    recent: list[tuple[float, int]]
    up_window: int = 0
    down_window: int = 300


class Expect(msgspec.Struct):
    replicas: int
    reason: str
    remembered: list[tuple[float, int]]


class Case(msgspec.Struct):
    id: str
    source: str
    given: Given
    expect: Expect


MESSAGES = {"ReadyForNewScale": MATCHES, "ScaleDownStabilized": HIGHEST, "ScaleUpStabilized": LOWEST}


@pytest.mark.parametrize("case", vectors(Path(__file__).with_name("stabilize.vectors.json"), Case))
def test_the_windows_let_pass_what_the_table_says(case: Case) -> None:
    given, expect = case.given, case.expect
    rules = EffectiveRules(
        form=given.form,
        up_window=timedelta(seconds=given.up_window),
        down_window=timedelta(seconds=given.down_window),
        up=UP,
        down=DOWN,
        up_tolerance=SETTINGS.tolerance,
        down_tolerance=SETTINGS.tolerance,
    )

    stabilized = stabilize(given.proposal, given.current, _entries(given.recent), rules, NOW)

    remembered = [((NOW - entry.at).total_seconds(), entry.replicas) for entry in stabilized.recommendations]
    assert (expect.replicas, expect.reason, MESSAGES[expect.reason]) == (
        stabilized.replicas,
        stabilized.reason,
        stabilized.message,
    )
    assert expect.remembered == remembered


def _entries(recent: list[tuple[float, int]]) -> tuple[Recommendation, ...]:
    return memory(recommendations=recent).recommendations or ()


def test_a_longer_window_brings_back_what_was_not_overwritten() -> None:
    metric = external_average(60, target=30)
    short = behavior(down=ScalingRules(stabilization_window_seconds=60, policies=DOWN.policies))
    long = behavior(down=ScalingRules(stabilization_window_seconds=600, policies=DOWN.policies))
    remembered = memory(recommendations=[(400, 9), (200, 7)])
    first = decide(observation(metric, spec_replicas=2, behavior=short), remembered, PARITY)
    seen = observation(metric, spec_replicas=8, behavior=long, now=after(15))

    # 200 s ago was the last expired slot: it is gone, and the 9 before it counts again.
    assert decide(seen, first.memory, PARITY).desired == 8


def test_a_refused_write_is_still_remembered_as_a_recommendation() -> None:
    seen = observation(external_average(240, target=30), spec_replicas=3)
    decision = decide(seen, memory(), SETTINGS)
    assert decision.rescale is not None

    settled = settle(decision, Rejected(rescale=decision.rescale, message="no"), seen, SETTINGS)

    assert (Recommendation(at=NOW, replicas=8),) == settled.memory.recommendations
