"""What does the column STATE say where something is in the way? What it is, and `lagzero status` says the same."""

from collections.abc import Callable

import pytest

from tests.chain.test_rivals import contested
from tests.chain.test_verbs import lagzero
from tests.chain.worker import Worker

NamedWorker = Callable[..., Worker]


def shown(worker: Worker) -> str:
    """The STATE that `lagzero status` prints of it."""
    rows = [line.split() for line in lagzero(worker, "status").splitlines()]
    return next(row[2] for row in rows if row[0] == worker.name)


def test_a_rival_is_in_the_way(named_worker: NamedWorker) -> None:
    worker = named_worker()
    contested(worker, {})
    worker.until_state("AmbiguousTarget")
    assert "AmbiguousTarget" == shown(worker)


def test_without_a_target_there_is_none(named_worker: NamedWorker) -> None:
    worker = named_worker()
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    worker.cluster.delete(worker.path)
    worker.until_state("NoTarget")
    assert "NoTarget" == shown(worker)


def test_a_target_that_comes_back_ends_it(named_worker: NamedWorker) -> None:
    worker = named_worker()
    worker.backlog(60)
    worker.create(count=2)
    worker.cluster.delete(worker.path)
    worker.until_state("NoTarget")
    worker.create_workload(count=2)
    worker.until_state("Active")


@pytest.mark.parametrize("by", ["pause", "zero"])
def test_who_pauses_it_is_told(named_worker: NamedWorker, by: str) -> None:
    worker = named_worker()
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    if by == "pause":
        lagzero(worker, "pause", worker.name, "--reason", "moving the queue")
        expected = "by the annotation lagzero.dev/paused, set by lagzero-cli at "
    else:
        worker.human_scales(0)
        expected = "somebody whom managedFields don't name scaled "
    assert expected in worker.until_told("Paused")
