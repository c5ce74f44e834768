"""Claims about `scaler.controller.memories`: what survives from one sync to the next, and a restart."""

from dataclasses import replace
from datetime import datetime

import pytest

from scaler.algorithm.memory import Activation, Memory
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.controller.memories import Memories, memory_of_status
from scaler.controller.remembered import memory_in_status
from tests.support.builders import HUMAN, memory
from tests.support.metric_builders import NOW
from tests.unit.scaler.controller.seen import ID, autoscaler, companion

REMEMBERED = memory(recommendations=[(10, 3)], claim=True)
WRITTEN = AutoscalerStatus(current_replicas=5, desired_replicas=5)
OLD = AutoscalerStatus(current_replicas=1, desired_replicas=1)


def claim(status: str) -> AutoscalerStatus:
    condition = Condition(type="ScaledToZero", status=status, reason="", message="", last_transition=NOW)
    return AutoscalerStatus(conditions=(condition,))


def test_the_memory_that_was_kept_is_recalled() -> None:
    memories = Memories()
    memories.keep(autoscaler(), REMEMBERED, None)
    assert REMEMBERED == memories.recall(autoscaler(resource_version="99"), NOW).memory


def test_before_anything_was_kept_the_objects_own_status_counts() -> None:
    assert OLD == Memories().recall(autoscaler(status=OLD), NOW).status


def test_while_the_cache_shows_the_object_we_wrote_over_our_status_is_the_newer_one() -> None:
    memories = Memories()
    memories.keep(autoscaler(status=OLD), REMEMBERED, WRITTEN)
    assert WRITTEN == memories.recall(autoscaler(status=OLD), NOW).status


def test_once_the_cache_moved_on_the_objects_status_counts() -> None:
    memories = Memories()
    memories.keep(autoscaler(status=OLD), REMEMBERED, WRITTEN)
    edited = replace(WRITTEN, current_replicas=7)
    assert edited == memories.recall(autoscaler(status=edited, resource_version="11"), NOW).status


def test_a_sync_that_writes_no_status_keeps_the_one_written_over_the_same_version() -> None:
    memories = Memories()
    memories.keep(autoscaler(status=OLD), REMEMBERED, WRITTEN)
    memories.keep(autoscaler(status=OLD), REMEMBERED, None)
    assert WRITTEN == memories.recall(autoscaler(status=OLD), NOW).status


def test_a_sync_of_a_newer_version_that_writes_no_status_drops_the_written_one() -> None:
    memories = Memories()
    memories.keep(autoscaler(status=OLD), REMEMBERED, WRITTEN)
    newer = autoscaler(status=OLD, resource_version="11")
    memories.keep(newer, REMEMBERED, None)
    assert OLD == memories.recall(newer, NOW).status


def test_an_object_made_again_under_its_name_starts_anew() -> None:
    memories = Memories()
    memories.keep(autoscaler(), REMEMBERED, WRITTEN)
    reborn = autoscaler(uid="uid-2", status=OLD)
    recalled = memories.recall(reborn, NOW)
    assert (Memory.empty(), OLD) == (recalled.memory, recalled.status)


def test_what_was_forgotten_starts_anew() -> None:
    memories = Memories()
    memories.keep(autoscaler(), REMEMBERED, WRITTEN)
    memories.forget(ID)
    assert Memory.empty() == memories.recall(autoscaler(), NOW).memory


def test_forgetting_what_was_never_kept_changes_nothing() -> None:
    memories = Memories()
    memories.forget(ID)
    assert Memory.empty() == memories.recall(autoscaler(), NOW).memory


@pytest.mark.parametrize(("status", "expected"), [("True", True), ("False", False), ("Unknown", False)])
def test_after_a_start_the_condition_says_whose_zero_it_is(status: str, expected: bool) -> None:
    assert expected is memory_of_status(claim(status), NOW).activation.scaled_to_zero


def test_after_a_start_without_the_condition_nothing_is_claimed() -> None:
    assert memory_of_status(AutoscalerStatus(), NOW).activation.scaled_to_zero is None


@pytest.mark.parametrize("at", [NOW, None])
def test_an_adopted_writer_survives_in_status(at: datetime | None) -> None:
    adopted = replace(HUMAN, at=at)
    kept = memory_in_status(Memory(activation=Activation(adopted=adopted)), NOW)
    assert adopted == memory_of_status(AutoscalerStatus(memory=kept), NOW).activation.adopted


def test_an_empty_memory_takes_no_room_in_status() -> None:
    assert memory_in_status(Memory.empty(), NOW) is None


@pytest.mark.parametrize("junk", [{"adoptedZero": "kubectl"}, {"adoptedZero": None}, {"other": 1}, {}])
def test_a_memory_that_is_none_of_ours_is_nobodys(junk: dict[str, object]) -> None:
    assert memory_of_status(AutoscalerStatus(memory=junk), NOW).activation.adopted is None


@pytest.mark.parametrize(
    "junk", [{}, {"kind": "emperor"}, {"kind": "other", "at": "yesterday"}, {"at": 5}, {"kind": None, "at": None}]
)
def test_a_memory_that_was_edited_by_hand_is_forgotten(junk: dict[str, object]) -> None:
    assert Memory.empty() == memory_of_status(AutoscalerStatus(memory={"adoptedZero": junk}), NOW)


def test_a_sync_that_ended_in_a_write_is_recalled_as_after_a_start() -> None:
    """It may have written a count without an answer; in one life that would be forgotten, and written once more."""
    memories = Memories()
    memories.keep(autoscaler(), REMEMBERED, None)
    memories.about_to_write(ID)
    recalled = memories.recall(autoscaler(), NOW)
    assert (Memory.empty(), True) == (recalled.memory, recalled.is_found)


def test_one_that_ended_before_it_wrote_or_after_it_remembered_forgets_nothing() -> None:
    memories = Memories()
    memories.about_to_write(ID)
    memories.keep(autoscaler(), REMEMBERED, None)
    memories.recall(autoscaler(), NOW)
    again = memories.recall(autoscaler(), NOW)
    assert (REMEMBERED, False) == (again.memory, again.is_found)


def test_two_of_one_name_and_different_kinds_are_remembered_apart() -> None:
    memories = Memories()
    memories.keep(autoscaler(), REMEMBERED, None)
    assert Memory.empty() == memories.recall(companion(), NOW).memory
