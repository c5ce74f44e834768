"""Claims about `scaler.controller.beside`: demand that waits is told, with what it waits for, in whole syncs."""

from dataclasses import replace
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from scaler.api.types import Mode, ZeroSpec
from scaler.controller.beside import Vigilance
from scaler.controller.pause import PAUSED
from tests.support.builders import PARITY
from tests.support.fakes import FakeRivals
from tests.support.metric_builders import Metric, cpu, external_average, unavailable
from tests.unit.scaler.controller.seen import ID, KEY, autoscaler, target, world
from tests.unit.scaler.controller.syncing import BACKLOG, IDLE, Controller, asleep, controller

WAITS = "lagzero.dev/DemandWaiting"


async def paused() -> Controller:
    """A human's zero, while there is a backlog."""
    made = controller()
    made.human_scales(0)
    await made.sync()
    return made


async def test_demand_that_waits_on_a_pause_is_told_after_a_while() -> None:
    made = await paused()
    for _ in range(5):
        await made.sync_after(60)
    text = (
        "metric lag has shown demand since 2025-01-01T00:00:00Z, and it waits: kubectl scaled "
        "Deployment/worker to zero at 2025-01-01T00:00:00Z. Scale it up to let the autoscaler take over"
    )
    assert (1, ("True", "WaitingWhilePaused", text)) == (
        made.told.count("WaitingWhilePaused"),
        made.condition(WAITS),
    )


async def test_before_that_it_is_not() -> None:
    made = await paused()
    await made.sync_after(299)
    assert ("", "", "") == made.condition(WAITS)


async def test_while_paused_demand_is_asked_for_now_and_then_and_moves_nothing() -> None:
    made = await paused()
    for _ in range(8):
        done = await made.sync_after(15)
        assert (0, (), None) == (made.count, done.decision.current_metrics, done.decision.rescale)
    assert 3 == len(made.world.metrics.asked)


@pytest.mark.parametrize(("minutes", "expected"), [(1, "True"), (0, "")])
async def test_the_threshold_is_what_was_asked_for_and_zero_is_never(minutes: int, expected: str) -> None:
    made = await paused()
    made.vigilance = Vigilance(demand_waiting=timedelta(minutes=minutes))
    for _ in range(5):
        await made.sync_after(30)
    assert expected == made.condition(WAITS)[0]


async def test_it_is_not_asked_for_in_parity() -> None:
    made = Controller(world(BACKLOG), controller().wanted, PARITY)
    made.human_scales(0)
    for _ in range(8):
        await made.sync_after(60)
    assert ([], ("", "", "")) == (made.world.metrics.asked, made.condition(WAITS))


async def test_an_explicit_pause_is_named_too() -> None:
    made = controller()
    made.wanted = replace(made.wanted, annotations={PAUSED: "moving the queue"})
    for _ in range(6):
        await made.sync_after(60)
    text = (
        "Deployment/worker stays at 3 replicas by the annotation lagzero.dev/paused: moving the queue. lagzero resume"
    )
    assert text in made.condition(WAITS)[2]


async def test_demand_that_the_held_replicas_were_meant_for_does_not_wait() -> None:
    made = controller(external_average(90))
    made.wanted = replace(made.wanted, annotations={PAUSED: "true"})
    for _ in range(6):
        await made.sync_after(60)
    assert ("", "", "") == made.condition(WAITS)


async def test_a_metric_that_cannot_be_read_ends_no_wait() -> None:
    made = await paused()
    made.shows(unavailable(BACKLOG))
    await made.sync_after(200)
    made.shows(BACKLOG)
    await made.sync_after(100)
    assert "True" == made.condition(WAITS)[0]


async def test_when_nothing_waits_any_more_that_is_said() -> None:
    made = await paused()
    for _ in range(5):
        await made.sync_after(60)
    made.shows(IDLE)
    await made.sync_after(60)
    assert ("False", "WaitingIsOver") == made.condition(WAITS)[:2]


async def test_a_restart_tells_nothing_twice() -> None:
    made = await paused()
    for _ in range(5):
        await made.sync_after(60)
    made.restart()
    for _ in range(6):
        await made.sync_after(60)
    assert (1, "True") == (made.told.count("WaitingWhilePaused"), made.condition(WAITS)[0])


async def test_a_wake_up_that_is_refused_is_told_with_its_cause() -> None:
    made = await asleep()
    made.world.scales.refusal = "exceeded quota"
    made.shows(BACKLOG)
    with capture_logs():
        for _ in range(7):
            await made.sync_after(50)
    text = "Deployment/worker sleeps and doesn't wake: the count could not be written: exceeded quota"
    assert (True, 1) == (
        made.condition(WAITS)[2].endswith(text),
        made.told.count("WaitingForWakeUp"),
    )


async def test_a_wake_up_ends_the_wait() -> None:
    made = await asleep()
    made.world.scales.refusal = "exceeded quota"
    made.shows(BACKLOG)
    with capture_logs():
        for _ in range(7):
            await made.sync_after(50)
    made.world.scales.refusal = ""
    await made.sync_after(1)
    assert ("False", "WaitingIsOver") == made.condition(WAITS)[:2]


async def test_one_that_only_watches_tells_of_no_wait() -> None:
    made = controller(zero=ZeroSpec(mode=Mode.SHADOW))
    made.human_scales(0)
    for _ in range(7):
        await made.sync_after(60)
    assert ("", "", "") == made.condition(WAITS)


async def test_at_zero_an_obstacle_is_named_as_what_it_waits_for() -> None:
    made = await asleep()
    made.world.rivals = FakeRivals(others=(ID, replace(ID, key=replace(KEY, name="other"))))
    made.shows(BACKLOG)
    for _ in range(7):
        await made.sync_after(60)
    assert "no count is computed, since Deployment/worker is also the target of" in made.condition(WAITS)[2]


@pytest.mark.parametrize("metric", [cpu({"a": 100})], ids=["cpu"])
async def test_a_metric_of_pods_shows_no_demand_at_zero(metric: Metric) -> None:
    made = Controller(world(metric, has=target(0)), autoscaler(replace(controller(metric).wanted.spec)))
    made.human_scales(0)
    for _ in range(7):
        await made.sync_after(60)
    assert ([], ("", "", "")) == (made.world.metrics.asked, made.condition(WAITS))
