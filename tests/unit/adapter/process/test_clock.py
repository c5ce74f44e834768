"""The system's clock, and the manual one that stands in for it everywhere else."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta

from adapter.process.clock import Clock, SystemClock
from tests.support.clock import ManualClock


def test_the_system_clock_speaks_utc() -> None:
    assert SystemClock().now().tzinfo == UTC


async def test_monotonic_time_passes_during_a_sleep() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(0.001)
    assert clock.monotonic() - before > 0


async def test_a_manual_clock_is_a_clock_that_moves_only_when_told() -> None:
    manual = ManualClock()
    clock: Clock = manual
    before = clock.now()
    await asyncio.sleep(0)
    assert before == clock.now()
    await manual.advance(90)
    assert timedelta(seconds=90) == clock.now() - before


async def test_manual_sleepers_wake_in_order_and_at_their_own_time() -> None:
    clock = ManualClock()
    woken: list[tuple[str, float]] = []

    async def sleeper(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.monotonic()))

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(sleeper("late", 20))
        tasks.create_task(sleeper("early", 10))
        await clock.advance(30)
    assert woken == [("early", 10.0), ("late", 20.0)]


async def test_a_loop_that_sleeps_again_wakes_again_within_one_advance() -> None:
    clock = ManualClock()
    ticks: list[float] = []

    async def ticker() -> None:
        while len(ticks) < 3:
            await clock.sleep(15)
            ticks.append(clock.monotonic())

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(ticker())
        await clock.advance(45)
    assert ticks == [15.0, 30.0, 45.0]
