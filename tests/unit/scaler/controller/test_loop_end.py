"""Claims about `scaler.controller.loop`: how it ends when there is time to end well."""

import asyncio

from adapter.kube.meta import NamespacedName
from scaler.controller.loop import LoopSettings
from scaler.controller.reconcile import Sync
from tests.unit.scaler.controller.looping import ACTIVE, NEVER_SECONDS, Looping, looping, settled
from tests.unit.scaler.controller.seen import autoscaler


async def test_it_has_ended_once_the_syncs_that_had_begun_have_ended() -> None:
    gate = asyncio.Event()
    async with looping() as made, asyncio.TaskGroup() as tasks:
        made.sync = lambda _asked: _through(gate)
        made.put(autoscaler())
        await made.until(lambda: made.began["worker"] == 1)
        closing = tasks.create_task(made.loop.close())
        await settled()
        waited = not closing.done()
        gate.set()
        await closing
        assert (True, 1) == (waited, made.ended["worker"])


async def test_without_a_sync_it_has_ended_at_once() -> None:
    async with looping() as made:
        await made.loop.close()
        assert {} == made.began


async def test_no_sync_begins_afterwards() -> None:
    async with looping() as made:
        await made.loop.close()
        made.put(autoscaler())
        await settled()
        assert {} == made.began


async def test_what_waits_for_a_worker_does_not_begin() -> None:
    gate = asyncio.Event()
    made = Looping()
    made.start(LoopSettings(sync_period_seconds=NEVER_SECONDS, wake_interval_seconds=NEVER_SECONDS, workers=1))
    made.sync = lambda _asked: _through(gate)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(made.loop.run())
        for name in ("first", "second"):
            made.put(autoscaler(key=NamespacedName("jobs", name)))
        await made.until(lambda: made.began.total() == 1)
        closing = tasks.create_task(made.loop.close())
        await settled()
        gate.set()
        await closing
        running.cancel()
    assert 1 == made.began.total()


async def test_a_loop_that_was_cut_short_has_ended() -> None:
    async with looping() as made:
        made.sync = lambda _asked: _through(asyncio.Event())
        made.put(autoscaler())
        await made.until(lambda: made.began["worker"] == 1)
    await made.loop.close()
    assert 1 == made.ended["worker"]


async def _through(gate: asyncio.Event) -> Sync:
    await gate.wait()
    return ACTIVE
