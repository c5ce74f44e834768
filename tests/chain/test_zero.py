"""Whose zero is it? A human's stays, ours ends, and a spec that asks for more wakes only what we put to sleep."""

from collections.abc import Callable

import pytest

from tests.chain.polling import until
from tests.chain.worker import Worker

NamedWorker = Callable[..., Worker]
HUMAN = "kubectl"
OURS = "lagzero-scaler"


def asleep(worker: Worker) -> Worker:
    """It was brought to zero by the autoscaler."""
    worker.backlog(0)
    worker.create(count=1)
    worker.until_asleep()
    return worker


def paused(worker: Worker) -> Worker:
    """It ran with a backlog until a human put it to zero."""
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    worker.human_scales(0)
    worker.until_state("Paused")
    return worker


@pytest.mark.parametrize("source", ["engine", "api"])
def test_a_manual_zero_stays_whatever_the_backlog(named_worker: NamedWorker, source: str) -> None:
    worker = paused(named_worker(source))
    worker.backlog(300)
    states = {record["decision"]["state"] for record in worker.until_decided(3)}
    assert ({"Paused"}, 0, [(0, HUMAN)]) == (states, worker.count(), worker.writes())


def test_a_manual_zero_is_said_in_the_condition(named_worker: NamedWorker) -> None:
    worker = paused(named_worker())
    assert ("False", "ScalingDisabled") == worker.condition("ScalingActive")[:2]


def test_a_manual_scale_up_ends_the_pause(named_worker: NamedWorker) -> None:
    worker = paused(named_worker())
    worker.backlog(90)
    worker.human_scales(1)
    worker.until_count(3)
    worker.until_state("Active")
    assert [(0, HUMAN), (1, HUMAN), (3, OURS)] == worker.writes()


def test_a_human_who_wakes_a_sleeper_and_puts_it_to_zero_again_pauses_it(named_worker: NamedWorker) -> None:
    worker = asleep(named_worker())
    worker.human_wakes_and_stops()
    worker.backlog(300)
    worker.until_state("Paused")
    worker.until_decided(3)
    assert (0, [(0, OURS), (1, HUMAN), (0, HUMAN)]) == (worker.count(), worker.writes())


def test_min_replicas_raised_while_asleep_wakes_it(named_worker: NamedWorker) -> None:
    worker = asleep(named_worker())
    worker.edit(minReplicas=2)
    worker.until_count(2)
    worker.until_state("Active")


def test_min_replicas_raised_while_paused_does_not_wake_it(named_worker: NamedWorker) -> None:
    worker = paused(named_worker())
    worker.edit(minReplicas=2)
    until(
        "it is decided by the edited spec",
        worker.decisions,
        lambda seen: seen[-1]["observation"]["spec"]["min_replicas"] == 2,
    )
    worker.until_decided(2)
    assert 0 == worker.count()


def test_a_sleeper_shows_zero_replicas_in_its_status(named_worker: NamedWorker) -> None:
    worker = asleep(named_worker())
    until(
        "status shows the sleeper",
        lambda: [worker.status().get(field) for field in ("currentReplicas", "desiredReplicas", "targets")],
        lambda seen: seen == [0, 0, "0/30 (avg)"],
    )
