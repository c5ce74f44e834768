"""A scaler without an election."""

import asyncio
from math import inf

from scaler.leadership.always import AlwaysLeading
from scaler.leadership.leadership import Leadership

ALONE: Leadership = AlwaysLeading()


async def test_it_leads_from_the_start() -> None:
    await ALONE.until_leading()
    assert ALONE.leads()


async def test_its_proof_never_runs_out() -> None:
    assert ALONE.remaining_seconds() == inf


async def test_it_goes_on_until_it_is_cancelled() -> None:
    async with asyncio.TaskGroup() as tasks:
        running = [tasks.create_task(ALONE.run()), tasks.create_task(ALONE.until_not_leading())]
        await asyncio.sleep(0)
        went_on = [not task.done() for task in running]
        for task in running:
            task.cancel()
    assert went_on == [True, True]


def test_nothing_is_ever_in_its_way() -> None:
    assert ("", 0.0) == (ALONE.obstacle(), ALONE.obstructed_seconds())


async def test_a_release_changes_nothing() -> None:
    await ALONE.release()
    assert ALONE.leads()
