"""Who leads, and what is known? Both as a test turns them, and a loop that takes turns by them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf
from typing import Final, Never

from structlog.testing import capture_logs

from scaler.controller.loop import LoopSettings
from scaler.turns import run_while_leading
from tests.support.clock import ManualClock
from tests.unit.scaler.controller.looping import NEVER_SECONDS, Looping, settled
from tests.unit.scaler.controller.seen import autoscaler

WELL_SINCE: Final = 42.0


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

    def well_since(self) -> float:
        return WELL_SINCE

    def obstructed_seconds(self) -> float:
        return 0.0

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
        self.current = asyncio.Event()
        self.current.set()
        self.asked_since: list[float] = []
        self.clock = ManualClock()
        self.finished = 0
        self.world = Looping()
        self.world.start(LoopSettings(sync_period_seconds=NEVER_SECONDS, wake_interval_seconds=NEVER_SECONDS))
        self.world.put(autoscaler())

    async def until_synced(self) -> None:
        await self.listed.wait()

    async def until_current(self, since: float) -> None:
        self.asked_since.append(since)
        await self.current.wait()

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
            running = tasks.create_task(run_while_leading(taking, taking.switch, taking.world.loop, taking.clock))
            await settled()
            yield taking
            running.cancel()
