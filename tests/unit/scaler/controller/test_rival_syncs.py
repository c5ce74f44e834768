"""Claims about whole syncs of an autoscaler that has a rival: nothing is written, and it ends by itself."""

from dataclasses import replace

from scaler.api.autoscaler import AutoscalerId
from scaler.api.kinds import AutoscalerKind
from tests.unit.scaler.controller.seen import ID, KEY, reasons
from tests.unit.scaler.controller.syncing import controller

STOCK = AutoscalerId(kind=AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, key=replace(KEY, name="stock"))
OTHER = replace(ID, key=replace(KEY, name="other"))


async def test_with_a_rival_nothing_is_written_and_the_condition_names_it() -> None:
    made = controller()
    made.world.rivals.others = (OTHER,)
    await made.sync()
    await made.sync_after(15)
    condition = next(each for each in made.world.statuses.stored[KEY].conditions if each.type == "ScalingActive")
    assert (3, ("False", "AmbiguousTarget"), 1) == (
        made.count,
        (condition.status, condition.reason),
        reasons(made.world.events.published).count("AmbiguousTarget"),
    )
    assert "ZeroPodAutoscaler jobs/other" in condition.message


async def test_when_the_rival_is_gone_it_goes_on_by_itself() -> None:
    made = controller()
    made.world.rivals.others = (OTHER,)
    await made.sync()
    made.world.rivals.others = ()
    await made.sync_after(15)
    conditions = {each.type: each.reason for each in made.world.statuses.stored[KEY].conditions}
    assert (5, "ValidMetricFound") == (made.count, conditions["ScalingActive"])


async def test_a_rival_that_comes_back_is_told_again() -> None:
    made = controller()
    for others in ((OTHER,), (), (OTHER,)):
        made.world.rivals.others = others
        await made.sync_after(15)
    assert 2 == reasons(made.world.events.published).count("AmbiguousTarget")


async def test_a_rival_that_is_a_stranger_is_told_as_often() -> None:
    made = controller()
    made.world.rivals.others = (STOCK,)
    for _ in range(3):
        await made.sync_after(15)
    text = (
        "Deployment/worker is also the target of ZeroPodAutoscaler jobs/worker, which writes no count while that is "
        "so: delete one of them"
    )
    told = [
        (event.reason, event.message, count)
        for (key, event), count in made.world.events.published.items()
        if key == STOCK.key
    ]
    assert [("AmbiguousTarget", text, 1)] == told


async def test_a_rival_of_ours_is_told_by_its_own_sync() -> None:
    made = controller()
    made.world.rivals.others = (OTHER,)
    await made.sync()
    assert {KEY} == {key for key, _ in made.world.events.published}
