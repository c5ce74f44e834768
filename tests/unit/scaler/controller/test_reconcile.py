"""Claims about `scaler.controller.reconcile`: one sync from the first read to the last write, on the fakes."""

from dataclasses import replace

from structlog.testing import capture_logs

from scaler.algorithm.decision import Accepted, NotNeeded, Rejected
from scaler.algorithm.memory import Memory
from scaler.api.states import AutoscalerState
from scaler.api.types import InitialState, ZeroSpec
from scaler.controller.memories import Memories
from scaler.controller.reconcile import reconcile
from tests.support.builders import HUMAN, OURS, SETTINGS, spec
from tests.support.clock import ManualClock
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import external_average, unavailable
from tests.unit.scaler.controller.seen import KEY, autoscaler, target, world
from tests.unit.scaler.controller.syncing import BACKLOG, IDLE, MINUTES, Controller, asleep, controller


async def test_a_backlog_is_scaled_to() -> None:
    made = controller()
    done = await made.sync()
    assert (5, Accepted) == (made.count, type(done.outcome))


async def test_a_sync_tells_what_it_was_given_to_remember() -> None:
    done = await controller().sync()
    assert Memory.empty() == done.memory


async def test_an_idle_target_goes_to_zero_after_the_window() -> None:
    made = controller(IDLE)
    await made.sync()
    before = made.count
    await made.sync_after(6 * MINUTES)
    assert (3, 0) == (before, made.count)


async def test_a_sleeping_target_wakes_on_demand() -> None:
    made = await asleep()
    made.shows(external_average(90))
    await made.sync_after(1)
    assert 3 == made.count


async def test_a_sleeping_target_stays_asleep_while_its_metric_is_unavailable() -> None:
    made = await asleep()
    made.shows(unavailable(BACKLOG))
    done = await made.sync_after(1)
    assert (0, AutoscalerState.SCALED_TO_ZERO) == (made.count, done.decision.state)


async def test_a_target_is_never_shrunk_while_its_metric_is_unavailable() -> None:
    made = controller(unavailable(BACKLOG))
    await made.sync()
    await made.sync_after(60 * MINUTES)
    assert 3 == made.count


async def test_a_humans_zero_is_a_pause() -> None:
    made = controller()
    made.human_scales(0)
    done = await made.sync_after(1)
    assert (0, AutoscalerState.PAUSED, NotNeeded()) == (made.count, done.decision.state, done.outcome)


async def test_a_human_who_scales_up_ends_the_pause() -> None:
    made = controller()
    made.human_scales(0)
    await made.sync_after(1)
    made.human_scales(1)
    await made.sync_after(1)
    assert 5 == made.count


async def test_a_human_who_wakes_a_sleeping_target_and_puts_it_to_zero_again_pauses_it() -> None:
    made = await asleep()
    made.shows(BACKLOG)
    made.human_scales(1)
    made.human_scales(0)
    done = await made.sync_after(1)
    assert (0, AutoscalerState.PAUSED) == (made.count, done.decision.state)


async def test_a_humans_zero_that_the_watch_has_not_told_yet_is_not_undone() -> None:
    made = await asleep()
    made.shows(BACKLOG)
    made.human_scales(1)
    made.human_scales(0)
    with capture_logs():
        done = await reconcile(made.wanted, made.world.ports, made.memories, SETTINGS, made.clock)
    assert (0, Rejected) == (made.count, type(done.outcome))


async def test_after_a_restart_a_zero_of_ours_still_wakes() -> None:
    made = await asleep()
    made.restart()
    made.shows(external_average(90))
    await made.sync_after(1)
    assert 3 == made.count


async def test_after_a_restart_a_humans_zero_is_still_a_pause() -> None:
    made = controller()
    made.human_scales(0)
    await made.sync_after(1)
    made.restart()
    await made.sync_after(1)
    assert 0 == made.count


async def test_an_adopted_zero_wakes_even_after_a_restart() -> None:
    made = Controller(
        world(IDLE, has=target(0, writer=HUMAN)),
        autoscaler(spec(IDLE, min_replicas=0, zero=ZeroSpec(initial=InitialState.SCALED_TO_ZERO))),
    )
    await made.sync()
    made.restart()
    made.shows(external_average(90))
    await made.sync_after(1)
    assert 3 == made.count


async def test_min_replicas_raised_while_asleep_wakes_to_it() -> None:
    made = await asleep()
    made.wanted = replace(made.wanted, spec=replace(made.wanted.spec, min_replicas=2), generation=2)
    await made.sync_after(1)
    assert 2 == made.count


async def test_min_replicas_raised_while_paused_does_not_wake() -> None:
    made = controller()
    made.human_scales(0)
    await made.sync_after(1)
    made.wanted = replace(made.wanted, spec=replace(made.wanted.spec, min_replicas=2), generation=2)
    await made.sync_after(1)
    assert 0 == made.count


async def test_a_rejected_write_leaves_the_desired_count_of_status_alone() -> None:
    made = controller()
    made.world.scales.refusal = "quota exceeded"
    with capture_logs():
        await made.sync()
    assert 0 == made.world.statuses.stored[KEY].desired_replicas


async def test_a_sync_that_changes_nothing_writes_nothing() -> None:
    made = controller(external_average(90))
    await made.sync()
    await made.sync_after(15)
    settled = made.world.statuses.writes
    await made.sync_after(15)
    assert (settled, [], OURS) == (
        made.world.statuses.writes,
        made.world.scales.writes,
        next(iter(made.world.scales.stored.values())).writer,
    )


async def test_a_missing_target_is_said_in_the_condition() -> None:
    made = FakeWorld()
    made.statuses.put(autoscaler())
    done = await reconcile(autoscaler(), made.ports, Memories(), SETTINGS, ManualClock())
    conditions = {condition.type: condition.reason for condition in made.statuses.stored[KEY].conditions}
    assert (None, "FailedGetScale") == (done.decision.current, conditions["AbleToScale"])
