"""Claims about `scaler.controller.clock_set`, and about memories by a clock that is set."""

from datetime import UTC, datetime, timedelta

import pytest
from structlog.testing import capture_logs

from scaler.algorithm.memory import Activation, Memory, Recommendation, ScaleEvent
from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.controller.clock_set import Instant, moved, set_by
from scaler.controller.memories import Memories
from tests.support.clock import ManualClock
from tests.unit.scaler.controller.seen import autoscaler

NOW = datetime(2025, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def later(wall_seconds: float, monotonic_seconds: float) -> Instant:
    return Instant(wall=NOW + timedelta(seconds=wall_seconds), monotonic_seconds=monotonic_seconds)


def memory(at: datetime) -> Memory:
    writer = ReplicasWriter(kind=WriterKind.OTHER, manager="kubectl", at=NOW)
    return Memory(
        recommendations=(Recommendation(at=at, replicas=4),),
        scale_ups=(ScaleEvent(at=at, change=2),),
        scale_downs=(ScaleEvent(at=at, change=1, outdated=True),),
        activation=Activation(scaled_to_zero=True, idle_since=at, adopted=writer),
    )


@pytest.mark.parametrize("seconds", [-3600.0, -1.0, 1.0, 3600.0])
def test_a_clock_that_was_set_is_told_by_the_one_that_nobody_sets(seconds: float) -> None:
    assert timedelta(seconds=seconds) == set_by(later(0, 0), later(15 + seconds, 15))


@pytest.mark.parametrize("seconds", [-0.9, 0.0, 0.9])
def test_drift_is_nothing(seconds: float) -> None:
    assert timedelta(0) == set_by(later(0, 0), later(15 + seconds, 15))


@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_every_time_that_was_ours_moves_and_that_of_the_api_server_stays(by: timedelta) -> None:
    assert memory(NOW + by) == moved(memory(NOW), by)


def test_an_empty_memory_stays_empty() -> None:
    assert Memory.empty() == moved(Memory.empty(), HOUR)


def test_without_a_change_of_the_clock_it_is_the_same_memory() -> None:
    remembered = memory(NOW)
    assert remembered is moved(remembered, timedelta(0))


class SettableClock(ManualClock):
    """Its wall clock is wrong by what a test says."""

    wrong_by = timedelta(0)

    def now(self) -> datetime:
        return super().now() + self.wrong_by


@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_what_was_remembered_before_the_clock_was_set_is_as_old_as_before(by: timedelta) -> None:
    memories, clock = Memories(), SettableClock()
    memories.keep(autoscaler(), memory(memories.now(clock)), None)
    clock.wrong_by = by
    with capture_logs() as logs:
        now = memories.now(clock)
    assert memory(now) == memories.recall(autoscaler(), now).memory
    assert [by.total_seconds()] == [entry["seconds"] for entry in logs]


@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_what_a_sync_remembers_during_which_the_clock_was_set_is_as_old_as_before(by: timedelta) -> None:
    memories, clock = Memories(), SettableClock()
    began = memories.now(clock)
    memories.recall(autoscaler(), began)
    clock.wrong_by = by
    with capture_logs():
        now = memories.now(clock)  # for another autoscaler
    memories.keep(autoscaler(), memory(began), None)
    assert memory(now) == memories.recall(autoscaler(), now).memory


async def test_a_clock_that_only_goes_on_moves_nothing() -> None:
    memories, clock = Memories(), SettableClock()
    began = memories.now(clock)
    memories.keep(autoscaler(), memory(began), None)
    await clock.advance(3600)
    assert memory(began) == memories.recall(autoscaler(), memories.now(clock)).memory
