"""A scaler ends, or is killed, in the middle of a write: after a restart that stands once, and nothing is lost."""

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import scaled, without_the_lease
from tests.faults.pace import QUICK_LEASE
from tests.faults.scaler import Scaler
from tests.faults.world import World

BEHAVIOR = {"scaleUp": {"policies": [{"type": "Pods", "value": 4, "periodSeconds": 600}]}}


def in_the_middle_of_a_write(world: World, scaler: Scaler, *, backlog: int, held_seconds: float) -> Worker:
    """A worker of two whose next count is written, and whose scaler does not know it yet."""
    worker = world.worker("queue", scaler)
    worker.backlog(60)
    worker.create_workload(count=2)
    document = worker.autoscaler()
    world.cluster.create({**document, "spec": {**document["spec"], "behavior": BEHAVIOR}})
    worker.until_state("Active")
    world.fault(method="PATCH", path="/scale$", held_seconds=held_seconds, times=1)
    worker.backlog(backlog)
    until("the count is written", lambda: scaled(world.requests(), "queue"), lambda seen: len(seen) == 1)
    return worker


def test_a_scaler_that_is_asked_to_end_in_the_middle_of_a_write_remembers_it(world: World) -> None:
    worker = in_the_middle_of_a_write(world, world.start_scaler(), backlog=120, held_seconds=1)
    assert 0 == worker.scaler.stop()
    remembered = worker.status()["memory"]["scaleUps"]
    scaler = world.start_scaler("blue")
    again = world.worker("queue", scaler)
    again.until_decided(3)
    assert ([2], [("red", 4)]) == ([each["change"] for each in remembered], scaled(world.requests(), "queue"))
    assert [] == without_the_lease(world.requests())


def test_a_scaler_that_is_killed_in_the_middle_of_a_write_does_not_make_it_twice(world: World) -> None:
    worker = in_the_middle_of_a_write(world, world.start_scaler(flags=QUICK_LEASE), backlog=120, held_seconds=600)
    worker.scaler.process.kill()
    again = world.worker("queue", world.start_scaler("blue"))
    again.until_decided(3)
    made_up_for = [each["change"] for each in again.status()["memory"]["scaleUps"]]
    assert (4, [("red", 4)], [2]) == (again.count(), scaled(world.requests(), "queue"), made_up_for)


def test_a_zero_that_was_written_by_one_that_was_killed_meanwhile_is_ours_and_wakes(world: World) -> None:
    worker = in_the_middle_of_a_write(world, world.start_scaler(flags=QUICK_LEASE), backlog=0, held_seconds=600)
    worker.scaler.process.kill()
    again = world.worker("queue", world.start_scaler("blue"))
    again.until_asleep()
    again.backlog(90)
    again.until_count(3)
    assert [("red", 0), ("blue", 3)] == scaled(world.requests(), "queue")
