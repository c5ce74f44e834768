"""Claims about `scaler.controller.finalizing`: which autoscalers are held against deletion, in whole syncs."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from scaler.api.autoscaler import FINALIZER
from scaler.api.types import Mode, OnDelete, ZeroSpec
from tests.support.metric_builders import external_average
from tests.unit.scaler.controller.seen import companion, world
from tests.unit.scaler.controller.syncing import IDLE, MINUTES, Controller, asleep, controller

RESTORE = ZeroSpec(on_delete=OnDelete.RESTORE)
OTHERS = "example.com/keep"


async def held() -> Controller:
    return await asleep(RESTORE)


async def test_one_that_is_awake_is_not_held() -> None:
    made = controller(zero=RESTORE)
    await made.sync()
    assert [] == made.world.finalizers.writes


async def test_one_that_goes_to_sleep_is_held() -> None:
    assert (FINALIZER,) == (await held()).world.finalizers.stored


async def test_it_is_held_before_its_count_is_written() -> None:
    made = controller(IDLE, zero=RESTORE)
    await made.sync()
    made.world.scales.refusal = "not yet"
    with capture_logs():
        await made.sync_after(6 * MINUTES)
    assert (3, (FINALIZER,)) == (made.count, made.world.finalizers.stored)


async def test_while_nothing_changes_no_finalizer_is_written() -> None:
    made = await held()
    for _ in range(3):
        await made.sync_after(1)
    assert 1 == len(made.world.finalizers.writes)


async def test_finalizers_of_others_stay() -> None:
    made = controller(IDLE, zero=RESTORE)
    made.world.finalizers.stored = (OTHERS,)
    await made.sync()
    await made.sync_after(6 * MINUTES)
    made.shows(external_average(90))
    await made.sync_after(1)
    await made.sync_after(15)
    assert [(OTHERS, FINALIZER), (OTHERS,)] == made.world.finalizers.writes


async def test_one_that_has_woken_is_held_no_more() -> None:
    made = await held()
    made.shows(external_average(90))
    await made.sync_after(1)
    await made.sync_after(15)
    assert (3, ()) == (made.count, made.world.finalizers.stored)


async def test_one_that_a_human_paused_is_held_no_more() -> None:
    made = await held()
    made.human_scales(1)
    made.human_scales(0)
    await made.sync_after(1)
    assert () == made.world.finalizers.stored


async def test_one_that_is_to_be_kept_is_held_no_more() -> None:
    made = await held()
    made.wanted = replace(made.wanted, spec=replace(made.wanted.spec, zero=ZeroSpec()))
    await made.sync_after(1)
    assert () == made.world.finalizers.stored


@pytest.mark.parametrize("zero", [ZeroSpec(), replace(RESTORE, mode=Mode.SHADOW)], ids=["keep", "shadow"])
async def test_whoever_restores_nothing_holds_nothing(zero: ZeroSpec) -> None:
    made = controller(IDLE, zero=zero)
    await made.sync()
    await made.sync_after(6 * MINUTES)
    assert [] == made.world.finalizers.writes


async def test_a_companion_is_not_held() -> None:
    wanted = replace(controller(IDLE).wanted.spec, zero=RESTORE)
    made = Controller(world(IDLE), companion(wanted))
    await made.sync()
    await made.sync_after(6 * MINUTES)
    assert (0, []) == (made.count, made.world.finalizers.writes)


async def test_a_target_that_cannot_be_read_changes_no_finalizer() -> None:
    made = await held()
    made.world.scales.stored.clear()
    await made.sync_after(1)
    assert (FINALIZER,) == made.world.finalizers.stored


async def test_one_that_cannot_be_held_sleeps_all_the_same_and_says_so_from_then_on() -> None:
    made = controller(IDLE, zero=RESTORE)
    made.world.finalizers.refusal = "forbidden"
    with capture_logs():
        await made.sync()
        await made.sync_after(6 * MINUTES)
        before = list(made.told)
        await made.sync_after(1)
    text = (
        "the finalizer lagzero.dev/restore could not be set: if the autoscaler is deleted now, Deployment/worker stays "
        "at zero: forbidden"
    )
    assert (0, False, text) == (made.count, "FinalizerMissing" in before, made.message("FinalizerMissing"))
