"""Claims about `scaler.cluster.renewable`: a watch that is begun anew lists anew, and only one of its lives runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Never

from scaler.cluster.renewable import RenewableWatch
from tests.unit.scaler.controller.looping import settled


@dataclass(slots=True)
class Life:
    """One life of a watch, which notes what becomes of it."""

    number: int
    told: list[str]
    trouble: str = ""
    synced: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def path(self) -> str:
        return "/pods"

    @property
    def heard_at(self) -> float:
        return float(self.number)

    async def run(self) -> Never:
        self.told.append(f"begins {self.number}")
        try:
            await asyncio.Event().wait()
        finally:
            self.told.append(f"ends {self.number}")
        raise AssertionError


@dataclass(slots=True)
class Lives:
    told: list[str] = field(default_factory=list)
    made: list[Life] = field(default_factory=list)

    def make(self) -> Life:
        self.made.append(Life(len(self.made) + 1, self.told))
        return self.made[-1]


@asynccontextmanager
async def running(lives: Lives) -> AsyncIterator[RenewableWatch]:
    watch = RenewableWatch(lives.make)
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(watch.run())
        await settled()
        yield watch
        task.cancel()


async def test_one_life_ends_before_the_next_begins() -> None:
    lives = Lives()
    async with running(lives) as watch:
        watch.renew()
        await settled()
    assert ["begins 1", "ends 1", "begins 2", "ends 2"] == lives.told


async def test_what_it_says_is_said_of_the_present_life() -> None:
    lives = Lives()
    async with running(lives) as watch:
        lives.made[0].synced.set()
        watch.renew()
        lives.made[1].trouble = "no answer"
        assert ("/pods", 2.0, False, "no answer") == (watch.path, watch.heard_at, watch.synced.is_set(), watch.trouble)


async def test_one_that_is_renewed_twice_at_once_runs_its_last_life() -> None:
    lives = Lives()
    async with running(lives) as watch:
        watch.renew()
        watch.renew()
        await settled()
        assert ["begins 1", "ends 1", "begins 3"] == lives.told


async def test_one_that_is_renewed_before_it_runs_runs_its_last_life() -> None:
    lives = Lives()
    watch = RenewableWatch(lives.make)
    watch.renew()
    async with asyncio.TaskGroup() as tasks:
        task = tasks.create_task(watch.run())
        await settled()
        task.cancel()
    assert ["begins 2", "ends 2"] == lives.told
