"""The machine's clock is set an hour on or back: no scale-down comes early, and none is an hour late."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import scaled, without_the_lease
from tests.faults.pace import LONG_LEASE
from tests.faults.scaler import Scaler
from tests.faults.world import World

HOUR = 3600.0
WINDOW_SECONDS = 4.0
_BOTH_WAYS = pytest.mark.parametrize("hours", [1, -1])


def held_by_its_window(world: World, scaler: Scaler) -> Worker:
    """Four replicas, work for one, and the memory of four in a window."""
    worker = world.worker("queue", scaler)
    worker.backlog(120)
    worker.create(count=4)
    worker.until_reads(120)
    worker.backlog(30)
    worker.until_reads(30)
    return worker


def seconds_held(records: list[dict[str, Any]]) -> float:
    """From the last look that asked for four to the one that wrote one, without the hour that lies between them."""
    asked = [each["observation"]["readings"][0].get("values") == [120_000] for each in records]
    last = len(asked) - 1 - asked[::-1].index(True)
    first = next(number for number, each in enumerate(records) if each["outcome"]["kind"] == "Accepted")
    moments = [datetime.fromisoformat(each["observation"]["now"]) for each in records[last : first + 1]]
    hour = timedelta(seconds=HOUR)
    steps = [later - earlier for earlier, later in pairwise(moments)]
    return sum((step - round(step / hour) * hour).total_seconds() for step in steps)


@_BOTH_WAYS
def test_the_window_lasts_as_long_as_before(world: World, hours: int) -> None:
    red = world.start_scaler(flags={"--downscale-stabilization": f"{WINDOW_SECONDS:g}s"})
    worker = held_by_its_window(world, red)
    red.set_clock(hours * HOUR)
    worker.until_count(1)
    records = until("the write is on record", worker.decisions, lambda seen: seen[-1]["decision"]["current"] == 1)
    assert ([("red", 1)], []) == (scaled(world.requests(), "queue"), without_the_lease(world.requests()))
    # What lies between a look at one clock and at the other counts as set, too.
    assert seconds_held(records) >= WINDOW_SECONDS - 1


@_BOTH_WAYS
def test_the_lease_is_kept(world: World, hours: int) -> None:
    leader = world.start_scaler(flags=LONG_LEASE)
    until("it leads", world.holder, lambda seen: seen == leader.user)
    follower = world.start_scaler("blue", flags=LONG_LEASE)
    leader.set_clock(hours * HOUR)
    follower.set_clock(-hours * HOUR)
    before = len(world.lease_writes())
    until("it was renewed six times", world.lease_writes, lambda seen: len(seen) >= before + 6)
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
