"""Claims about `scaler.controller.loop`: what a process that begins to lead again has forgotten, and what it hasn't."""

import asyncio

from scaler.algorithm.memory import Memory
from scaler.controller.loop import LoopSettings
from scaler.controller.reconcile import Sync
from tests.support.builders import memory
from tests.support.metric_builders import NOW
from tests.unit.scaler.controller.looping import NEVER_SECONDS, Looping, looping
from tests.unit.scaler.controller.seen import autoscaler


async def test_every_autoscaler_is_due_at_once() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        made.loop.start_anew()
        await made.until(lambda: made.ended["worker"] == 2)


async def test_what_was_remembered_is_forgotten() -> None:
    async with looping() as made:
        made.memories.keep(autoscaler(), memory(claim=True), None)
        made.loop.start_anew()
    assert Memory.empty() == made.memories.recall(autoscaler(), NOW).memory


async def test_a_sync_that_was_cut_short_has_given_its_worker_back() -> None:
    made = _with_one_worker()
    made.sync = lambda _asked: _never()
    made.put(autoscaler())
    await _turn(made, until_began=1)
    made.loop.start_anew()
    await _turn(made, until_began=2)


def _with_one_worker() -> Looping:
    made = Looping()
    made.start(LoopSettings(sync_period_seconds=NEVER_SECONDS, wake_interval_seconds=NEVER_SECONDS, workers=1))
    return made


async def _turn(made: Looping, *, until_began: int) -> None:
    async with asyncio.TaskGroup() as tasks:
        turn = tasks.create_task(made.loop.run())
        await made.until(lambda: made.began["worker"] == until_began)
        turn.cancel()


async def _never() -> Sync:
    await asyncio.Event().wait()
    raise AssertionError("unreachable")
