"""The API server is gone, silent, busy or quarrelsome: nothing is lost, and nothing is written that shouldn't be."""

import pytest

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import Request, pauses, scaled, without_the_lease
from tests.faults.pace import QUICK_LEASE, Pace, time_passes
from tests.faults.scaler import Scaler
from tests.faults.world import World


def running(world: World, scaler: Scaler) -> Worker:
    """A worker with two replicas and work for two."""
    worker = world.worker("queue", scaler)
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    return worker


def wakes_for(world: World, worker: Worker, count: int) -> None:
    """It gets what it needs by now, in one write, and that's it."""
    worker.until_count(count)
    worker.until_decided(3)
    assert ([("red", count)], []) == (scaled(world.requests(), "queue"), without_the_lease(world.requests()))


@pytest.mark.parametrize("way", ["refused", "silent"])
def test_a_server_that_was_gone_finds_the_count_that_is_needed_by_then(world: World, way: str, pace: Pace) -> None:
    red = world.start_scaler(flags=QUICK_LEASE)
    worker = running(world, red)
    red.network.take_away() if way == "refused" else red.network.hold()
    worker.backlog(120)
    red.until_said("stopped leading")
    time_passes(pace.outage_seconds)
    red.network.restore()
    wakes_for(world, worker, 4)


def test_a_server_that_was_gone_finds_a_humans_zero_as_it_was_left(world: World) -> None:
    red = world.start_scaler(flags=QUICK_LEASE)
    worker = running(world, red)
    red.network.take_away()
    worker.human_scales(0)
    worker.backlog(300)
    red.until_said("stopped leading")
    red.network.restore()
    worker.until_state("Paused")
    worker.until_decided(3)
    assert (0, []) == (worker.count(), scaled(world.requests(), "queue"))


@pytest.mark.parametrize("paused", ["autoscaler", "workload"])
def test_a_server_that_was_gone_finds_a_pause_as_it_was_set(world: World, paused: str) -> None:
    red = world.start_scaler(flags=QUICK_LEASE)
    worker = running(world, red)
    red.network.take_away()
    red.until_said("stopped leading")
    annotations = {"metadata": {"annotations": {"lagzero.dev/paused": "maintenance"}}}
    world.cluster.patch(worker.path if paused == "workload" else worker.autoscaler_path, annotations)
    worker.backlog(300)
    red.until_said("watch interrupted", times=12)  # by now there are seconds between two attempts
    red.network.restore()
    worker.until_state("PausedExplicitly")
    worker.until_decided(3)
    assert (2, []) == (worker.count(), scaled(world.requests(), "queue"))


def test_connections_that_break_cost_nothing(world: World) -> None:
    red = world.start_scaler()
    worker = running(world, red)
    red.network.reset()
    worker.backlog(120)
    red.network.reset()
    wakes_for(world, worker, 4)


@pytest.mark.parametrize("path", ["/scale$", ""])
def test_a_conflict_at_every_second_write_costs_nothing(world: World, path: str) -> None:
    """With every path: also at that of the lease, and at every status."""
    red = world.start_scaler()
    worker = running(world, red)
    world.fault(method="PUT|PATCH|POST", path=path, user="red", answer=409, every=2)
    for backlog, count in ((120, 4), (60, 2), (90, 3)):
        worker.backlog(backlog)
        worker.until_count(count)
    worker.until_state("Active")
    worker.until_decided(2)
    expected = [("red", 4), ("red", 2), ("red", 3)]
    assert (expected, []) == (scaled(world.requests(), "queue"), without_the_lease(world.requests()))


def test_a_server_that_is_too_busy_is_not_asked_to_list_again_before_its_time(world: World) -> None:
    worker = running(world, world.start_scaler())
    world.fault(user="red", answer=429, retry_after_seconds=2)
    world.end_watches()
    worker.backlog(120)
    until("a collection was refused twice", lambda: pauses(refused(world)), bool)
    world.well_again()
    wakes_for(world, worker, 4)
    assert [] == [pause for pause in pauses(refused(world)) if pause < 1.9]  # a timer may be a little early


def refused(world: World) -> list[Request]:
    """Requests for whole collections that met a server that was too busy."""
    return [each for each in world.requests() if each["code"] == 429 and each["verb"] in {"list", "watch"}]


def test_a_write_that_is_refused_for_a_while_is_made_as_soon_as_it_is_taken(world: World) -> None:
    red = world.start_scaler()
    worker = running(world, red)
    world.fault(method="PATCH", path="/scale$", answer=429)
    worker.backlog(120)
    until("a refusal is told", lambda: worker.condition("AbleToScale"), lambda seen: seen[1] == "FailedUpdateScale")
    world.well_again()
    wakes_for(world, worker, 4)


def test_a_write_that_hangs_keeps_nobody_else_waiting(world: World) -> None:
    red = world.start_scaler()
    stuck, others = running(world, red), [world.worker(f"other-{number}", red) for number in range(3)]
    for worker in others:
        worker.backlog(60)
        worker.create(count=2)
        worker.until_state("Active")
    world.fault(method="PATCH", path=f"/{stuck.name}/scale$", answer="hang")
    for worker in (stuck, *others):
        worker.backlog(120)
    for worker in others:
        worker.until_count(4)
        worker.until_decided(3)
    assert 2 == stuck.count()
