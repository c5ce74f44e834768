"""Claims about `scaler.controller.remembered`: memory survives in status, and only what is new changes it."""

from dataclasses import replace
from datetime import datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaler.algorithm.memory import Activation, Memory, Recommendation, ScaleEvent
from scaler.controller.memories import Memories
from scaler.controller.remembered import memory_in_status, memory_kept
from tests.support.builders import HUMAN
from tests.support.metric_builders import NOW
from tests.unit.scaler.controller.seen import autoscaler

SYNC = timedelta(seconds=15)


def recommendations(*replicas: int) -> tuple[Recommendation, ...]:
    """One per sync, the last at NOW."""
    first = len(replicas) - 1
    return tuple(
        Recommendation(at=NOW - (first - index) * SYNC, replicas=count) for index, count in enumerate(replicas)
    )


def kept(memory: Memory) -> Memory:
    """Through JSON and back, read at NOW."""
    status = memory_in_status(memory, NOW)
    wire = None if status is None else msgspec.json.decode(msgspec.json.encode(status), type=dict[str, object])
    return memory_kept(wire, claim=memory.activation.scaled_to_zero, now=NOW)


def test_a_run_of_equal_recommendations_is_kept_by_its_end() -> None:
    every = recommendations(4, 4, 9, 9, 9, 2)
    assert (every[1], every[4], every[5]) == kept(Memory(recommendations=every)).recommendations


def test_another_sync_that_recommends_the_same_changes_nothing_in_status() -> None:
    before = Memory(recommendations=recommendations(7, 3, 3))
    after = Memory(recommendations=(*recommendations(7, 3, 3), Recommendation(at=NOW + SYNC, replicas=3)))
    assert memory_in_status(before, NOW) == memory_in_status(after, NOW + SYNC)


def test_a_recommendation_ends_with_the_first_sync_that_recommends_nothing() -> None:
    memory = Memory(recommendations=recommendations(7, 3))
    status = memory_in_status(memory, NOW + SYNC)
    assert memory.recommendations == memory_kept(status, claim=None, now=NOW + 9 * SYNC).recommendations


def test_a_second_sync_that_recommends_nothing_changes_nothing_in_status() -> None:
    memory = Memory(recommendations=recommendations(7, 3))
    assert memory_in_status(memory, NOW + SYNC) == memory_in_status(memory, NOW + 2 * SYNC)


def test_scale_events_idle_time_and_the_adopted_writer_come_back_as_they_were() -> None:
    memory = Memory(
        recommendations=recommendations(3),
        scale_ups=(ScaleEvent(at=NOW - SYNC, change=2), ScaleEvent(at=NOW - 9 * SYNC, change=1, outdated=True)),
        scale_downs=(ScaleEvent(at=NOW - 2 * SYNC, change=5),),
        activation=Activation(scaled_to_zero=True, idle_since=NOW - 4 * SYNC, adopted=HUMAN),
    )
    assert memory == kept(memory)


@pytest.mark.parametrize(
    "junk",
    [
        {"recommendations": 7},
        {"recommendations": [{"replicas": "many"}]},
        {"recommendations": [{"replicas": 3, "until": "yesterday"}]},
        {"scaleUps": [{"change": 1}]},
        {"idleSince": 12},
    ],
)
def test_what_cannot_be_read_is_forgotten_and_the_claim_is_not(junk: dict[str, object]) -> None:
    assert Memory(activation=Activation(scaled_to_zero=True)) == memory_kept(junk, claim=True, now=NOW)


def test_fields_of_another_version_do_no_harm() -> None:
    found = memory_kept({"recommendations": [{"replicas": 3}], "fromTheFuture": 1}, claim=None, now=NOW)
    assert recommendations(3) == found.recommendations


def test_a_time_that_is_still_to_come_by_this_clock_is_now() -> None:
    memory = Memory(
        recommendations=recommendations(9, 3),
        scale_ups=(ScaleEvent(at=NOW, change=6),),
        activation=Activation(idle_since=NOW),
    )
    found = memory_kept(memory_in_status(memory, NOW), claim=None, now=NOW - timedelta(hours=1))
    recommended, scaled = [each.at for each in found.recommendations or ()], [each.at for each in found.scale_ups]
    assert {NOW - timedelta(hours=1)} == {*recommended, *scaled, found.activation.idle_since}


@given(st.lists(st.integers(0, 20), min_size=1, max_size=30), st.integers(0, 40))
def test_a_restart_never_forgets_a_high_recommendation_of_any_window(counts: list[int], window: int) -> None:
    memory = Memory(recommendations=recommendations(*counts))
    cutoff = NOW - window * SYNC
    assert _highest(memory, cutoff) == _highest(kept(memory), cutoff)


def test_a_new_start_finds_the_windows_in_status() -> None:
    memory = Memory(recommendations=recommendations(9, 3))
    status = replace(autoscaler().status, memory=memory_in_status(memory, NOW))
    assert memory == Memories().recall(replace(autoscaler(), status=status), NOW).memory


def test_in_parity_a_new_start_forgets_its_windows_as_the_stock_controller_does() -> None:
    status = replace(autoscaler().status, memory=memory_in_status(Memory(recommendations=recommendations(9, 3)), NOW))
    memories = Memories(windows_survive=False)
    assert Memory.empty() == memories.recall(replace(autoscaler(), status=status), NOW).memory


def _highest(memory: Memory, cutoff: datetime) -> int:
    return max((entry.replicas for entry in memory.recommendations or () if entry.at >= cutoff), default=-1)
