"""Policies limit a sync by what was written within their periods, and only accepted writes are entered."""

from pathlib import Path

import msgspec
import pytest

from scaler.algorithm.decision import Rescale
from scaler.algorithm.memory import Memory
from scaler.algorithm.rate_limit import rate_limit, remember_scale_event
from scaler.algorithm.rules import effective_rules
from scaler.api.types import Behavior, PolicyType, ScalingPolicy, ScalingRules, SelectPolicy, Wake
from tests.support.builders import PARITY, SETTINGS, behavior, memory, pods_policy, spec
from tests.support.metric_builders import NOW
from tests.support.vectors import vectors


class Rules(msgspec.Struct):
    policies: list[tuple[PolicyType, int, int]]
    select: SelectPolicy = SelectPolicy.MAX

    def value(self) -> ScalingRules:
        policies = [
            ScalingPolicy(type=kind, value=value, period_seconds=period) for kind, value, period in self.policies
        ]
        return ScalingRules(policies=tuple(policies), select_policy=self.select)


class Given(msgspec.Struct):
    """Without `up` and `down` there is no `behavior`; scale events are (age in seconds, replicas)."""

    current: int
    up: Rules | None = None
    down: Rules | None = None
    added: list[tuple[float, int]] = []
    removed: list[tuple[float, int]] = []
    wake: Wake = Wake.POLICIES
    parity: bool = False


class Expect(msgspec.Struct):
    floor: int | None
    ceiling: int | None


class Case(msgspec.Struct):
    id: str
    source: str
    given: Given
    expect: Expect


@pytest.mark.parametrize("case", vectors(Path(__file__).with_name("rate_limit.vectors.json"), Case))
def test_policies_limit_as_the_table_says(case: Case) -> None:
    given, expect = case.given, case.expect
    settings = PARITY if given.parity else SETTINGS
    rules = effective_rules(spec(behavior=_behavior(given)), settings)
    remembered = memory(added=given.added, removed=given.removed)

    limit = rate_limit(given.current, remembered, rules, NOW, settings, given.wake)

    assert (expect.floor, expect.ceiling) == (limit.floor, limit.ceiling)


def _behavior(given: Given) -> Behavior | None:
    if given.up is None or given.down is None:
        return None
    return behavior(up=given.up.value(), down=given.down.value())


MINUTE = behavior(
    up=ScalingRules(policies=(pods_policy(4, 15), pods_policy(8, 60))),
    down=ScalingRules(policies=(pods_policy(4, 60),)),
)


def _after_growth(remembered: Memory, behavior: Behavior | None) -> list[tuple[float, int]]:
    written = remember_scale_event(remembered, Rescale(current=2, desired=5, reason=""), behavior, NOW)
    return [((NOW - event.at).total_seconds(), event.change) for event in written.scale_ups]


def test_a_scale_event_overwrites_what_the_longest_period_has_left_behind() -> None:
    assert _after_growth(memory(added=[(61, 2), (30, 1)]), MINUTE) == [(0.0, 3), (30.0, 1)]


def test_the_last_outdated_slot_is_the_one_that_is_overwritten() -> None:
    assert _after_growth(memory(added=[(90, 2), (61, 1)]), MINUTE) == [(90.0, 2), (0.0, 3)]


def test_a_scale_event_exactly_as_old_as_the_longest_period_keeps_its_slot() -> None:
    assert _after_growth(memory(added=[(60, 2)]), MINUTE) == [(60.0, 2), (0.0, 3)]


def test_a_slot_once_outdated_stays_so_when_the_period_is_lengthened() -> None:
    marked = remember_scale_event(
        memory(added=[(90, 2), (61, 1)]), Rescale(current=2, desired=5, reason=""), MINUTE, NOW
    )
    longer = behavior(up=ScalingRules(policies=(pods_policy(8, 600),)))

    assert _after_growth(marked, longer) == [(0.0, 3), (0.0, 3)]


def test_a_scale_down_is_entered_on_its_own_side() -> None:
    written = remember_scale_event(memory(), Rescale(current=5, desired=2, reason=""), MINUTE, NOW)

    assert (written.scale_ups, [event.change for event in written.scale_downs]) == ((), [3])


def test_trap_10_without_behavior_no_scale_event_is_entered() -> None:
    assert _after_growth(memory(), None) == []
