"""Claims about `scaler.controller.loop`: when each autoscaler is synced."""

import pytest

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler
from scaler.api.companion import Companion
from scaler.controller.reconcile import Sync
from tests.support.builders import spec
from tests.support.metric_builders import NOW, external_average
from tests.unit.scaler.controller.looping import ACTIVE, ASLEEP, PAUSED, looping
from tests.unit.scaler.controller.seen import ID, autoscaler, companion

SHORT_SECONDS = 0.02


def named(name: str) -> Autoscaler:
    return autoscaler(key=NamespacedName("jobs", name))


async def test_a_new_autoscaler_is_due_at_once() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)


async def test_an_edited_spec_is_due_at_once() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(autoscaler(generation=2, resource_version="11"))
        await made.until(lambda: made.ended["worker"] == 2)


async def test_a_status_write_is_not_due() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(autoscaler(resource_version="11"))
        made.put(named("other"))
        await made.until(lambda: made.ended["other"] == 1)
    assert 1 == made.began["worker"]


async def test_an_object_made_again_is_due_at_once_even_in_the_same_generation() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(autoscaler(uid="uid-2"))
        await made.until(lambda: made.ended["worker"] == 2)


async def test_an_active_target_is_synced_every_period() -> None:
    async with looping(period=SHORT_SECONDS) as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 4)


@pytest.mark.parametrize("found", [ACTIVE, PAUSED], ids=["active", "paused"])
async def test_the_wake_interval_is_for_sleeping_targets_alone(found: Sync) -> None:
    async with looping(wake=SHORT_SECONDS) as made:
        made.sync = lambda asked: _asleep_if_named(asked, "sleeper", found)
        made.put(autoscaler())
        made.put(named("sleeper"))
        await made.until(lambda: made.ended["sleeper"] == 5)
    assert 1 == made.began["worker"]


async def test_a_sleeping_target_is_synced_every_wake_interval() -> None:
    async with looping(wake=SHORT_SECONDS) as made:
        made.sync = lambda asked: _asleep_if_named(asked, "worker", ACTIVE)
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 4)


async def test_each_syncs_lateness_is_told() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
    assert [True] == [0.0 <= seconds < 5.0 for seconds in made.lateness]


async def test_due_now_syncs_one_that_would_not_be_due_for_long() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        made.loop.due_now(ID)
        await made.until(lambda: made.ended["worker"] == 2)


async def _asleep_if_named(asked: Autoscaler, name: str, otherwise: Sync) -> Sync:
    return ASLEEP if asked.key.name == name else otherwise


async def test_where_no_generation_is_counted_an_edited_spec_is_due_at_once() -> None:
    async with looping() as made:
        made.put(companion(generation=0))
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(companion(spec(external_average(90), min_replicas=0, max_replicas=7), generation=0))
        await made.until(lambda: made.ended["worker"] == 2)


async def test_a_stock_autoscaler_whose_own_minimum_changed_is_due_at_once() -> None:
    async with looping() as made:
        made.put(companion(companion=Companion(asked="0", min_replicas=0)))
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(companion(companion=Companion(asked="0", min_replicas=1)))
        await made.until(lambda: made.ended["worker"] == 2)


async def test_a_written_memory_is_not_due() -> None:
    async with looping() as made:
        made.put(companion())
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(companion(companion=Companion(asked="0", min_replicas=1, memory_written=NOW)))
        made.put(named("other"))
        await made.until(lambda: made.ended["other"] == 1)
    assert 1 == made.began["worker"]


async def test_an_annotation_that_comes_or_goes_is_due_at_once() -> None:
    async with looping() as made:
        made.put(autoscaler(annotations={"lagzero.dev/paused": "migration"}))
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 2)


async def test_two_of_one_name_and_different_kinds_are_each_synced() -> None:
    async with looping() as made:
        made.put(autoscaler())
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(companion())
        await made.until(lambda: made.ended["worker"] == 2)
        made.delete(companion().id)
        made.loop.due_now(ID)
        await made.until(lambda: made.ended["worker"] == 3)
