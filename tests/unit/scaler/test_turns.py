"""Claims about `scaler.turns`: the loop runs while we lead, once everything was listed, and never else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from typing import Never

from structlog.testing import capture_logs

from scaler.api.autoscaler import Autoscaler
from scaler.controller.loop import LoopSettings
from scaler.controller.reconcile import Sync
from scaler.turns import run_while_leading, serve_until_finished
from tests.support.clock import ManualClock
from tests.unit.scaler.controller.looping import ACTIVE, NEVER_SECONDS, Looping, settled
from tests.unit.scaler.controller.seen import autoscaler


class Switch:
    """A Leadership that a test turns on and off."""

    def __init__(self) -> None:
        self._on = asyncio.Event()
        self._off = asyncio.Event()
        self._off.set()

    def turn(self, *, on: bool) -> None:
        for event, is_set in ((self._on, on), (self._off, not on)):
            (event.set if is_set else event.clear)()

    def leads(self) -> bool:
        return self._on.is_set()

    def remaining_seconds(self) -> float:
        return inf if self.leads() else 0.0

    def obstacle(self) -> str:
        return ""

    async def run(self) -> Never:
        while True:
            await asyncio.Event().wait()

    async def until_leading(self) -> None:
        await self._on.wait()

    async def until_not_leading(self) -> None:
        await self._off.wait()

    async def release(self) -> None:
        self.turn(on=False)


class Taking:
    """A loop that takes turns over one autoscaler; `listed` is set from the start unless a test clears it."""

    def __init__(self) -> None:
        self.switch = Switch()
        self.listed = asyncio.Event()
        self.clock = ManualClock()
        self.finished = 0
        self.world = Looping()
        self.world.start(LoopSettings(sync_period_seconds=NEVER_SECONDS, wake_interval_seconds=NEVER_SECONDS))
        self.world.put(autoscaler())

    async def until_listed(self) -> None:
        await self.listed.wait()

    @property
    def began(self) -> int:
        return self.world.began["worker"]


@asynccontextmanager
async def taking_turns(*, listed: bool = True) -> AsyncIterator[Taking]:
    taking = Taking()
    if listed:
        taking.listed.set()
    with capture_logs():
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(run_while_leading(taking.until_listed(), taking.switch, taking.world.loop))
            await settled()
            yield taking
            running.cancel()


async def test_nothing_is_synced_before_we_lead() -> None:
    async with taking_turns() as taking:
        assert 0 == taking.began


async def test_nothing_is_synced_before_everything_was_listed() -> None:
    async with taking_turns(listed=False) as taking:
        taking.switch.turn(on=True)
        await settled()
        assert 0 == taking.began


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
    loop, turns = taking.world.loop, run_while_leading(taking.until_listed(), taking.switch, taking.world.loop)
    with capture_logs():
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(serve_until_finished(stop, loop, taking.clock, turns))
            await taking.world.until(lambda: taking.began == 1)
            yield taking


async def _never() -> Sync:
    await asyncio.Event().wait()
    raise AssertionError("unreachable")
