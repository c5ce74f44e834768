"""Equal reads share a question, an answer has its age, a failure is soon asked again."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from adapter.externalmetrics.answers import Answer, Broken, Found
from adapter.externalmetrics.cache import AnswerCache
from adapter.kube.external_metrics import ExternalMetricValue
from tests.support.clock import ManualClock

BROKEN = Broken(message="down", code=503)


def found(number: int, items: int = 0) -> Found:
    item = ExternalMetricValue(metric_name="m", metric_labels={}, timestamp="", value="1")
    return Found(items=(item,) * items, query=str(number))


class Source:
    """Answers one after the other, held back while `gate` is cleared."""

    def __init__(self, *answers: Answer) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = 0
        self._answers = iter(answers)

    async def __call__(self) -> Answer:
        self.asked += 1
        await self.gate.wait()
        return next(self._answers)


def reader(cache: AnswerCache, source: Source, max_age: float = 10) -> Callable[[], Awaitable[Answer]]:
    return lambda: cache.answer("key", source, max_age_seconds=max_age)


async def test_an_answer_serves_until_its_age_is_reached() -> None:
    clock, source = ManualClock(), Source(found(1), found(2))
    async with asyncio.TaskGroup() as tasks:
        read = reader(AnswerCache(clock=clock, tasks=tasks), source)
        seen = [await read()]
        await clock.advance(9.9)
        seen.append(await read())
        await clock.advance(0.1)
        seen.append(await read())
    assert [found(1), found(1), found(2)] == seen


async def test_who_wants_it_fresher_asks_anew_and_serves_the_others() -> None:
    clock, source = ManualClock(), Source(found(1), found(2))
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=clock, tasks=tasks)
        await reader(cache, source)()
        await clock.advance(3)
        assert [found(2), found(2)] == [await reader(cache, source, 2)(), await reader(cache, source, 10)()]


async def test_the_age_counts_from_the_question_not_from_the_answer() -> None:
    clock, source = ManualClock(), Source(found(1), found(2))
    source.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        read = reader(AnswerCache(clock=clock, tasks=tasks), source)
        first = tasks.create_task(_call(read))
        await clock.advance(6)
        source.gate.set()
        await first
        await clock.advance(4)
        assert found(2) == await read()


async def test_a_failure_is_asked_again_after_a_second() -> None:
    clock, source = ManualClock(), Source(BROKEN, found(2))
    async with asyncio.TaskGroup() as tasks:
        read = reader(AnswerCache(clock=clock, tasks=tasks), source)
        seen = [await read()]
        await clock.advance(0.9)
        seen.append(await read())
        await clock.advance(0.1)
        seen.append(await read())
    assert [BROKEN, BROKEN, found(2)] == seen


async def test_reads_at_one_time_share_one_question() -> None:
    source = Source(found(1))
    source.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        read = reader(AnswerCache(clock=ManualClock(), tasks=tasks), source, 0)
        waiting = [tasks.create_task(_call(read)) for _ in range(50)]
        await asyncio.sleep(0)
        source.gate.set()
    assert (1, {found(1)}) == (source.asked, {task.result() for task in waiting})


async def test_a_reader_that_gives_up_leaves_the_question_to_the_others() -> None:
    source = Source(found(1))
    source.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        read = reader(AnswerCache(clock=ManualClock(), tasks=tasks), source)
        impatient, patient = tasks.create_task(_call(read)), tasks.create_task(_call(read))
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.sleep(0)
        source.gate.set()
    assert (True, found(1)) == (impatient.cancelled(), patient.result())


async def test_a_cleared_cache_forgets_also_the_answer_that_is_on_its_way() -> None:
    source = Source(found(1), found(2))
    source.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks)
        read = reader(cache, source)
        before = tasks.create_task(_call(read))
        await asyncio.sleep(0)
        cache.clear()
        source.gate.set()
        await before
        assert (found(1), found(2)) == (before.result(), await read())


@pytest.mark.parametrize("items", [0, 4])
async def test_what_is_kept_is_bounded_and_the_oldest_goes_first(items: int) -> None:
    asked: list[int] = []

    def asking(number: int) -> Callable[[], Awaitable[Answer]]:
        async def ask() -> Answer:
            asked.append(number)
            return found(number, items)

        return ask

    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks, size=2 * (1 + items))
        for number in (1, 2, 1, 3, 1, 2):
            await cache.answer(number, asking(number), max_age_seconds=10)
    assert asked == [1, 2, 3, 2]


async def _call(read: Callable[[], Awaitable[Answer]]) -> Answer:
    return await read()


async def test_an_answer_that_came_along_with_another_serves_too() -> None:
    clock, source = ManualClock(), Source(found(2))
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=clock, tasks=tasks)
        cache.keep("key", found(1), asked_at=0.0, generation=cache.generation)
        await clock.advance(9)
        seen = [cache.kept("key", max_age_seconds=10), await reader(cache, source)()]
        await clock.advance(1)
        seen += [cache.kept("key", max_age_seconds=10), await reader(cache, source)()]
    assert [found(1), found(1), None, found(2)] == seen


async def test_an_answer_of_before_everything_was_forgotten_is_not_kept() -> None:
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks)
        before = cache.generation
        cache.clear()
        cache.keep("key", found(1), asked_at=0.0, generation=before)
        assert cache.kept("key", max_age_seconds=10) is None


async def test_it_is_known_whether_a_question_is_on_its_way() -> None:
    source = Source(found(1))
    source.gate.clear()
    async with asyncio.TaskGroup() as tasks:
        cache = AnswerCache(clock=ManualClock(), tasks=tasks)
        read = tasks.create_task(_call(reader(cache, source)))
        await asyncio.sleep(0)
        asking = cache.is_asking("key")
        source.gate.set()
        await read
        assert (True, False) == (asking, cache.is_asking("key"))
