"""When nothing changes nothing is written: no count, no status and no event, however often everything is looked at."""

from tests.faults.audit import is_lease, writes
from tests.faults.world import World


def test_while_nothing_changes_nothing_but_the_lease_is_written(world: World) -> None:
    red = world.start_scaler()
    awake, asleep, paused = (world.worker(name, red) for name in ("awake", "asleep", "paused"))
    awake.backlog(60)
    asleep.backlog(0)
    paused.backlog(60)
    for worker in (awake, paused):
        worker.create(count=2)
    asleep.create(count=1)
    asleep.until_asleep()
    paused.until_state("Active")
    paused.human_scales(0)
    paused.until_state("Paused")
    awake.until_state("Active")
    for worker in (awake, asleep, paused):
        worker.until_decided(4)  # the window of one second is over
    before = len(told(world))
    for worker in (awake, asleep, paused):
        worker.until_decided(10)
    assert [] == told(world)[before:]


def told(world: World) -> list[str]:
    """Which paths were written, apart from the lease."""
    return [each["path"] for each in writes(world.requests()) if not is_lease(each)]
