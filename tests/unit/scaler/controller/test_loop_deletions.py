"""Claims about `scaler.controller.loop`: one that is deleted is synced no more, and nothing of it is kept."""

import asyncio

from adapter.kube.meta import NamespacedName
from scaler.algorithm.memory import Memory
from scaler.api.autoscaler import Autoscaler
from scaler.controller.reconcile import Sync
from tests.support.builders import memory
from tests.support.metric_builders import NOW
from tests.unit.scaler.controller.looping import ACTIVE, looping
from tests.unit.scaler.controller.seen import ID, KEY, autoscaler

SHORT_SECONDS = 0.02


def named(name: str) -> Autoscaler:
    return autoscaler(key=NamespacedName("jobs", name))


async def test_a_deleted_autoscaler_is_synced_no_more() -> None:
    async with looping(period=SHORT_SECONDS) as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        made.delete(ID)
        made.put(named("other"))
        await made.until(lambda: made.ended["other"] == 3)
    assert 1 == made.began["worker"]


async def test_one_deleted_during_its_sync_is_synced_no_more() -> None:
    gate = asyncio.Event()
    async with looping(period=SHORT_SECONDS) as made:
        made.sync = lambda asked: _after(gate) if asked.key == KEY else _never_if_named(asked, "nobody")
        made.put(autoscaler())
        await made.until(lambda: made.began["worker"] == 1)
        made.delete(ID)
        gate.set()
        made.put(named("other"))
        await made.until(lambda: made.ended["other"] == 3)
    assert 1 == made.began["worker"]


async def test_one_deleted_while_it_waits_for_a_worker_is_not_synced() -> None:
    gate = asyncio.Event()
    async with looping(workers=1) as made:
        made.sync = lambda _asked: _after(gate)
        made.put(named("slow"))
        made.put(autoscaler())
        await made.until(lambda: made.began["slow"] == 1)
        made.delete(ID)
        gate.set()
        made.put(named("other"))
        await made.until(lambda: made.ended["other"] == 1)
    assert 0 == made.began["worker"]


async def test_the_memory_of_a_deleted_autoscaler_is_forgotten() -> None:
    async with looping() as made:
        made.put(autoscaler())
        made.memories.keep(autoscaler(), memory(claim=True), None)
        made.delete(ID)
    assert Memory.empty() == made.memories.recall(autoscaler(), NOW).memory


async def test_the_memory_of_one_deleted_during_its_sync_is_forgotten() -> None:
    gate = asyncio.Event()
    async with looping() as made:

        async def remembering(asked: Autoscaler) -> Sync:
            await gate.wait()
            made.memories.keep(asked, memory(claim=True), None)
            return ACTIVE

        made.sync = remembering
        made.put(autoscaler())
        await made.until(lambda: made.began["worker"] == 1)
        made.delete(ID)
        gate.set()
        await made.until(lambda: made.ended["worker"] == 1)
    assert Memory.empty() == made.memories.recall(autoscaler(), NOW).memory


async def _after(gate: asyncio.Event) -> Sync:
    await gate.wait()
    return ACTIVE


async def _never_if_named(asked: Autoscaler, name: str) -> Sync:
    if asked.key.name == name:
        await asyncio.Event().wait()
    return ACTIVE
