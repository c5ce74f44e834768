"""When nothing changes nothing is written, no count, no status and no event, and nothing is asked for either."""

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import is_lease, reads, writes
from tests.faults.world import World


def test_while_nothing_changes_nothing_but_the_lease_is_written_or_read(world: World) -> None:
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
    all_decide(4, awake, asleep, paused)  # the window of one second is over
    before = len(told(world)), len(reads(world.requests()))
    all_decide(8, awake, asleep, paused)
    assert ([], []) == (told(world)[before[0] :], reads(world.requests())[before[1] :])


def all_decide(times: int, *workers: Worker) -> None:
    """Wait for so many more decisions on each."""
    wanted = [len(worker.decisions()) + times for worker in workers]
    until(
        f"{times} more decisions on each",
        lambda: [len(worker.decisions()) for worker in workers],
        lambda seen: all(found >= asked for found, asked in zip(seen, wanted, strict=True)),
    )


def told(world: World) -> list[str]:
    """Which paths were written, apart from the lease."""
    return [each["path"] for each in writes(world.requests()) if not is_lease(each)]
