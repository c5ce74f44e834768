"""Electors around one lease in memory, in a time that tests move."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from scaler.leadership.elector import Elector
from scaler.leadership.ports import Unavailable
from tests.contracts.leases.memory import LeaseStore, MemoryLeases
from tests.support.clock import ManualClock
from tests.unit.scaler.leadership.leases import TIMING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from collections.abc import Set as AbstractSet

    from scaler.leadership.lease import LeaseRecord, StoredLease
    from scaler.leadership.ports import LostRace, NoLease

_FORBIDDEN = Unavailable(message="leases is forbidden")


@dataclass(slots=True)
class Way(MemoryLeases):
    """A way to the store on which calls are counted, may hang, be forbidden, or find that a stranger was faster."""

    hangs: bool = False
    overtaken: bool = False
    calls: list[str] = field(default_factory=list)
    forbidden: set[str] = field(default_factory=set)

    async def read(self) -> StoredLease | NoLease | Unavailable:
        await self._pass("read")
        if "read" in self.forbidden:
            return _FORBIDDEN
        return await MemoryLeases.read(self)

    async def create(self, record: LeaseRecord) -> StoredLease | LostRace | Unavailable:
        await self._pass("create")
        if "create" in self.forbidden:
            return _FORBIDDEN
        return await MemoryLeases.create(self, record)

    async def replace(self, record: LeaseRecord, version: str) -> StoredLease | LostRace | Unavailable:
        await self._pass("replace")
        if "replace" in self.forbidden:
            return _FORBIDDEN
        if self.overtaken:
            self.store.touch()
        return await MemoryLeases.replace(self, record, version)

    async def _pass(self, call: str) -> None:
        self.calls.append(call)
        if self.hangs:
            await asyncio.Event().wait()


@dataclass(slots=True)
class Candidacy:
    """One elector, its way to the lease, and its task."""

    elector: Elector
    way: Way
    running: asyncio.Task[None]

    async def stop(self) -> None:
        """As a program does that was told to end."""
        self.running.cancel()
        await asyncio.wait({self.running})
        await self.elector.release()


@dataclass(slots=True)
class Contest:
    """A lease, its time, and who campaigns for it."""

    tasks: asyncio.TaskGroup
    store: LeaseStore = field(default_factory=LeaseStore)
    clock: ManualClock = field(default_factory=ManualClock)
    candidacies: list[Candidacy] = field(default_factory=list)

    async def enter(
        self, identity: str, *, forbidden: AbstractSet[str] = frozenset(), hangs: bool = False
    ) -> Candidacy:
        """One more candidate, after its first attempt, or in the middle of it where that `hangs`."""
        way = Way(store=self.store, forbidden=set(forbidden), hangs=hangs)
        elector = Elector(leases=way, identity=identity, clock=self.clock, random=Random(identity), timing=TIMING)
        candidacy = Candidacy(elector=elector, way=way, running=self.tasks.create_task(elector.run()))
        self.candidacies.append(candidacy)
        await self.clock.advance(0)
        await self.clock.advance(0)
        return candidacy

    def holder(self) -> str:
        assert self.store.lease is not None
        return self.store.lease.record.holder_identity


@asynccontextmanager
async def contest() -> AsyncIterator[Contest]:
    """A contest for the length of a block."""
    async with asyncio.TaskGroup() as tasks:
        held = Contest(tasks)
        yield held
        for candidacy in held.candidacies:
            candidacy.running.cancel()
