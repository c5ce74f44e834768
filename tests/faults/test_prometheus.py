"""Prometheus is gone, silent, empty or tells a half: nobody sleeps or wakes for it, and all is made up for."""

from collections.abc import Callable

import pytest

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import scaled, without_the_lease
from tests.faults.scaler import Scaler
from tests.faults.series import Mood
from tests.faults.world import World

Break = Callable[[World, Scaler], None]


def mood(mood: Mood) -> Break:
    def become(world: World, _scaler: Scaler) -> None:
        world.metrics.mood = mood

    return become


FAULTS: dict[str, Break] = {
    "gone": lambda _world, scaler: scaler.metrics_network.take_away(),
    "silent": lambda _world, scaler: scaler.metrics_network.hold(),
    "empty": mood(Mood.EMPTY),
    "partial": mood(Mood.PARTIAL),
}


def has_no_metric(worker: Worker) -> None:
    until(
        f"{worker.name} has no metric",
        lambda: worker.condition("ScalingActive"),
        lambda seen: seen[:2] == ("False", "FailedGetExternalMetric"),
    )


def two_workers(world: World, scaler: Scaler) -> tuple[Worker, Worker]:
    """One with two replicas and work for two, one asleep."""
    awake, asleep = world.worker("awake", scaler), world.worker("asleep", scaler)
    awake.backlog(60)
    asleep.backlog(0)
    awake.create(count=2)
    asleep.create(count=1)
    asleep.until_asleep()
    awake.until_state("Active")
    return awake, asleep


@pytest.mark.parametrize("fault", FAULTS)
def test_without_its_answers_nothing_moves_and_with_them_all_is_made_up_for(world: World, fault: str) -> None:
    red = world.start_scaler()
    awake, asleep = two_workers(world, red)
    FAULTS[fault](world, red)
    awake.backlog(0)
    asleep.backlog(90)
    for worker in (awake, asleep):
        has_no_metric(worker)
        worker.until_decided(2)
    assert (2, 0) == (awake.count(), asleep.count())
    world.metrics.mood = Mood.WELL
    red.metrics_network.restore()
    asleep.until_count(3)
    awake.until_asleep()
    seen = world.requests()
    assert [("red", 0)] == scaled(seen, "awake")
    assert [("red", 0), ("red", 3)] == scaled(seen, "asleep")
    assert [] == without_the_lease(seen)


def test_a_series_that_is_gone_holds_its_own_worker_and_no_other(world: World) -> None:
    red = world.start_scaler()
    first, second = world.worker("first", red), world.worker("second", red)
    for worker in (first, second):
        worker.backlog(60)
        worker.create(count=2)
    for worker in (first, second):
        worker.until_state("Active")
    world.metrics.conceal(first.series)
    second.backlog(0)
    second.until_asleep()
    has_no_metric(first)
    first.until_decided(2)
    assert (2, []) == (first.count(), scaled(world.requests(), "first"))


def test_slow_answers_are_waited_for(world: World) -> None:
    awake, asleep = two_workers(world, world.start_scaler())
    world.metrics.mood = Mood.SLOW
    awake.backlog(120)
    asleep.backlog(90)
    awake.until_count(4)
    asleep.until_count(3)
    seen = world.requests()
    assert ([("red", 4)], [("red", 0), ("red", 3)]) == (scaled(seen, "awake"), scaled(seen, "asleep"))
