"""Answers that nobody waited for are made when they are read, and belong to what the cache still remembers."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable

from adapter.externalmetrics.answers import Answer, Broken, Found
from adapter.externalmetrics.cache import AnswerCache
from adapter.externalmetrics.keeping import Keeping
from tests.support.clock import ManualClock

BROKEN = Broken(message="down", code=503)


def found(number: int) -> Found:
    return Found(items=(), query=str(number))


class Numbered:
    """A source that has these answers, one after the other."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = iter(answers)

    def answer_of(self, _key: Hashable) -> Answer:
        return next(self._answers)


async def test_a_source_is_asked_when_its_answer_is_read_and_only_once() -> None:
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks)
        Keeping(cache=cache, generation=0).all_of(("a", "b"), Numbered(found(1), found(2)), 2, 0.0)
        seen = [cache.kept(key, max_age_seconds=10) for key in ("b", "a", "b")]
    assert [found(1), found(2), found(1)] == seen


async def test_a_failure_of_a_source_is_young_for_a_second_like_any_other() -> None:
    clock = ManualClock()
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=clock, tasks=tasks)
        Keeping(cache=cache, generation=0).all_of(("a", "b"), Numbered(BROKEN, BROKEN), 0, clock.monotonic())
        early = cache.kept("a", max_age_seconds=10)
        await clock.advance(1)
        late = cache.kept("b", max_age_seconds=10)
    assert (BROKEN, None) == (early, late)


async def test_an_entry_tells_whether_it_was_read() -> None:
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks)
        keeping = Keeping(cache=cache, generation=0)
        keeping.all_of(("a", "b"), Numbered(found(1)), 1, 0.0)
        cache.kept("a", max_age_seconds=10)
        entries = {key: keeping.entry(key) for key in "abc"}
    assert {"a": True, "b": False, "c": None} == {key: entry and entry.is_read for key, entry in entries.items()}


async def _waited(cache: AnswerCache, ask: Callable[[], Awaitable[Answer]]) -> Answer:
    return await cache.answer("a", ask, max_age_seconds=10)


async def test_a_read_that_asks_for_itself_keeps_its_own_answer() -> None:
    gate = asyncio.Event()

    async def ask() -> Answer:
        await gate.wait()
        return found(1)

    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks)
        reading = tasks.create_task(_waited(cache, ask))
        await asyncio.sleep(0)
        Keeping(cache=cache, generation=0).all_of(("a",), Numbered(found(2)), 0, 0.0)
        meanwhile = cache.entry("a")
        gate.set()
        await reading
        assert (None, found(1)) == (meanwhile, cache.kept("a", max_age_seconds=10))


async def test_what_was_asked_for_before_everything_was_forgotten_is_not_kept() -> None:
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks)
        keeping = Keeping(cache=cache, generation=cache.generation)
        cache.clear()
        keeping.all_of(("a",), Numbered(found(1)), 0, 0.0)
    assert cache.entry("a") is None
