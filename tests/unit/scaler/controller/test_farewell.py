"""Claims about `scaler.controller.farewell`: what is restored when an autoscaler is deleted, and what is given up."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from scaler.algorithm.decision import Accepted, NotNeeded, Rejected, Withheld
from scaler.api.autoscaler import FINALIZER
from scaler.api.types import OnDelete, ZeroSpec
from scaler.controller.pause import PAUSED
from tests.support.builders import PARITY
from tests.support.fakes import FakeRivals
from tests.unit.scaler.controller.seen import ID, KEY, world
from tests.unit.scaler.controller.syncing import BACKLOG, IDLE, MINUTES, Controller, asleep, controller

RESTORE = ZeroSpec(on_delete=OnDelete.RESTORE)
OTHERS = "example.com/keep"


async def held() -> Controller:
    return await asleep(RESTORE)


async def deleted() -> Controller:
    made = await held()
    made.delete()
    return made


async def test_a_sleeper_is_restored_to_one_replica_and_let_go() -> None:
    made = await deleted()
    done = await made.sync_after(1)
    assert (1, (), Accepted) == (made.count, made.world.finalizers.stored, type(done.outcome))


async def test_a_sleeper_is_restored_to_its_minimum() -> None:
    made = await deleted()
    made.wanted = replace(made.wanted, spec=replace(made.wanted.spec, min_replicas=2))
    await made.sync_after(1)
    assert (2, ()) == (made.count, made.world.finalizers.stored)


async def test_a_restart_in_between_restores_it_too() -> None:
    made = await deleted()
    made.restart()
    await made.sync_after(1)
    assert (1, ()) == (made.count, made.world.finalizers.stored)


async def test_in_parity_it_is_restored_too() -> None:
    made = Controller(world(IDLE), controller(IDLE, zero=RESTORE).wanted, PARITY)
    await made.sync()
    await made.sync_after(6 * MINUTES)
    made.delete()
    await made.sync_after(1)
    assert (1, ()) == (made.count, made.world.finalizers.stored)


async def test_that_is_told() -> None:
    made = await deleted()
    await made.sync_after(1)
    text = (
        "scaled Deployment/worker from zero to 1 replica: the autoscaler is deleted, and spec.zero.onDelete is Restore"
    )
    assert text == made.message("WokenUp")


async def test_a_rival_that_has_taken_over_keeps_nothing_from_being_restored() -> None:
    """The stock controller never leaves zero by itself."""
    made = await held()
    made.world.rivals = FakeRivals(others=(replace(ID, key=replace(KEY, name="other")),))
    await made.sync_after(1)
    made.delete()
    await made.sync_after(1)
    assert (1, ()) == (made.count, made.world.finalizers.stored)


async def test_what_a_human_paused_by_a_zero_is_not_restored() -> None:
    made = await held()
    made.human_scales(1)
    made.human_scales(0)
    made.delete()
    await made.sync_after(1)
    assert (0, ()) == (made.count, made.world.finalizers.stored)


async def test_what_a_human_paused_by_an_annotation_is_not_restored() -> None:
    made = await held()
    made.wanted = replace(made.wanted, annotations={PAUSED: "true"})
    made.delete()
    await made.sync_after(1)
    assert (0, ()) == (made.count, made.world.finalizers.stored)


async def test_what_somebody_has_woken_meanwhile_is_let_go_as_it_is() -> None:
    made = await held()
    made.human_scales(4)
    made.delete()
    done = await made.sync_after(1)
    assert (4, (), type(done.outcome)) == (made.count, made.world.finalizers.stored, type(done.outcome))
    assert isinstance(done.outcome, NotNeeded | Withheld)


async def test_a_count_that_is_refused_is_tried_again() -> None:
    made = await deleted()
    made.world.scales.refusal = "forbidden"
    with capture_logs():
        await made.sync_after(1)
        made.world.scales.refusal = ""
        await made.sync_after(1)
    assert (1, [(FINALIZER,), ()]) == (made.count, made.world.finalizers.writes)


@pytest.mark.parametrize(("seconds", "expected"), [(29, (FINALIZER,)), (30, ())])
async def test_after_half_a_minute_of_refusals_it_is_given_up(seconds: float, expected: tuple[str, ...]) -> None:
    made = await deleted()
    made.world.scales.refusal = "forbidden"
    with capture_logs():
        done = await made.sync_after(seconds)
    assert (Rejected, expected) == (type(done.outcome), made.world.finalizers.stored)


async def test_giving_up_is_told_with_its_cause() -> None:
    made = await deleted()
    made.world.scales.refusal = "forbidden"
    with capture_logs():
        await made.sync_after(30)
    text = "Deployment/worker could not be restored, and stays as it is: forbidden. Scale it up by hand"
    assert text == made.message("RestoreFailed")


@pytest.mark.parametrize(("seconds", "expected"), [(4, (FINALIZER,)), (5, ())])
async def test_a_target_that_is_gone_is_waited_for_a_moment(seconds: float, expected: tuple[str, ...]) -> None:
    made = await deleted()
    made.world.scales.stored.clear()
    with capture_logs():
        await made.sync_after(seconds)
    assert expected == made.world.finalizers.stored


async def test_a_clock_that_was_set_back_holds_nothing_for_long() -> None:
    made = await deleted()
    made.wanted = replace(made.wanted, deleting=made.clock.now().replace(year=2030))
    made.world.scales.refusal = "forbidden"
    with capture_logs():
        await made.sync_after(1)
    assert () == made.world.finalizers.stored


async def test_one_that_is_deleted_and_held_by_others_scales_no_more() -> None:
    made = controller(BACKLOG)
    made.world.finalizers.stored = (OTHERS,)
    made.delete()
    done = await made.sync()
    assert (3, Withheld(because="the autoscaler is being deleted")) == (made.count, done.outcome)


async def test_a_finalizer_that_cannot_be_removed_is_tried_again_and_restores_nothing_twice() -> None:
    made = await deleted()
    made.world.finalizers.refusal = "conflict"
    with capture_logs():
        await made.sync_after(1)
        made.human_scales(5)
        made.world.finalizers.refusal = ""
        await made.sync_after(1)
    assert (5, ()) == (made.count, made.world.finalizers.stored)
