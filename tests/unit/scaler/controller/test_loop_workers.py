"""Claims about `scaler.controller.loop`: one sync at a time each, and what one can do to the others."""

import asyncio

from structlog.testing import capture_logs

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler
from scaler.controller.reconcile import Sync
from tests.unit.scaler.controller.looping import ACTIVE, looping, settled
from tests.unit.scaler.controller.seen import autoscaler

SHORT_SECONDS = 0.02


def named(name: str) -> Autoscaler:
    return autoscaler(key=NamespacedName("jobs", name))


async def test_no_autoscaler_is_synced_twice_at_once() -> None:
    gate = asyncio.Event()
    async with looping(period=SHORT_SECONDS) as made:
        made.sync = lambda _asked: _after(gate)
        made.put(autoscaler())
        await made.until(lambda: made.began["worker"] == 1)
        made.put(autoscaler(generation=2))
        made.put(named("other"))
        await made.until(lambda: made.began["other"] == 1)
        assert 1 == made.began["worker"]
        gate.set()
        await made.until(lambda: made.ended["worker"] == 2)
    assert [] == made.overlapped


async def test_one_that_waits_for_a_worker_is_not_synced_twice_at_once() -> None:
    gate = asyncio.Event()
    async with looping(workers=1) as made:
        made.sync = lambda _asked: _after(gate)
        made.put(named("slow"))
        made.put(autoscaler())
        await made.until(lambda: made.began["slow"] == 1)
        made.put(autoscaler(generation=2))
        gate.set()
        await made.until(lambda: made.ended["worker"] == 2)
    assert [] == made.overlapped


async def test_a_spec_edited_during_a_sync_is_synced_once_more_after_it() -> None:
    gate = asyncio.Event()
    async with looping() as made:
        made.sync = lambda _asked: _after(gate)
        made.put(autoscaler())
        await made.until(lambda: made.began["worker"] == 1)
        made.put(autoscaler(generation=2))
        made.put(autoscaler(generation=3))
        gate.set()
        await made.until(lambda: made.ended["worker"] == 2)
        await settled()
    assert [1, 3] == made.generations


async def test_a_slow_sync_delays_nobody_else() -> None:
    async with looping() as made:
        made.sync = lambda asked: _never_if_named(asked, "slow")
        made.put(named("slow"))
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        assert {"slow"} == made.running


async def test_no_more_than_the_workers_run_at_once() -> None:
    gate = asyncio.Event()
    async with looping(workers=3) as made:
        made.sync = lambda _asked: _after(gate)
        for number in range(10):
            made.put(named(f"worker-{number}"))
        await made.until(lambda: len(made.running) == 3)
        gate.set()
        await made.until(lambda: made.ended.total() == 10)
    assert 3 == made.most_running


async def test_a_sync_that_fails_stops_nobody_else() -> None:
    async with looping(period=SHORT_SECONDS) as made:
        made.sync = lambda asked: _failing_if_named(asked, "broken")
        made.put(named("broken"))
        made.put(autoscaler())
        with capture_logs() as logs:
            await made.until(lambda: made.ended["worker"] == 3)
    assert {"jobs/broken"} == {entry["autoscaler"] for entry in logs}


async def test_a_sync_that_fails_is_tried_again_a_period_later() -> None:
    async with looping(period=SHORT_SECONDS) as made:
        made.sync = lambda asked: _failing_if_named(asked, "worker")
        with capture_logs():
            made.put(autoscaler())
            await made.until(lambda: made.ended["worker"] == 3)


async def test_a_sync_that_takes_too_long_is_given_up_and_said() -> None:
    async with looping(deadline=SHORT_SECONDS) as made:
        made.sync = lambda asked: _never_if_named(asked, "worker")
        with capture_logs() as logs:
            made.put(autoscaler())
            await made.until(lambda: made.ended["worker"] == 1)
    assert [("sync took too long", "jobs/worker")] == [(entry["event"], entry["autoscaler"]) for entry in logs]


async def test_a_worker_that_was_held_too_long_is_free_again() -> None:
    async with looping(workers=1, deadline=SHORT_SECONDS) as made:
        made.sync = lambda asked: _never_if_named(asked, "slow")
        with capture_logs():
            made.put(named("slow"))
            made.put(autoscaler())
            await made.until(lambda: made.ended["worker"] == 1)


async def test_slow_syncs_give_their_workers_to_the_quick() -> None:
    """A metrics API hangs: all that ask it wait, and nobody else does."""
    async with looping(workers=2, quick=SHORT_SECONDS) as made:
        made.sync = lambda asked: _never_if_named(asked, "slow")
        for number in range(6):
            made.put(named(f"slow-{number}"))
        for number in range(6):
            made.put(named(f"worker-{number}"))
        await made.until(lambda: made.ended.total() == 6)
        assert {f"slow-{number}" for number in range(6)} == made.running


async def test_one_that_was_slow_takes_no_quick_worker_the_next_time() -> None:
    async with looping(workers=1, quick=SHORT_SECONDS, deadline=3 * SHORT_SECONDS, period=SHORT_SECONDS) as made:
        made.sync = lambda asked: _never_if_named(asked, "slow")
        with capture_logs():
            made.put(named("slow"))
            await made.until(lambda: made.began["slow"] == 2)
            made.put(autoscaler())
            await made.until(lambda: made.ended["worker"] == 1)
        assert 1 == made.ended["slow"]


async def _after(gate: asyncio.Event) -> Sync:
    await gate.wait()
    return ACTIVE


async def _never_if_named(asked: Autoscaler, name: str) -> Sync:
    if asked.key.name.startswith(name):
        await asyncio.Event().wait()
    return ACTIVE


async def _failing_if_named(asked: Autoscaler, name: str) -> Sync:
    if asked.key.name == name:
        raise RuntimeError("a bug that this object lays bare")
    return ACTIVE
