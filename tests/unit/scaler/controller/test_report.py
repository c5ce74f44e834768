"""Claims about `scaler.controller.report`: which status and events follow from a decision."""

from dataclasses import replace

from structlog.testing import capture_logs

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, NotNeeded, Outcome, Rejected, Rescale
from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import MetricUnavailable
from scaler.api.autoscaler import AutoscalerStatus
from scaler.controller.beside import Beside
from scaler.controller.memories import Recalled
from scaler.controller.notes import NO_NOTES
from scaler.controller.remembered import memory_in_status
from scaler.controller.report import report
from scaler.controller.sync import Sync
from tests.support.builders import HUMAN, SETTINGS, memory, observation, synced
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import NOW, external_average
from tests.unit.scaler.controller.seen import KEY, autoscaler, reasons, world

BACKLOG = external_average(150)
RESCALE = Rescale(current=3, desired=5, reason="because")
SEEN = observation(BACKLOG, min_replicas=0)
DECISION = decide(SEEN, memory(), SETTINGS)
EMPTY = AutoscalerStatus()
SILENCE = Beside(notes=NO_NOTES)


async def reported(
    made: FakeWorld,
    decision: Decision = DECISION,
    *,
    status: AutoscalerStatus = EMPTY,
    outcome: Outcome = NotNeeded(),  # noqa: B008 -- a frozen value
    said: Beside = SILENCE,
) -> AutoscalerStatus | None:
    recalled = Recalled(memory=Memory.empty(), status=status)
    sync = Sync(observation=SEEN, memory=recalled.memory, settings=SETTINGS, decision=decision, outcome=outcome)
    return await report(autoscaler(), recalled, sync, said, made.ports)


async def test_a_status_that_differs_is_written_and_returned() -> None:
    made = world()
    assert await reported(made) == made.statuses.stored[KEY]


async def test_a_status_that_stays_is_not_written_again() -> None:
    made = world()
    first = await reported(made)
    assert first is not None
    assert (None, 1) == (await reported(made, status=first), made.statuses.writes)


async def test_counts_state_and_generation_are_those_of_the_decision() -> None:
    made = world()
    status = await reported(made)
    assert status is not None
    assert (3, 5, "Active", 1) == (
        status.current_replicas,
        status.desired_replicas,
        status.state,
        status.observed_generation,
    )


async def test_the_column_of_targets_is_filled() -> None:
    status = await reported(world())
    assert status is not None
    assert "50/30 (avg)" == status.targets


async def test_an_unavailable_metric_shows_as_unknown_in_the_column() -> None:
    seen = replace(observation(BACKLOG, min_replicas=0), readings=(MetricUnavailable(message="down"),))
    status = await reported(world(), decide(seen, memory(), SETTINGS))
    assert status is not None
    assert "<unknown>/30 (avg)" == status.targets


async def test_an_accepted_write_sets_the_time_of_the_last_scale() -> None:
    status = await reported(world(), outcome=Accepted(rescale=RESCALE))
    assert status is not None
    assert NOW == status.last_scale_time


async def test_a_rejected_write_does_not() -> None:
    outcome = Rejected(rescale=RESCALE, message="no")
    with capture_logs():
        status = await reported(world(), outcome=outcome)
    assert status is not None
    assert status.last_scale_time is None


async def test_the_adopted_writer_is_kept_in_status() -> None:
    adopted = Memory(activation=Activation(adopted=HUMAN, scaled_to_zero=True))
    status = await reported(world(), replace(DECISION, memory=adopted))
    assert status is not None
    assert memory_in_status(adopted, NOW) == status.memory


async def test_events_of_the_decision_are_published() -> None:
    made = world()
    await reported(made, synced(observation(BACKLOG, min_replicas=0), memory()))
    assert ["SuccessfulRescale"] == reasons(made.events.published)


async def test_events_are_published_even_where_the_status_stays() -> None:
    made = world()
    decision = synced(observation(BACKLOG, min_replicas=0), memory())
    first = await reported(made, decision)
    assert first is not None
    await reported(made, decision, status=first)
    assert ["SuccessfulRescale"] * 2 == reasons(made.events.published)


async def test_a_status_that_could_not_be_written_is_said_and_not_remembered() -> None:
    made = FakeWorld()
    with capture_logs() as logs:
        assert await reported(made) is None
    assert ["could not write status"] == [entry["event"] for entry in logs]


async def test_a_write_that_was_taken_is_logged_with_both_counts() -> None:
    with capture_logs() as logs:
        await reported(world(), outcome=Accepted(rescale=RESCALE))
    expected = {
        "event": "scaled target",
        "log_level": "info",
        "autoscaler": "jobs/worker",
        "current": 3,
        "desired": 5,
        "reason": "because",
    }
    assert [expected] == logs


async def test_a_write_that_was_refused_is_logged_with_its_cause() -> None:
    with capture_logs() as logs:
        await reported(world(), outcome=Rejected(rescale=RESCALE, message="quota exceeded"))
    assert [("could not scale target", "quota exceeded")] == [(entry["event"], entry["reason"]) for entry in logs]


async def test_a_sync_without_a_write_logs_nothing() -> None:
    with capture_logs() as logs:
        await reported(world())
    assert [] == logs
