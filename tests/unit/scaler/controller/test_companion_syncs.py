"""Claims about whole syncs of a companion: the border of zero is ours, and everything else the stock controller's."""

from dataclasses import replace

import pytest

from scaler.algorithm.decision import Accepted, NotNeeded, Withheld
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.companion import Companion
from scaler.api.states import AutoscalerState
from tests.support.builders import behavior, spec
from tests.support.metric_builders import Metric, external_average, unavailable
from tests.unit.scaler.controller.seen import ID, KEY, companion, reasons, target, world
from tests.unit.scaler.controller.syncing import BACKLOG, IDLE, MINUTES, Controller


def controller(metric: Metric = BACKLOG, *, count: int = 1) -> Controller:
    return Controller(
        world(metric, has=target(count)), companion(spec(metric, min_replicas=0, max_replicas=9, behavior=behavior()))
    )


async def asleep() -> Controller:
    made = controller(IDLE)
    await made.sync()
    await made.sync_after(6 * MINUTES)
    assert 0 == made.count
    return made


def status(made: Controller) -> AutoscalerStatus:
    return made.world.statuses.stored[KEY]


def claims(made: Controller) -> list[tuple[str, str, str]]:
    return [(each.type, each.status, each.reason) for each in status(made).conditions]


async def test_without_demand_it_goes_to_zero_after_the_window() -> None:
    made = await asleep()
    assert [("ScaledToZero", "True", "ScaledToZero")] == claims(made)


async def test_with_demand_it_leaves_zero_for_what_is_needed() -> None:
    made = await asleep()
    made.shows(external_average(90))
    done = await made.sync_after(1)
    assert (3, Accepted, [("ScaledToZero", "False", "NotScaledToZero")]) == (
        made.count,
        type(done.outcome),
        claims(made),
    )


async def test_both_ways_are_told() -> None:
    made = await asleep()
    made.shows(external_average(90))
    await made.sync_after(1)
    assert ["SuccessfulRescale", "ScaledToZero", "SuccessfulRescale", "WokenUp"] == reasons(made.world.events.published)


@pytest.mark.parametrize(("demand", "count"), [(270, 1), (30, 5)])
async def test_between_its_replicas_it_writes_nothing_and_says_nothing(demand: float, count: int) -> None:
    made = controller(external_average(demand), count=count)
    await made.sync()
    done = await made.sync_after(6 * MINUTES)
    assert (Withheld(), count, [], []) == (
        done.outcome,
        made.count,
        reasons(made.world.events.published),
        claims(made),
    )


async def test_what_it_left_to_the_stock_controller_is_no_scale_event() -> None:
    made = controller(external_average(270))
    done = await made.sync()
    assert () == done.decision.memory.scale_ups


async def test_a_metric_that_cannot_be_read_is_not_told_twice() -> None:
    made = controller(unavailable(BACKLOG))
    await made.sync()
    assert [] == reasons(made.world.events.published)


async def test_a_count_above_the_maximum_is_the_stock_controllers_to_lower() -> None:
    made = controller(count=12)
    assert (Withheld(), 12) == ((await made.sync()).outcome, made.count)


async def test_a_zero_that_the_stock_controller_wrote_is_a_pause() -> None:
    made = await asleep()
    made.stock_scales(1)
    made.stock_scales(0)
    made.shows(BACKLOG)
    done = await made.sync_after(1)
    assert (0, AutoscalerState.PAUSED, NotNeeded()) == (made.count, done.decision.state, done.outcome)


async def test_a_humans_zero_is_a_pause() -> None:
    made = controller()
    made.human_scales(0)
    done = await made.sync_after(1)
    assert (0, AutoscalerState.PAUSED) == (made.count, done.decision.state)


async def test_after_a_restart_the_claim_still_wakes() -> None:
    made = await asleep()
    made.restart()
    made.shows(BACKLOG)
    await made.sync_after(1)
    assert 5 == made.count


async def test_a_sync_that_changes_nothing_writes_nothing() -> None:
    made = await asleep()
    await made.sync_after(MINUTES)
    before = made.world.statuses.writes
    await made.sync_after(1)
    await made.sync_after(MINUTES)
    assert before == made.world.statuses.writes


async def test_with_a_rival_nothing_is_written_and_one_event_says_why() -> None:
    made = await asleep()
    made.shows(BACKLOG)
    made.world.rivals.others = (ID,)
    await made.sync_after(1)
    await made.sync_after(1)
    assert (0, [("ScaledToZero", "True", "AmbiguousTarget")], 1) == (
        made.count,
        claims(made),
        reasons(made.world.events.published).count("AmbiguousTarget"),
    )


async def test_when_the_rival_is_gone_it_wakes_by_itself() -> None:
    made = await asleep()
    made.shows(BACKLOG)
    made.world.rivals.others = (ID,)
    await made.sync_after(1)
    made.world.rivals.others = ()
    await made.sync_after(1)
    assert (5, [("ScaledToZero", "False", "NotScaledToZero")]) == (made.count, claims(made))


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (Companion(asked="none", min_replicas=1), "InvalidAnnotation"),
        (Companion(asked="0", min_replicas=0), "StandingAside"),
    ],
)
async def test_what_cannot_hold_is_told_once_and_nothing_is_done(own: Companion, reason: str) -> None:
    made = controller(IDLE)
    made.wanted = replace(made.wanted, companion=own)
    await made.sync()
    await made.sync_after(6 * MINUTES)
    await made.sync_after(6 * MINUTES)
    assert (1, [reason], [("ScaledToZero", "False", reason)], None) == (
        made.count,
        reasons(made.world.events.published),
        claims(made),
        status(made).memory,
    )


async def test_a_sleeper_that_nobody_wakes_any_more_is_told_so_once() -> None:
    made = await asleep()
    made.shows(BACKLOG)
    made.wanted = replace(made.wanted, companion=Companion(asked="0", min_replicas=0))
    await made.sync_after(1)
    await made.sync_after(6 * MINUTES)
    ((told, times),) = [
        (event, n) for (_, event), n in made.world.events.published.items() if event.reason == "StandingAside"
    ]
    (message,) = [each.message for each in status(made).conditions]
    assert (0, 1, message, True) == (made.count, times, told.message, "was left at zero" in message)


async def test_an_explicit_pause_holds_the_border() -> None:
    made = await asleep()
    made.shows(BACKLOG)
    made.wanted = replace(made.wanted, annotations={"lagzero.dev/paused": "migration"})
    done = await made.sync_after(1)
    assert (0, AutoscalerState.PAUSED_EXPLICITLY) == (made.count, done.decision.state)


async def test_without_the_annotation_nothing_of_ours_stays_and_the_count_does() -> None:
    made = await asleep()
    made.shows(BACKLOG)
    made.wanted = replace(made.wanted, companion=Companion(asked=None, min_replicas=1))
    await made.sync_after(1)
    assert (0, AutoscalerStatus(), "HandedBack") == (
        made.count,
        status(made),
        reasons(made.world.events.published)[-1],
    )
