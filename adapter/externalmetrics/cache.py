"""How are equal reads answered by one query? A cache with single flight, bounded in size."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass
from math import ceil, inf
from typing import Protocol

from adapter.externalmetrics.answers import Answer, Broken, Found
from adapter.process.clock import Clock

LONGEST_FAILURE_SECONDS = 1.0
"""For how long a failure answers for the next read: long enough to spare a struggling server, too short to notice."""


class Source(Protocol):
    """Has the answers to many keys, and makes each when it is read."""

    def answer_of(self, key: Hashable) -> Answer: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is known of one key, or what a source knows of many; `is_read` once somebody was answered with it."""

    asked_at: float
    answer: Answer | Source
    weight: int
    is_read: bool


class AnswerCache:
    """Answers by key. Its size is the number of entries and of their items together."""

    def __init__(self, *, clock: Clock, tasks: asyncio.TaskGroup, size: int = 100_000) -> None:
        self._clock = clock
        self._tasks = tasks
        self._size = size
        self._entries: OrderedDict[Hashable, Entry] = OrderedDict()
        self._weight = 0
        self._flights: dict[Hashable, asyncio.Task[Answer]] = {}
        self.generation = 0
        """Counts how often everything was forgotten."""

    def kept(self, key: Hashable, *, max_age_seconds: float) -> Answer | None:
        """The answer that was asked for less than `max_age_seconds` ago, if there is one."""
        entry = self._entries.get(key)
        age_seconds = self._clock.monotonic() - entry.asked_at if entry is not None else inf
        if entry is None or age_seconds >= max_age_seconds:
            return None
        answer = entry.answer if isinstance(entry.answer, Answer) else entry.answer.answer_of(key)
        if not entry.is_read:
            self._keep(key, _entry_of(answer, entry.asked_at))
        if isinstance(answer, Broken) and age_seconds >= LONGEST_FAILURE_SECONDS:
            return None
        self._entries.move_to_end(key)
        return answer

    def entry(self, key: Hashable) -> Entry | None:
        """What is kept of it, however old."""
        return self._entries.get(key)

    def is_asking(self, key: Hashable) -> bool:
        """Whether a question for it is on its way."""
        return key in self._flights

    def keep(self, key: Hashable, answer: Answer, *, asked_at: float, generation: int) -> None:
        """Take in an answer that nobody asked this cache for, unless everything was forgotten since `generation`."""
        if generation == self.generation:
            self._keep(key, _entry_of(answer, asked_at, is_read=False))

    def keep_all(
        self, keys: Iterable[Hashable], source: Source, *, items: float, asked_at: float, generation: int
    ) -> None:
        """Take in what `source` knows of each key, some `items` each, as `keep` does.

        A key that somebody asks this cache for right now is left to that question.
        """
        if generation != self.generation:
            return
        entry = Entry(asked_at=asked_at, answer=source, weight=1 + ceil(items), is_read=False)
        for key in keys:
            if key not in self._flights:
                self._keep(key, entry)

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

    def forget(self, key: Hashable) -> None:
        """Forget one answer. A question on its way still answers those who wait for it, and no one else."""
        entry = self._entries.pop(key, None)
        self._weight -= entry.weight if entry is not None else 0
        self._flights.pop(key, None)

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
                self._keep(key, _entry_of(answer, asked_at))
            return answer
        finally:
            if self._flights.get(key) is flight:
                del self._flights[key]

    def _keep(self, key: Hashable, entry: Entry) -> None:
        replaced = self._entries.pop(key, None)
        self._entries[key] = entry
        self._weight += entry.weight - (replaced.weight if replaced is not None else 0)
        while self._weight > self._size and self._entries:
            _, oldest = self._entries.popitem(last=False)
            self._weight -= oldest.weight


def _entry_of(answer: Answer, asked_at: float, *, is_read: bool = True) -> Entry:
    items = len(answer.items) if isinstance(answer, Found) else 0
    return Entry(asked_at=asked_at, answer=answer, weight=1 + items, is_read=is_read)
