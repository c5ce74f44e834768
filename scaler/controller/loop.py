"""When is each autoscaler synced? Every period, every wake interval at zero, and at once when its spec changes.

One sync per autoscaler at a time; a bounded number of them at once; a slow one delays nobody else (see `lanes`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from math import inf
from typing import Never

import structlog

from adapter.process.clock import Clock
from adapter.process.lifecycle import contained
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.states import AutoscalerState
from scaler.controller.asked import Asked, asked_by
from scaler.controller.lanes import Lanes
from scaler.controller.memories import Memories
from scaler.controller.pace import LoopSettings
from scaler.controller.reconcile import Sync
from scaler.controller.schedule import Schedule, next_for_sleeper, next_in_phase

__all__ = ["Loop", "LoopSettings"]

log = structlog.get_logger()


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
        self._asked: dict[AutoscalerId, Asked] = {}
        self._running: set[AutoscalerId] = set()
        self._again: set[AutoscalerId] = set()
        self._asleep: set[AutoscalerId] = set()
        self._moved = asyncio.Event()
        self._closing = False
        self._ended = asyncio.Event()
        self._lanes = Lanes(quick=settings.workers, slow=settings.slow_workers)
        self._waits_until = 0.0
        self._late = late

    def changed(self, key: AutoscalerId) -> None:
        """An autoscaler came, changed or went. What asks for something else is due at once, a written status is not."""
        autoscaler = self._find(key)
        if autoscaler is None:
            self._schedule.remove(key)
            self._asked.pop(key, None)
            self._memories.forget(key)
            self._lanes.forget(key)
            return
        asked = asked_by(autoscaler)
        if asked != self._asked.get(key):
            self._asked[key] = asked
            self.due_now(key)

    def due_now(self, key: AutoscalerId) -> None:
        """Sync as soon as a worker is free; if a sync is under way, once more after it."""
        if key in self._running:
            self._again.add(key)
            return
        self._put(key, self._clock.monotonic())

    def start_anew(self) -> None:
        """Forget what was remembered and make every autoscaler due: for a process that begins to lead."""
        self._memories.forget_all()
        self._running.clear()
        self._again.clear()
        for key in self._asked:
            self.due_now(key)

    async def run(self) -> Never:
        """Sync what is due, for ever."""
        try:
            async with asyncio.TaskGroup() as syncs:
                while True:
                    await self._wait()
                    self._line_up()
                    self._begin(syncs)
        finally:
            self._running.clear()
            self._lanes.send_away()
            self._ended.set()

    def _line_up(self) -> None:
        for key, moment in self._schedule.pop_due(self._clock.monotonic()):
            # Whoever waits counts as running, or a change meanwhile would sync it twice at once.
            self._running.add(key)
            self._lanes.wait(key, moment)

    async def close(self) -> None:
        """Begin no sync any more; return once those that are under way have ended."""
        self._closing = True
        self._running.difference_update(self._lanes.send_away())
        while self._running:
            self._ended.clear()
            await self._ended.wait()

    def _begin(self, syncs: asyncio.TaskGroup) -> None:
        """Begin as many of those who wait as there are places."""
        if self._closing:
            self._running.difference_update(self._lanes.send_away())
            return
        while (due := self._lanes.take()) is not None:
            key, moment = due
            self._late(max(self._clock.monotonic() - moment, 0.0))
            syncs.create_task(self._run_one(key, syncs))

    def _overstays(self, key: AutoscalerId, syncs: asyncio.TaskGroup) -> None:
        self._lanes.overstays(key)
        self._begin(syncs)

    async def _wait(self) -> None:
        """Until something is due, or something else is sooner."""
        self._moved.clear()
        due = self._schedule.next_due()
        self._waits_until = inf if due is None else due
        delay = None if due is None else max(due - self._clock.monotonic(), 0.0)
        try:
            async with asyncio.timeout(delay):
                await self._moved.wait()
        except TimeoutError:
            return

    async def _run_one(self, key: AutoscalerId, syncs: asyncio.TaskGroup) -> None:
        """A bug that one object lays bare is logged; the others go on."""
        patience = asyncio.get_running_loop().call_later(self._settings.quick_seconds, self._overstays, key, syncs)
        try:
            done = await contained(self._sync_in_time(key), autoscaler=str(key))
        finally:
            patience.cancel()
            self._running.discard(key)
            self._lanes.ended(key)
            self._ended.set()
        # A sync without a result changes nothing about that: a sleeper is looked at again after a wake interval.
        if done is not None:
            asleep = done.decision.state is AutoscalerState.SCALED_TO_ZERO
            (self._asleep.add if asleep else self._asleep.discard)(key)
        self._plan(key)
        self._begin(syncs)

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
        found = self._find(key)
        if found is None:
            # It was deleted while its sync ran, and the sync has remembered it anew.
            self._memories.forget(key)
            self._asleep.discard(key)
            return
        if again:
            self.due_now(key)
            return
        now = self._clock.monotonic()
        if key in self._asleep or found.is_held:
            due = next_for_sleeper(found.spec, now, self._settings.wake_interval_seconds)
        else:
            due = next_in_phase(key, now, self._settings.sync_period_seconds)
        self._put(key, due)

    def _put(self, key: AutoscalerId, due: float) -> None:
        self._schedule.put(key, due)
        if due < self._waits_until:
            self._moved.set()
