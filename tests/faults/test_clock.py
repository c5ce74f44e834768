"""The machine's clock is set an hour on or back: no scale-down comes early, and none is an hour late."""

from typing import Any

import pytest

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import scaled, without_the_lease
from tests.faults.scaler import Scaler
from tests.faults.world import World

HOUR = 3600.0
_BOTH_WAYS = pytest.mark.parametrize("hours", [1, -1])


def held_by_its_window(world: World, scaler: Scaler) -> Worker:
    """Four replicas, work for one, and the memory of four in a window of half a minute."""
    worker = world.worker("queue", scaler)
    worker.backlog(120)
    worker.create(count=4)
    worker.until_reads(120)
    worker.backlog(30)
    worker.until_reads(30)
    return worker


def limits(worker: Worker) -> list[dict[str, Any]]:
    return [record["decision"] for record in worker.decisions()]


@_BOTH_WAYS
def test_the_window_lasts_as_long_as_before(world: World, hours: int) -> None:
    red = world.start_scaler(flags={"--downscale-stabilization": "6s"})
    worker = held_by_its_window(world, red)
    before = len(worker.decisions())
    red.set_clock(hours * HOUR)
    worker.until_count(1)
    held = worker.decisions()[before:]
    assert ([("red", 1)], []) == (scaled(world.requests(), "queue"), without_the_lease(world.requests()))
    # Of 12 looks in 6 s a few were before the clock was set, and a busy machine makes fewer.
    assert len([each for each in held if each["observation"]["scale"]["spec_replicas"] == 4]) >= 3


@_BOTH_WAYS
def test_the_lease_is_kept(world: World, hours: int) -> None:
    red = world.start_scaler()
    blue = world.start_scaler("blue")
    leader, follower = (red, blue) if world.holder() == "red" else (blue, red)
    leader.set_clock(hours * HOUR)
    follower.set_clock(-hours * HOUR)
    before = len(world.lease_writes())
    until("it was renewed ten times", world.lease_writes, lambda seen: len(seen) >= before + 10)
    assert {leader.user} == {each["user"] for each in world.lease_writes()}


@_BOTH_WAYS
def test_a_sleeper_wakes_as_before(world: World, hours: int) -> None:
    red = world.start_scaler()
    worker = world.worker("queue", red)
    worker.backlog(0)
    worker.create(count=1)
    worker.until_asleep()
    red.set_clock(hours * HOUR)
    worker.backlog(90)
    worker.until_count(3)
    worker.until_decided(2)
    assert [("red", 0), ("red", 3)] == scaled(world.requests(), "queue")
