"""A second process that puts the count back is named, told once, and made way for; a human who scales once is not."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from scaler.controller.contest import PACE
from tests.chain.polling import until
from tests.chain.programs import ROOT
from tests.chain.worker import Worker
from tests.support.ending import ended

NamedWorker = Callable[..., Worker]
ARGO = "argocd-controller"
CONTESTED = "lagzero.dev/Contested"


@contextmanager
def opposed(worker: Worker, count: int) -> Iterator[None]:
    """While somebody else's process puts the count back to `count`."""
    command = [sys.executable, "-m", "tests.chain.opponent", worker.cluster.url, str(worker.cluster.state)]
    process = subprocess.Popen([*command, worker.path, str(count), ARGO], cwd=ROOT)
    try:
        yield
    finally:
        ended(process)


@pytest.fixture
def fought_over(named_worker: NamedWorker) -> Iterator[Worker]:
    """One whose backlog asks for four, while somebody puts back two; the fight has been found out."""
    worker = named_worker()
    worker.backlog(120)
    worker.create_workload(count=2)
    with opposed(worker, 2):
        worker.create_autoscaler()
        until("the fight is found out", lambda: worker.condition(CONTESTED)[0], lambda seen: seen == "True")
        yield worker


def test_the_other_is_named(fought_over: Worker) -> None:
    _, reason, message = fought_over.condition(CONTESTED)
    text = f"{ARGO} changes the count of Deployment/{fought_over.name} back, last from 4 to 2, since "
    assert ("FightingWriter", text) == (reason, message[: len(text)])


def test_it_is_told_in_one_event(fought_over: Worker) -> None:
    fought_over.until_decided(4)
    assert 1 == [reason for reason, _ in fought_over.events()].count("FightingWriter")


def test_while_it_lasts_our_writes_wait(fought_over: Worker) -> None:
    """Two were answered, and no other may follow within a minute of the one before."""
    records = until("six writes waited", fought_over.decisions, lambda seen: len(with_outcome(seen, "Withheld")) >= 6)
    wrote = [datetime.fromisoformat(record["time"]) for record in with_outcome(records, "Accepted")]
    too_soon = [later for sooner, later in pairwise(wrote[1:]) if later - sooner < PACE]
    waiting = {record["observation"]["scale"]["spec_replicas"] for record in with_outcome(records, "Withheld")}
    assert (True, [], {2}) == (len(wrote) >= 2, too_soon, waiting)


def with_outcome(records: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [record for record in records if record["outcome"]["kind"] == kind]


def test_a_human_who_scales_once_is_overruled_and_fights_nobody(named_worker: NamedWorker) -> None:
    worker = named_worker()
    worker.backlog(120)
    worker.create(count=2)
    worker.until_count(4)
    worker.human_scales(7)
    worker.until_count(4)
    worker.until_decided(4)
    assert ("", "", "") == worker.condition(CONTESTED)


def test_a_humans_zero_is_a_pause_even_in_a_fight(fought_over: Worker) -> None:
    fought_over.human_scales(0)
    fought_over.until_state("Paused")
    fought_over.until_decided(3)
    assert 0 == fought_over.count()
