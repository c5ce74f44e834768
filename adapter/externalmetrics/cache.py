"""How are equal reads answered by one query? A cache with single flight, bounded in size."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass

from adapter.externalmetrics.answers import Answer, Broken, Found
from adapter.process.clock import Clock

LONGEST_FAILURE_SECONDS = 1.0
"""For how long a failure answers for the next read: long enough to spare a struggling server, too short to notice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    asked_at: float
    answer: Answer
    weight: int


class AnswerCache:
    """Answers by key. Its size is the number of entries and of their items together."""

    def __init__(self, *, clock: Clock, tasks: asyncio.TaskGroup, size: int = 100_000) -> None:
        self._clock = clock
        self._tasks = tasks
        self._size = size
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._weight = 0
        self._flights: dict[Hashable, asyncio.Task[Answer]] = {}
        self.generation = 0
        """Counts how often everything was forgotten."""

    def kept(self, key: Hashable, *, max_age_seconds: float) -> Answer | None:
        """The answer that was asked for less than `max_age_seconds` ago, if there is one."""
        entry = self._entries.get(key)
        if entry is None or self._clock.monotonic() - entry.asked_at >= _age_limit(entry.answer, max_age_seconds):
            return None
        self._entries.move_to_end(key)
        return entry.answer

    def is_asking(self, key: Hashable) -> bool:
        """Whether a question for it is on its way."""
        return key in self._flights

    def keep(self, key: Hashable, answer: Answer, *, asked_at: float, generation: int) -> None:
        """Take in an answer that nobody asked this cache for, unless everything was forgotten since `generation`."""
        if generation == self.generation:
            self._keep(key, _Entry(asked_at=asked_at, answer=answer, weight=_weight_of(answer)))

    async def answer(self, key: Hashable, ask: Callable[[], Awaitable[Answer]], *, max_age_seconds: float) -> Answer:
        """An answer that was asked for at most `max_age_seconds` ago, else a new one of `ask`.

        Reads of one key share the question that is on its way; one that gives up leaves it to the others.
        """
        kept = self.kept(key, max_age_seconds=max_age_seconds)
        if kept is not None:
            return kept
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = self._tasks.create_task(self._fly(key, ask))
        return await asyncio.shield(flight)

    def clear(self) -> None:
        """Forget all answers. A question on its way still answers those who wait for it, and no one else."""
        self.generation += 1
        self._entries.clear()
        self._weight = 0
        self._flights.clear()

    def close(self) -> None:
        """Give up the questions on their way."""
        for flight in self._flights.values():
            flight.cancel()

    async def _fly(self, key: Hashable, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        asked_at = self._clock.monotonic()
        flight = asyncio.current_task()
        try:
            answer = await ask()
            if self._flights.get(key) is flight:
                self._keep(key, _Entry(asked_at=asked_at, answer=answer, weight=_weight_of(answer)))
            return answer
        finally:
            if self._flights.get(key) is flight:
                del self._flights[key]

    def _keep(self, key: Hashable, entry: _Entry) -> None:
        replaced = self._entries.pop(key, None)
        self._entries[key] = entry
        self._weight += entry.weight - (replaced.weight if replaced is not None else 0)
        while self._weight > self._size and self._entries:
            _, oldest = self._entries.popitem(last=False)
            self._weight -= oldest.weight


def _age_limit(answer: Answer, max_age_seconds: float) -> float:
    return min(max_age_seconds, LONGEST_FAILURE_SECONDS) if isinstance(answer, Broken) else max_age_seconds


def _weight_of(answer: Answer) -> int:
    return 1 + (len(answer.items) if isinstance(answer, Found) else 0)
