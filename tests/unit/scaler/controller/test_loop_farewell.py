"""Claims about the loop and deleted autoscalers: looked at once, and often as long as we hold them."""

from dataclasses import replace

from scaler.api.autoscaler import FINALIZER
from tests.support.metric_builders import NOW
from tests.unit.scaler.controller.looping import looping, settled
from tests.unit.scaler.controller.seen import autoscaler

HELD = replace(autoscaler(), finalizers=(FINALIZER,))


async def test_one_that_is_deleted_is_looked_at_once() -> None:
    async with looping() as made:
        made.put(HELD)
        await made.until(lambda: made.ended["worker"] == 1)
        made.put(replace(HELD, deleting=NOW))
        await made.until(lambda: made.ended["worker"] == 2)


async def test_as_long_as_it_is_held_it_is_looked_at_like_a_sleeper() -> None:
    async with looping(wake=0.01) as made:
        made.put(replace(HELD, deleting=NOW))
        await made.until(lambda: made.ended["worker"] >= 3)


async def test_one_that_others_hold_waits_for_its_period() -> None:
    async with looping(wake=0.01) as made:
        made.put(replace(autoscaler(), finalizers=("example.com/keep",), deleting=NOW))
        await made.until(lambda: made.ended["worker"] == 1)
        await settled()
    assert 1 == made.began["worker"]
