"""When is each autoscaler synced? Every period, every wake interval at zero, and at once when its spec changes.

One sync per autoscaler at a time; a bounded number of them at once; a slow one delays nobody else.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Never

import structlog

from adapter.process.clock import Clock
from adapter.process.lifecycle import contained
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.states import AutoscalerState
from scaler.api.types import AutoscalerSpec
from scaler.controller.memories import Memories
from scaler.controller.reconcile import Sync
from scaler.controller.schedule import Schedule, next_in_phase, next_on_grid

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopSettings:
    """`sync_deadline_seconds` bounds one sync, so that a peer that never answers holds a worker no longer."""

    sync_period_seconds: float = 15.0
    wake_interval_seconds: float = 1.0
    workers: int = 32
    sync_deadline_seconds: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What an autoscaler asks for, as against what it says. Not every API counts generations."""

    uid: str
    generation: int
    spec: AutoscalerSpec
    annotations: Mapping[str, str]
    own_minimum: int | None


class Loop:
    """Runs `sync` for every autoscaler that `find` knows; `late` is told each sync's lateness in seconds.

    `changed` may be called at any time from the loop's own thread.
    """

    def __init__(
        self,
        *,
        find: Callable[[AutoscalerId], Autoscaler | None],
        sync: Callable[[Autoscaler], Awaitable[Sync]],
        memories: Memories,
        clock: Clock,
        settings: LoopSettings,
        late: Callable[[float], None],
    ) -> None:
        self._find = find
        self._sync = sync
        self._memories = memories
        self._clock = clock
        self._settings = settings
        self._schedule = Schedule()
        self._asked: dict[AutoscalerId, _Asked] = {}
        self._running: set[AutoscalerId] = set()
        self._again: set[AutoscalerId] = set()
        self._asleep: set[AutoscalerId] = set()
        self._moved = asyncio.Event()
        self._free = asyncio.Semaphore(settings.workers)
        self._late = late

    def changed(self, key: AutoscalerId) -> None:
        """An autoscaler came, changed or went. What asks for something else is due at once, a written status is not."""
        autoscaler = self._find(key)
        if autoscaler is None:
            self._schedule.remove(key)
            self._asked.pop(key, None)
            self._memories.forget(key)
            return
        asked = _asked_by(autoscaler)
        if asked != self._asked.get(key):
            self._asked[key] = asked
            self.due_now(key)

    def due_now(self, key: AutoscalerId) -> None:
        """Sync as soon as a worker is free; if a sync is under way, once more after it."""
        if key in self._running:
            self._again.add(key)
            return
        self._schedule.put(key, self._clock.monotonic())
        self._moved.set()

    def start_anew(self) -> None:
        """Forget what was remembered and make every autoscaler due: for a process that begins to lead."""
        self._memories.forget_all()
        self._running.clear()
        self._again.clear()
        for key in self._asked:
            self.due_now(key)

    async def run(self) -> Never:
        """Sync what is due, for ever."""
        async with asyncio.TaskGroup() as syncs:
            while True:
                await self._wait()
                due = self._schedule.pop_due(self._clock.monotonic())
                # Whoever waits for a worker counts as running, or a change meanwhile would sync it twice at once.
                self._running.update(key for key, _ in due)
                for key, moment in due:
                    await self._free.acquire()
                    self._late(max(self._clock.monotonic() - moment, 0.0))
                    syncs.create_task(self._run_one(key))

    async def _wait(self) -> None:
        """Until something is due, or the schedule moved."""
        self._moved.clear()
        due = self._schedule.next_due()
        delay = None if due is None else max(due - self._clock.monotonic(), 0.0)
        try:
            async with asyncio.timeout(delay):
                await self._moved.wait()
        except TimeoutError:
            return

    async def _run_one(self, key: AutoscalerId) -> None:
        """A bug that one object lays bare is logged; the others go on."""
        try:
            done = await contained(self._sync_in_time(key), autoscaler=str(key))
        finally:
            self._running.discard(key)
            self._free.release()
        # A sync without a result changes nothing about that: a sleeper is looked at again after a wake interval.
        if done is not None:
            asleep = done.decision.state is AutoscalerState.SCALED_TO_ZERO
            (self._asleep.add if asleep else self._asleep.discard)(key)
        self._plan(key)

    async def _sync_in_time(self, key: AutoscalerId) -> Sync | None:
        autoscaler = self._find(key)
        if autoscaler is None:
            return None
        try:
            async with asyncio.timeout(self._settings.sync_deadline_seconds):
                return await self._sync(autoscaler)
        except TimeoutError:
            log.warning("sync took too long", autoscaler=str(key), seconds=self._settings.sync_deadline_seconds)
            return None

    def _plan(self, key: AutoscalerId) -> None:
        again = key in self._again
        self._again.discard(key)
        if self._find(key) is None:
            # It was deleted while its sync ran, and the sync has remembered it anew.
            self._memories.forget(key)
            self._asleep.discard(key)
            return
        if again:
            self.due_now(key)
            return
        now = self._clock.monotonic()
        if key in self._asleep:
            # All sleepers on one grid: their questions to a rule become one query.
            due = next_on_grid(now, self._settings.wake_interval_seconds)
        else:
            due = next_in_phase(key, now, self._settings.sync_period_seconds)
        self._schedule.put(key, due)
        self._moved.set()


def _asked_by(autoscaler: Autoscaler) -> _Asked:
    companion = autoscaler.companion
    return _Asked(
        uid=autoscaler.uid,
        generation=autoscaler.generation,
        spec=autoscaler.spec,
        annotations=autoscaler.annotations,
        own_minimum=None if companion is None else companion.min_replicas,
    )
