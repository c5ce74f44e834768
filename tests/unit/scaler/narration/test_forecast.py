"""Claims about `scaler.narration.forecast`: the earliest change, found by deciding again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scaler.algorithm.model import ExplicitPause
from scaler.api.types import ScalingRules
from scaler.narration.forecast import next_change
from tests.support.builders import after, behavior, memory, observation, percent_policy
from tests.support.metric_builders import external_average
from tests.unit.scaler.narration.told import record

MINUTE = timedelta(minutes=1)
HIGHER = memory(recommendations=[(100, 6)])
FALLING = observation(external_average(30), spec_replicas=6)


@pytest.mark.parametrize(("step", "seconds"), [(1, 201), (15, 210), (60, 240), (120, 240)])
def test_a_held_scale_down_comes_at_the_first_look_after_the_window(step: int, seconds: int) -> None:
    change = next_change(record(FALLING, HIGHER), timedelta(seconds=step))
    assert (after(seconds), 1) == (change.at, change.replicas)


def test_metrics_that_ask_for_what_there_is_change_nothing() -> None:
    change = next_change(record(observation(external_average(90)), memory()), MINUTE)
    assert (None, None, "not within an hour, if the metrics stay as they are") == (
        change.at,
        change.replicas,
        change.text,
    )


def test_what_comes_after_the_hour_is_not_looked_for() -> None:
    slow = behavior(down=ScalingRules(stabilization_window_seconds=3601, policies=(percent_policy(100),)))
    seen = observation(external_average(30), spec_replicas=6, behavior=slow)
    assert next_change(record(seen, memory(recommendations=[(0, 6)])), MINUTE).at is None


def test_an_accepted_write_is_where_the_next_change_starts_from() -> None:
    change = next_change(record(observation(external_average(300)), memory()), MINUTE)
    assert (after(60), 10) == (change.at, change.replicas)


def test_a_pause_with_an_end_names_it() -> None:
    paused = replace(FALLING, pause=ExplicitPause(reason="", until=after(100)))
    assert after(100) == next_change(record(paused), MINUTE).at


def test_a_pause_without_an_end_lasts() -> None:
    change = next_change(record(replace(FALLING, pause=ExplicitPause(reason=""))), MINUTE)
    assert "not before the annotation lagzero.dev/paused is gone (lagzero resume)" == change.text


def test_a_cooldown_is_told_to_its_end() -> None:
    change = next_change(record(FALLING, HIGHER), timedelta(seconds=15))
    assert "in 3m30s, to 1 replica, if the metrics stay as they are" == change.text
