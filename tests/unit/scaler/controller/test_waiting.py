"""Claims about `scaler.controller.waiting`: since when demand waits, when that is told, and when it is looked for."""

from datetime import timedelta

import pytest

from scaler.controller.waiting import NOTHING_WAITS, Waiting, found_waiting, is_probe_due, probed, waited
from tests.support.builders import after
from tests.support.metric_builders import NOW

THRESHOLD = timedelta(minutes=5)


def seen(waiting: Waiting, metric: str | None, seconds: float) -> Waiting:
    return waited(waiting, metric, after(seconds), THRESHOLD)


def test_without_demand_nothing_waits() -> None:
    assert NOTHING_WAITS == seen(NOTHING_WAITS, "", 0)


def test_it_waits_since_demand_was_first_seen() -> None:
    assert NOW == seen(seen(NOTHING_WAITS, "lag", 0), "lag", 60).since


@pytest.mark.parametrize(("seconds", "expected"), [(299, False), (300, True), (3600, True)])
def test_it_is_told_after_the_threshold(seconds: float, expected: bool) -> None:
    assert expected is seen(seen(NOTHING_WAITS, "lag", 0), "lag", seconds).is_told


def test_the_metric_is_the_one_that_shows_demand_now() -> None:
    assert "depth" == seen(seen(NOTHING_WAITS, "lag", 0), "depth", 60).metric


def test_a_look_that_cannot_tell_changes_nothing() -> None:
    waiting = seen(NOTHING_WAITS, "lag", 0)
    assert (waiting, NOTHING_WAITS) == (seen(waiting, None, 60), seen(NOTHING_WAITS, None, 60))


def test_demand_that_was_gone_in_between_waits_anew() -> None:
    gone = seen(seen(NOTHING_WAITS, "lag", 0), "", 60)
    assert (None, after(120)) == (gone.since, seen(gone, "lag", 120).since)


def test_a_clock_that_was_set_back_tells_nothing_too_early() -> None:
    assert not seen(seen(NOTHING_WAITS, "lag", 0), "lag", -3600).is_told


def test_one_that_a_start_finds_on_record_is_not_told_anew() -> None:
    found = found_waiting(after(-600))
    assert (True, after(-600)) == (found.is_told, seen(found, "lag", 0).since)


@pytest.mark.parametrize(("seconds", "expected"), [(0, False), (59, False), (60, True), (-1, True)])
def test_it_is_looked_for_five_times_within_the_threshold(seconds: float, expected: bool) -> None:
    assert expected is is_probe_due(probed(NOTHING_WAITS, NOW), after(seconds), THRESHOLD)


def test_it_is_looked_for_at_once_where_it_never_was() -> None:
    assert is_probe_due(NOTHING_WAITS, NOW, THRESHOLD)


def test_a_look_outlives_the_end_of_a_wait() -> None:
    waiting = seen(probed(NOTHING_WAITS, NOW), "lag", 0)
    assert not is_probe_due(seen(waiting, "", 10), after(20), THRESHOLD)
