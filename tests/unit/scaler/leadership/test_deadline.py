"""Calls that take too long."""

import asyncio

from scaler.leadership.deadline import within
from tests.support.clock import ManualClock


async def _soon() -> str:
    await asyncio.sleep(0)
    return "done"


async def test_a_call_that_is_in_time_returns_what_it_returns() -> None:
    assert await within(ManualClock(), 2.0, _soon()) == "done"


async def test_a_call_in_time_leaves_no_alarm_behind() -> None:
    clock = ManualClock()
    await within(clock, 2.0, _soon())
    assert clock.sleeping == 0


async def test_a_call_that_hangs_is_cancelled_at_the_deadline_of_the_given_clock() -> None:
    clock = ManualClock()
    hanging = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(within(clock, 2.0, hanging.wait()))
        await clock.advance(1.9)
        early = waiting.done()
        await clock.advance(0.1)
    assert (False, None) == (early, waiting.result())


async def test_a_cancelled_caller_leaves_nothing_running() -> None:
    clock = ManualClock()
    async with asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(within(clock, 2.0, asyncio.Event().wait()))
        await clock.advance(1.0)
        waiting.cancel()
    assert (True, 0) == (waiting.cancelled(), clock.sleeping)
