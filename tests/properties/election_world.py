"""A world for elections: one lease, candidates with clocks of their own, and everything between them that can go wrong.

Time moves only in `advance`; nothing is random here.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, TypeVar

from scaler.leadership.elector import Elector
from scaler.leadership.timing import ElectionTiming
from tests.contracts.leases.memory import LeaseStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from scaler.leadership.lease import LeaseRecord, StoredLease
    from scaler.leadership.ports import LostRace, NoLease

T = TypeVar("T")

_START = datetime(2025, 1, 1, tzinfo=UTC)


class Link(IntEnum):
    """How many steps a candidate's requests make by themselves: being carried out, being answered."""

    REQUESTS_HELD = 0
    ANSWERS_HELD = 1
    GOOD = 2


@dataclass(slots=True, eq=False)
class Held:
    """A request on its way; its sender may have given up, and it may be carried out nevertheless."""

    sender: Process
    steps: list[Callable[[], None]]

    @property
    def movable(self) -> bool:
        """A process that stands still takes no answer."""
        return len(self.steps) == Link.GOOD or not self.sender.paused


@dataclass(slots=True, eq=False)
class Process:
    """One candidate: its elector, and that elector's clock and way to the lease."""

    world: World
    rate: float
    skew_seconds: float
    link: Link = Link.GOOD
    paused: bool = False
    campaigning: bool = False
    sleepers: list[tuple[float, asyncio.Future[None]]] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    elector: Elector = field(init=False)

    def start(self, number: int) -> None:
        timing = ElectionTiming()
        self.elector = Elector(leases=self, identity=f"p{number}", clock=self, random=Random(number), timing=timing)
        self.tasks.append(asyncio.get_running_loop().create_task(self.elector.run()))
        self.campaigning = True

    def end(self) -> None:
        """As by kill -9: what was sent is on its way."""
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()

    def stop(self) -> None:
        """As by SIGTERM."""
        self.end()
        self.campaigning = False
        self.tasks.append(asyncio.get_running_loop().create_task(self.elector.release()))

    def now(self) -> datetime:
        return _START + timedelta(seconds=self.world.time + self.skew_seconds)

    def monotonic(self) -> float:
        return 1000.0 + self.rate * self.world.time

    async def sleep(self, seconds: float) -> None:
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.world.time + seconds / self.rate, waking))
        await waking

    async def read(self) -> StoredLease | NoLease:
        return await self._ask(self.world.store.read)

    async def create(self, record: LeaseRecord) -> StoredLease | LostRace:
        return await self._ask(lambda: self.world.store.create(record))

    async def replace(self, record: LeaseRecord, version: str) -> StoredLease | LostRace:
        return await self._ask(lambda: self.world.store.replace(record, version))

    async def _ask(self, request: Callable[[], T]) -> T:
        answers: list[T] = []
        answered: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def carry_out() -> None:
            answers.append(request())

        def answer() -> None:
            if not answered.done():
                answered.set_result(answers[0])

        held = Held(sender=self, steps=[carry_out, answer])
        for _ in range(self.link):
            held.steps.pop(0)()
        if held.steps:
            self.world.held.append(held)
        return await answered


@dataclass(slots=True)
class World:
    """True time, the lease, and what is on its way to it. `watch` is called whenever anything has moved."""

    watch: Callable[[], None]
    time: float = 0.0
    store: LeaseStore = field(default_factory=LeaseStore)
    processes: list[Process] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)

    def leaders(self) -> list[Process]:
        """Whoever would pass its fence now, also if it stands still and passes it as soon as it moves."""
        return [process for process in self.processes if process.elector.leads()]

    async def advance(self, seconds: float) -> None:
        """Let time pass; sleepers wake on the way, each at its moment, except in processes that stand still."""
        end = self.time + seconds
        await self.settle()
        while due := self._next_sleeper(end):
            moment, waking = due
            self.time = max(self.time, moment)
            waking.set_result(None)
            await self.settle()
        self.time = end
        await self.settle()

    async def move(self, held: Held) -> None:
        """Let a held request make its next step."""
        held.steps.pop(0)()
        if not held.steps:
            self.held.remove(held)
        await self.settle()

    async def settle(self) -> None:
        """Let everybody do what they can do without time passing."""
        self.watch()
        # Only the loop knows whether anything is left to run; a fixed number of turns would be a guess.
        while asyncio.get_running_loop()._ready:  # type: ignore[attr-defined] # private, in every version so far
            await asyncio.sleep(0)
            self.watch()

    def _next_sleeper(self, end: float) -> tuple[float, asyncio.Future[None]] | None:
        for process in self.processes:
            process.sleepers = [sleeper for sleeper in process.sleepers if not sleeper[1].done()]
        awake = [process for process in self.processes if not process.paused]
        due = [sleeper for process in awake for sleeper in process.sleepers if sleeper[0] <= end]
        return min(due, key=lambda sleeper: sleeper[0], default=None)
