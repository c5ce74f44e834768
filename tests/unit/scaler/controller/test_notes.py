"""Claims about `scaler.controller.notes`: what a start finds in status to go on from."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.states import AutoscalerState
from scaler.controller.notes import NO_NOTES, moved_notes, notes_found
from scaler.controller.waiting import Waiting
from tests.support.builders import after
from tests.support.metric_builders import NOW


def told(kind: str, status: str = "True") -> AutoscalerStatus:
    condition = Condition(type=kind, status=status, reason="any", message="", last_transition=after(-600))
    return AutoscalerStatus(conditions=(condition,), last_scale_time=after(-20))


def test_an_empty_status_tells_nothing() -> None:
    assert NO_NOTES == notes_found(AutoscalerStatus(), NOW)


@pytest.mark.parametrize("state", AutoscalerState)
def test_the_state_is_known(state: AutoscalerState) -> None:
    assert state is notes_found(AutoscalerStatus(state=state.value), NOW).state


@pytest.mark.parametrize("state", ["AmbiguousTarget", "Contested", "of another version"])
def test_what_is_no_state_of_the_workload_is_none(state: str) -> None:
    assert notes_found(AutoscalerStatus(state=state), NOW).state is None


def test_a_fight_goes_on() -> None:
    contest = notes_found(told("lagzero.dev/Contested"), NOW).contest
    assert (after(-600), after(-20)) == (contest.since, contest.wrote_at)


def test_a_wait_goes_on() -> None:
    waiting = notes_found(told("lagzero.dev/DemandWaiting"), NOW).waiting
    assert (after(-600), True) == (waiting.since, waiting.is_told)


@pytest.mark.parametrize("kind", ["lagzero.dev/Contested", "lagzero.dev/DemandWaiting"])
def test_what_is_over_is_over(kind: str) -> None:
    assert NO_NOTES == notes_found(told(kind, "False"), NOW)


def test_when_the_clock_is_set_all_that_lasts_goes_along() -> None:
    hour = timedelta(hours=1)
    notes = notes_found(told("lagzero.dev/Contested"), NOW)
    moved = moved_notes(replace(notes, waiting=Waiting(since=NOW, metric="lag", probed=NOW)), hour)
    assert (after(3000), after(3580), after(3600), after(3600)) == (
        moved.contest.since,
        moved.contest.wrote_at,
        moved.waiting.since,
        moved.waiting.probed,
    )


def test_when_it_is_not_nothing_moves() -> None:
    notes = notes_found(told("lagzero.dev/Contested"), NOW)
    assert notes is moved_notes(notes, timedelta(0))


def test_without_a_fight_or_a_wait_there_is_nothing_to_move() -> None:
    assert NO_NOTES == moved_notes(NO_NOTES, timedelta(hours=1))
