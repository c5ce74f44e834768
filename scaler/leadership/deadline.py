"""How long may a call take? So many seconds of a given clock, and then it is cancelled."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from adapter.process.clock import Clock

T = TypeVar("T")


async def within(clock: Clock, seconds: float, call: Coroutine[Any, Any, T]) -> T | None:
    """What `call` returns, or None if it had to be cancelled.

    Not asyncio.timeout, which counts the event loop's time: this one also works in a test's and a simulation's time.
    """
    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(call)
        alarm = tasks.create_task(clock.sleep(seconds))
        await asyncio.wait({work, alarm}, return_when=asyncio.FIRST_COMPLETED)
        alarm.cancel()
        work.cancel()
    return None if work.cancelled() else work.result()
