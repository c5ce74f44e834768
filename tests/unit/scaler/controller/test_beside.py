"""Claims about `scaler.controller.beside`: transitions of state are told once, with who did it, in whole syncs."""

from dataclasses import replace

from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.controller.pause import PAUSED, PAUSED_UNTIL
from tests.support.builders import PARITY
from tests.support.metric_builders import external_average
from tests.unit.scaler.controller.seen import companion, world
from tests.unit.scaler.controller.syncing import IDLE, MINUTES, Controller, asleep, controller


async def paused() -> Controller:
    """A human's zero, while there is a backlog."""
    made = controller()
    made.human_scales(0)
    await made.sync()
    return made


async def test_going_to_zero_is_told_once() -> None:
    made = await asleep()
    await made.sync_after(1)
    assert ["SuccessfulRescale", "ScaledToZero"] == made.told
    assert "scaled Deployment/worker from 3 replicas to zero: All metrics below target" == made.message("ScaledToZero")


async def test_waking_is_told_with_its_cause() -> None:
    made = await asleep()
    made.shows(external_average(90))
    await made.sync_after(1)
    text = "scaled Deployment/worker from zero to 3 replicas: external metric"
    assert made.message("WokenUp").startswith(text)


async def test_a_human_who_wakes_it_is_named() -> None:
    made = await asleep()
    made.human_scales(2)
    made.shows(external_average(60))
    await made.sync_after(1)
    text = "kubectl scaled Deployment/worker up to 2 replicas at 2025-01-01T00:06:00Z"
    assert text == made.message("WokenUp")


async def test_who_pauses_it_by_a_zero_is_named() -> None:
    made = await paused()
    text = (
        "kubectl scaled Deployment/worker to zero at 2025-01-01T00:00:00Z: nothing wakes it until somebody scales it up"
    )
    assert (["Paused"], text) == (made.told, made.message("Paused"))


async def test_where_nobody_is_noted_for_a_zero_that_is_said() -> None:
    made = controller()
    made.scales(0, ReplicasWriter(kind=WriterKind.OTHER))
    await made.sync()
    assert made.message("Paused").startswith("somebody whom managedFields don't name scaled Deployment/worker to zero")


async def test_a_pause_that_goes_on_is_told_once() -> None:
    made = await paused()
    await made.sync_after(15)
    assert 1 == made.told.count("Paused")


async def test_who_resumes_it_is_named() -> None:
    made = await paused()
    made.human_scales(1)
    await made.sync_after(15)
    assert made.message("Resumed").startswith("kubectl scaled Deployment/worker up to 1 replica at ")


async def test_an_explicit_pause_is_told_with_its_reason_and_its_end() -> None:
    made = controller()
    until = {PAUSED: "moving the queue", PAUSED_UNTIL: "2025-01-01T08:00:00Z"}
    made.wanted = replace(made.wanted, annotations=until)
    await made.sync()
    text = (
        "Deployment/worker stays at 3 replicas by the annotation lagzero.dev/paused, until 2025-01-01T08:00:00Z: "
        "moving the queue"
    )
    assert text == made.message("Paused")


async def test_the_end_of_an_explicit_pause_is_told() -> None:
    made = controller()
    made.wanted = replace(made.wanted, annotations={PAUSED: "true"})
    await made.sync()
    made.wanted = replace(made.wanted, annotations={})
    await made.sync_after(15)
    assert ["Paused", "SuccessfulRescale", "Resumed"] == made.told


async def test_after_a_restart_a_known_pause_is_not_told_again() -> None:
    made = await paused()
    made.restart()
    await made.sync_after(15)
    assert 1 == made.told.count("Paused")


async def test_a_pause_that_was_made_while_the_scaler_was_down_is_told() -> None:
    made = controller(external_average(90))
    await made.sync()
    made.restart()
    made.human_scales(0)
    await made.sync_after(15)
    assert 1 == made.told.count("Paused")


async def test_a_companion_tells_of_its_border() -> None:
    made = Controller(world(IDLE), companion(replace(controller(IDLE).wanted.spec)))
    await made.sync()
    await made.sync_after(6 * MINUTES)
    made.shows(external_average(90))
    await made.sync_after(1)
    assert ["ScaledToZero", "WokenUp"] == [reason for reason in made.told if reason != "SuccessfulRescale"]


async def test_in_parity_only_the_stock_controllers_events_are_told() -> None:
    made = Controller(world(IDLE), controller(IDLE).wanted, PARITY)
    await made.sync()
    await made.sync_after(6 * MINUTES)
    made.human_scales(1)
    await made.sync_after(1)
    assert {"SuccessfulRescale"} == set(made.told)
