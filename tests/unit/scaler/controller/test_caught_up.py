"""Claims about `scaler.controller.caught_up`: the write of ours that a memory misses, and what is none."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from scaler.algorithm.decide import decide
from scaler.algorithm.memory import Memory, Recommendation, ScaleEvent
from scaler.algorithm.model import ReplicasWriter, Scale
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition, ConditionStatus
from scaler.api.types import Behavior
from scaler.controller.caught_up import caught_up
from scaler.controller.contest import Contest
from scaler.controller.memories import Recalled
from scaler.controller.notes import Notes
from scaler.controller.observe import Seen
from tests.support.builders import HUMAN, OURS, SETTINGS, UP, behavior, observation
from tests.support.metric_builders import NOW, external_average
from tests.unit.scaler.controller.seen import target

WROTE = NOW - timedelta(seconds=20)
ABLE = Condition(type="AbleToScale", status=ConditionStatus.TRUE, reason="", message="", last_transition=NOW)
WAITS_UP = behavior(up=replace(UP, stabilization_window_seconds=60))


def recalled(known: int) -> Recalled:
    """After a start whose status knows of so many replicas."""
    status = AutoscalerStatus(current_replicas=known, desired_replicas=known, conditions=(ABLE,))
    return Recalled(memory=Memory(), status=status, is_found=True)


def seen(count: int, *, writer: ReplicasWriter = OURS, at: datetime | None = WROTE, whole_range: bool = True) -> Seen:
    scale = Scale(spec_replicas=count, status_replicas=count, selector="app=worker")
    sight = replace(observation(external_average(90)), scale=scale)
    sight = replace(sight, spec=replace(sight.spec, behavior=behavior()))
    found = replace(target(), scale=scale, writer=replace(writer, at=at))
    return Seen(observation=sight, target=found, whole_range=whole_range)


def remembering(known: int, *counts: int) -> Recalled:
    """The same, where so much was recommended at the look before the write."""
    before = tuple(Recommendation(at=WROTE - timedelta(seconds=15), replicas=count) for count in counts)
    return replace(recalled(known), memory=Memory(recommendations=before))


def under(rules: Behavior, count: int, *, demand: float = 90) -> Seen:
    """A look at a count that we wrote, with those rules, where each replica is for a demand of 30."""
    sight = seen(count)
    asked = replace(sight.observation.spec, behavior=rules)
    reading = external_average(demand).reading
    return replace(sight, observation=replace(sight.observation, spec=asked, readings=(reading,)))


def test_a_scale_down_that_status_does_not_know_is_entered_with_its_time() -> None:
    memory = caught_up(recalled(6), seen(2)).memory
    assert ((ScaleEvent(at=WROTE, change=4),), None) == (memory.scale_downs, memory.recommendations)


def test_a_scale_up_that_status_does_not_know_was_recommended_too() -> None:
    memory = caught_up(recalled(2), seen(6)).memory
    expected = (ScaleEvent(at=WROTE, change=4),), (Recommendation(at=WROTE, replicas=6),)
    assert expected == (memory.scale_ups, memory.recommendations)


def test_after_a_scale_down_that_status_does_not_know_the_next_scale_up_waits_for_its_window() -> None:
    sight = under(WAITS_UP, 2)
    memory = caught_up(remembering(6, 6), sight).memory
    looks = [NOW, WROTE + timedelta(seconds=59), WROTE + timedelta(seconds=60)]
    assert [2, 2, 3] == [decide(replace(sight.observation, now=at), memory, SETTINGS).desired for at in looks]


def test_what_makes_a_scale_up_wait_holds_no_scale_down() -> None:
    sight = under(WAITS_UP, 2, demand=0)
    assert 1 == decide(sight.observation, caught_up(remembering(6, 1), sight).memory, SETTINGS).desired


def test_where_no_window_holds_scale_ups_it_recommended_nothing() -> None:
    before = remembering(6, 6)
    found = caught_up(before, under(behavior(), 2)).memory
    assert before.memory.recommendations == found.recommendations


def test_a_count_that_the_last_look_left_is_none_that_status_misses() -> None:
    """A smaller one was computed and held back: a Shadow computes, and a scale-in may wait for the marks of Pods."""
    held_back = recalled(2)
    held_back = replace(held_back, status=replace(held_back.status, current_replicas=6))
    assert held_back is caught_up(held_back, seen(6))


def test_a_count_that_was_held_back_and_then_written_is_one() -> None:
    held_back = recalled(6)
    held_back = replace(held_back, status=replace(held_back.status, desired_replicas=2))
    assert (ScaleEvent(at=WROTE, change=4),) == caught_up(held_back, seen(2)).memory.scale_downs


@pytest.mark.parametrize("count", [2, 6])
def test_of_a_look_that_found_no_scale_either_count_may_have_been_left(count: int) -> None:
    unseen = replace(ABLE, reason="FailedGetScale")
    status = AutoscalerStatus(current_replicas=2, desired_replicas=6, conditions=(unseen,))
    remembered = replace(recalled(6), status=status)
    assert remembered is caught_up(remembered, seen(count))


def test_a_count_back_where_the_last_look_found_it_before_it_wrote_is_one() -> None:
    wrote = replace(ABLE, reason="SucceededRescale")
    status = AutoscalerStatus(current_replicas=2, desired_replicas=6, conditions=(wrote,))
    assert (ScaleEvent(at=WROTE, change=4),) == caught_up(
        replace(recalled(6), status=status), seen(2)
    ).memory.scale_downs


def test_a_write_of_a_later_clock_was_just_now() -> None:
    assert (ScaleEvent(at=NOW, change=4),) == caught_up(recalled(6), seen(2, at=NOW + timedelta(9))).memory.scale_downs


def test_a_write_whose_answer_was_lost_is_entered_once_it_is_seen() -> None:
    lost = replace(recalled(6), is_found=False, notes=Notes(contest=Contest(tried=2)))
    once = caught_up(lost, seen(2))
    again = caught_up(replace(lost, memory=once.memory), seen(2))
    assert ((ScaleEvent(at=WROTE, change=4),), once.memory) == (once.memory.scale_downs, again.memory)


@pytest.mark.parametrize(
    ("remembered", "sight"),
    [
        (recalled(2), seen(2)),
        (recalled(6), seen(2, writer=HUMAN)),
        (recalled(6), seen(2, at=None)),
        (recalled(6), seen(2, whole_range=False)),
        (recalled(6), replace(seen(2), target=None)),
        (replace(recalled(6), is_found=False), seen(2)),
        (replace(recalled(6), status=AutoscalerStatus()), seen(2)),
    ],
    ids=["known", "a human's", "of no time", "a companion's", "unseen", "in one life", "before any status"],
)
def test_nothing_else_is_made_up(remembered: Recalled, sight: Seen) -> None:
    assert remembered is caught_up(remembered, sight)
