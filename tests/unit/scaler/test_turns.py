"""Claims about `scaler.turns`: the loop runs while we lead, on what is known to be current, and never else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from structlog.testing import capture_logs

from scaler.api.autoscaler import Autoscaler
from scaler.controller.reconcile import Sync
from scaler.turns import run_while_leading, serve_until_finished
from tests.unit.scaler.controller.looping import ACTIVE, settled
from tests.unit.scaler.controller.seen import autoscaler
from tests.unit.scaler.turns import WELL_SINCE, Taking, taking_turns


async def test_nothing_is_synced_before_we_lead() -> None:
    async with taking_turns() as taking:
        assert 0 == taking.began


async def test_nothing_is_synced_before_everything_was_listed() -> None:
    async with taking_turns(listed=False) as taking:
        taking.switch.turn(on=True)
        await settled()
        assert 0 == taking.began


async def test_nothing_is_synced_in_a_turn_before_what_is_known_is_current() -> None:
    async with taking_turns() as taking:
        taking.current.clear()
        taking.switch.turn(on=True)
        await settled()
        assert (0, [WELL_SINCE]) == (taking.began, taking.asked_since)
        taking.current.set()
        await taking.world.until(lambda: taking.began == 1)


async def test_what_cannot_be_listed_any_more_does_not_keep_a_turn_waiting_for_ever() -> None:
    async with taking_turns() as taking:
        taking.current.clear()
        taking.switch.turn(on=True)
        await taking.clock.wake_next()
        await taking.world.until(lambda: taking.began == 1)


async def test_a_turn_may_end_before_what_is_known_is_current() -> None:
    async with taking_turns() as taking:
        taking.current.clear()
        for on in (True, False, True):
            taking.switch.turn(on=on)
            await settled()
        assert (0, 2) == (taking.began, len(taking.asked_since))


async def test_everything_is_synced_once_we_lead() -> None:
    async with taking_turns() as taking:
        taking.switch.turn(on=True)
        await taking.world.until(lambda: taking.world.ended["worker"] == 1)


async def test_a_sync_is_cut_short_when_we_lead_no_more() -> None:
    async with taking_turns() as taking:
        taking.world.sync = lambda _asked: _never()
        taking.switch.turn(on=True)
        await taking.world.until(lambda: taking.began == 1)
        taking.switch.turn(on=False)
        await taking.world.until(lambda: not taking.world.running)


async def test_a_spec_that_is_edited_while_another_leads_waits() -> None:
    async with taking_turns() as taking:
        taking.switch.turn(on=True)
        await taking.world.until(lambda: taking.world.ended["worker"] == 1)
        taking.switch.turn(on=False)
        await settled()
        taking.world.put(autoscaler(generation=2))
        await settled()
        assert 1 == taking.began


async def test_everything_is_synced_anew_when_we_lead_again() -> None:
    async with taking_turns() as taking:
        taking.switch.turn(on=True)
        await taking.world.until(lambda: taking.world.ended["worker"] == 1)
        taking.switch.turn(on=False)
        await settled()
        taking.switch.turn(on=True)
        await taking.world.until(lambda: taking.world.ended["worker"] == 2)


async def test_after_a_stop_a_sync_that_has_begun_ends_first() -> None:
    stop, gate = asyncio.Event(), asyncio.Event()
    async with finishing(stop, gate) as taking:
        stop.set()
        await settled()
        gate.set()
    assert [1, 1] == [taking.began, taking.finished]


async def test_after_a_stop_a_sync_that_does_not_end_is_given_up() -> None:
    stop = asyncio.Event()
    async with finishing(stop, asyncio.Event()) as taking:
        stop.set()
        await taking.clock.wake_next()
    assert [1, 0] == [taking.began, taking.finished]


@asynccontextmanager
async def finishing(stop: asyncio.Event, gate: asyncio.Event) -> AsyncIterator[Taking]:
    """One sync has begun and waits at the gate; with the block the program has ended."""
    taking = Taking()

    async def sync(_asked: Autoscaler) -> Sync:
        await gate.wait()
        taking.finished += 1
        return ACTIVE

    taking.world.sync = sync
    taking.listed.set()
    taking.switch.turn(on=True)
    loop, turns = taking.world.loop, run_while_leading(taking, taking.switch, taking.world.loop, taking.clock)
    with capture_logs():
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(serve_until_finished(stop, loop, taking.clock, turns))
            await taking.world.until(lambda: taking.began == 1)
            yield taking


async def _never() -> Sync:
    await asyncio.Event().wait()
    raise AssertionError("unreachable")
