"""A clock that stands still until a test moves it."""

from __future__ import annotations

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count

_START = datetime(2025, 1, 1, tzinfo=UTC)
_SETTLING_TURNS = 20


class ManualClock:
    """A Clock whose sleepers wake only in `advance`, each at its own moment and in order."""

    def __init__(self, start: datetime = _START) -> None:
        self._start = start
        self._seconds = 0.0
        self._order = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._somebody_fell_asleep = asyncio.Event()
        self.slept: list[float] = []

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._seconds)

    def monotonic(self) -> float:
        return self._seconds

    async def sleep(self, seconds: float) -> None:
        """Wait for `advance`; what was asked for is noted in `slept`."""
        self.slept.append(seconds)
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._seconds + seconds, next(self._order), waking))
        self._somebody_fell_asleep.set()
        await waking

    async def advance(self, seconds: float) -> None:
        """Move time on, waking every sleeper that falls due on the way; what they do next is done on return."""
        target = self._seconds + seconds
        await _settle()
        while self._sleepers and self._sleepers[0][0] <= target:
            self._seconds, _, waking = heapq.heappop(self._sleepers)
            if not waking.done():
                waking.set_result(None)
            await _settle()
        self._seconds = target

    async def wake_next(self) -> None:
        """Wait until somebody sleeps on this clock, and move time on to the moment the first of them wakes."""
        await self.until_asleep()
        self._sleepers = [sleeper for sleeper in self._sleepers if not sleeper[2].done()]
        heapq.heapify(self._sleepers)
        await self.advance(self._sleepers[0][0] - self._seconds)

    async def until_asleep(self, sleepers: int = 1) -> None:
        """Wait until so many tasks sleep on this clock. For code that does real I/O before it sleeps."""
        async with asyncio.timeout(60):
            while self.sleeping < sleepers:
                self._somebody_fell_asleep.clear()
                await self._somebody_fell_asleep.wait()

    @property
    def sleeping(self) -> int:
        """How many tasks are asleep."""
        return sum(not waking.done() for _, _, waking in self._sleepers)


async def _settle() -> None:
    for _ in range(_SETTLING_TURNS):
        await asyncio.sleep(0)
