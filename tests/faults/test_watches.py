"""Watches end, are too old, or tell nothing for long: what happened is seen, and nothing is listed in vain."""

import pytest

from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import scaled
from tests.faults.scaler import Scaler
from tests.faults.world import World


def running(world: World, scaler: Scaler) -> Worker:
    worker = world.worker("queue", scaler)
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    return worker


def test_what_happens_while_watches_are_cut_is_seen_afterwards(world: World) -> None:
    worker = running(world, world.start_scaler())
    world.end_watches()
    worker.human_scales(0)
    worker.backlog(300)
    worker.until_state("Paused")
    worker.until_decided(3)
    assert (0, []) == (worker.count(), scaled(world.requests(), "queue"))


@pytest.mark.parametrize("form", ["status", "event"])
def test_what_happens_while_history_is_forgotten_is_seen_afterwards(world: World, form: str) -> None:
    red = world.start_scaler()
    worker = running(world, red)
    world.watches_are_refused_by(form)
    red.network.take_away()
    worker.human_scales(0)
    world.forget_history()
    red.network.restore()
    worker.backlog(300)
    worker.until_state("Paused")
    worker.until_decided(3)
    assert (0, []) == (worker.count(), scaled(world.requests(), "queue"))


def test_a_watch_that_only_ever_brought_bookmarks_goes_on_where_they_were(world: World) -> None:
    worker = running(world, world.start_scaler(elects=False))
    until("nothing happens any more", lambda: before_and_after(world, worker), lambda seen: seen[0] == seen[1])
    newest = world.new_revision()
    until("bookmarks have told the newest version", lambda: told(world), lambda seen: min(seen) >= newest)
    listed, watches = requests(world, "list"), len(told(world))
    world.forget_history()
    world.end_watches()
    until("all watches go on", lambda: told(world), lambda seen: len(seen) == watches and min(seen) >= newest)
    assert listed == requests(world, "list")


def before_and_after(world: World, worker: Worker) -> tuple[int, int]:
    """The version that all objects had reached before the worker was looked at a few times, and afterwards."""
    before = world.revision()
    worker.until_decided(4)
    return before, world.revision()


def told(world: World) -> list[int]:
    """Up to which version each watch has told everything."""
    return [each["told"] for each in world.cluster.get("/sandbox/watches")["items"]]


def requests(world: World, verb: str) -> int:
    return sum(each["verb"] == verb for each in world.requests())
