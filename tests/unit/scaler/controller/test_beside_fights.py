"""Claims about `scaler.controller.beside`: whoever changes a count back is named and made way for, in whole syncs."""

from dataclasses import replace

from scaler.algorithm.decision import Withheld
from scaler.algorithm.model import ReplicasWriter, WriterKind
from tests.support.builders import PARITY
from tests.support.metric_builders import external_average
from tests.unit.scaler.controller.seen import companion, world
from tests.unit.scaler.controller.syncing import BACKLOG, IDLE, MINUTES, Controller, controller

ARGO = ReplicasWriter(kind=WriterKind.OTHER, manager="argocd-controller", through="scale")
FIGHT = "lagzero.dev/Contested"


async def contested() -> Controller:
    """Somebody changes the five that the backlog asks for back to two, twice; the second time was just found."""
    made = controller()
    await made.sync()
    for _ in range(2):
        made.scales(2, ARGO)
        await made.sync_after(61)
    return made


async def test_who_changes_the_count_back_is_named_with_what_to_do() -> None:
    made = await contested()
    text = (
        "argocd-controller (through /scale) changes the count of Deployment/worker back, last from 5 to 2, since "
        "2025-01-01T00:01:01Z: until that ends, this autoscaler writes at most once in a minute. Let one of the two "
        "write: take spec.replicas out of what argocd-controller applies or writes, or pause this autoscaler (lagzero "
        "pause), or delete it"
    )
    assert ("True", "FightingWriter", text) == made.condition(FIGHT)


async def test_of_one_whom_nobody_noted_that_is_said() -> None:
    made = controller()
    await made.sync()
    for _ in range(2):
        made.scales(2, ReplicasWriter(kind=WriterKind.OTHER))
        await made.sync_after(61)
    assert made.condition(FIGHT)[2].startswith("somebody whom managedFields don't name changes the count")


async def test_a_fight_is_told_in_one_event() -> None:
    made = await contested()
    for _ in range(3):
        made.scales(2, ARGO)
        await made.sync_after(61)
    assert 1 == made.told.count("FightingWriter")


async def test_while_it_lasts_there_is_one_write_a_minute() -> None:
    made = await contested()
    before = len(made.world.scales.writes)
    for _ in range(20):
        made.scales(2, ARGO)
        await made.sync_after(15)
    assert 5 == len(made.world.scales.writes) - before


async def test_a_write_that_waits_says_why() -> None:
    made = await contested()
    made.scales(2, ARGO)
    done = await made.sync_after(15)
    text = "argocd-controller (through /scale) changes the count back, so it is written at most once in a minute"
    assert Withheld(because=text) == done.outcome


async def test_when_the_other_stops_it_goes_on_as_before() -> None:
    made = await contested()
    await made.sync_after(5 * MINUTES)
    made.shows(external_average(300))
    await made.sync_after(15)
    assert (10, ("False", "FightIsOver", "for 5 minutes nobody changed the count back")) == (
        made.count,
        made.condition(FIGHT),
    )


async def test_a_restart_forgets_no_fight() -> None:
    made = await contested()
    made.restart()
    made.scales(2, ARGO)
    done = await made.sync_after(15)
    assert ("True", Withheld) == (made.condition(FIGHT)[0], type(done.outcome))


async def test_nobody_who_scales_once_is_in_a_fight() -> None:
    made = controller()
    await made.sync()
    made.human_scales(2)
    await made.sync_after(15)
    await made.sync_after(15)
    assert ("", "", "") == made.condition(FIGHT)


async def test_in_parity_nothing_waits() -> None:
    made = Controller(world(BACKLOG), controller().wanted, PARITY)
    for _ in range(4):
        await made.sync_after(15)
        made.scales(2, ARGO)
    assert (4, ("", "", "")) == (len(made.world.scales.writes), made.condition(FIGHT))


async def test_in_parity_nothing_stays_of_what_was_said_before() -> None:
    made = await contested()
    made.settings = PARITY
    made.restart()
    await made.sync_after(15)
    assert ("", "", "") == made.condition(FIGHT)


async def test_between_its_replicas_a_companion_fights_nobody() -> None:
    made = Controller(world(IDLE), companion(replace(controller(IDLE).wanted.spec)))
    await made.sync()
    await made.sync_after(6 * MINUTES)
    for _ in range(3):
        made.shows(external_average(90))
        await made.sync_after(15)
        made.stock_scales(5)
        await made.sync_after(15)
        made.shows(IDLE)
        await made.sync_after(6 * MINUTES)
    assert ("", "", "") == made.condition(FIGHT)


async def test_one_who_wakes_a_companion_again_and_again_is_named_on_it() -> None:
    made = Controller(world(IDLE), companion(replace(controller(IDLE).wanted.spec)))
    await made.sync()
    await made.sync_after(6 * MINUTES)
    for _ in range(2):
        made.scales(2, ARGO)
        await made.sync_after(61)
        await made.sync_after(61)
    assert ("True", "FightingWriter") == made.condition(FIGHT)[:2]


async def test_what_stays_as_it_is_writes_no_status() -> None:
    made = await contested()
    made.scales(2, ARGO)
    await made.sync_after(16)  # no policy counts the last write any more
    before = made.world.statuses.writes
    for _ in range(5):
        await made.sync_after(5)
    assert before == made.world.statuses.writes
