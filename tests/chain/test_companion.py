"""Who writes which count of a stock autoscaler's target? Across zero we do, between its own controller."""

import re
from collections.abc import Callable

import pytest

from tests.chain.companion import CompanionWorker, companion_of
from tests.chain.polling import until
from tests.chain.worker import Worker

NamedWorker = Callable[..., Worker]
OURS, STOCK, HUMAN = "lagzero-scaler", "kube-controller-manager", "kubectl"


def asleep(worker: CompanionWorker) -> CompanionWorker:
    worker.backlog(0)
    worker.create(count=1)
    worker.until_asleep()
    return worker


def outcomes(worker: CompanionWorker, times: int) -> set[str]:
    return {record["outcome"]["kind"] for record in worker.until_decided(times)}


@pytest.mark.parametrize("source", ["engine", "api"])
def test_each_change_has_one_writer(named_worker: NamedWorker, source: str) -> None:
    worker = asleep(companion_of(named_worker(source)))
    worker.backlog(90)
    worker.until_count(3)
    worker.backlog(150)
    worker.until_reads(150)
    withheld = outcomes(worker, 3)
    worker.stock_scales(5)
    worker.backlog(30)
    worker.until_reads(30)
    withheld |= outcomes(worker, 3)
    worker.stock_scales(1)
    worker.backlog(0)
    worker.until_asleep()
    assert ([(0, OURS), (3, OURS), (5, STOCK), (1, STOCK), (0, OURS)], True) == (
        worker.writes(),
        "Withheld" in withheld,
    )


def test_its_events_are_those_of_the_border(named_worker: NamedWorker) -> None:
    worker = asleep(companion_of(named_worker()))
    worker.backlog(150)
    worker.until_count(4)  # as far as the default policies let it leave zero in one step
    worker.until_decided(3)
    worker.stock_scales(5)
    worker.until_decided(3)
    workload = f"Deployment/{worker.name}"
    assert [
        ("SuccessfulRescale", "New size: 0"),
        ("ScaledToZero", f"scaled {workload} from 1 replica to zero"),
        ("SuccessfulRescale", "New size: 4"),
        ("WokenUp", f"scaled {workload} from zero to 4 replicas"),
    ] == [(reason, re.split("[;:] (?:reason|All|external)", message)[0]) for reason, message in worker.events()]


def test_the_spec_stays_as_it_was_written(named_worker: NamedWorker) -> None:
    worker = asleep(companion_of(named_worker()))
    assert worker.asks() == worker.cluster.get(worker.autoscaler_path)["spec"]


def test_a_zero_that_the_stock_controller_wrote_is_a_pause(named_worker: NamedWorker) -> None:
    worker = companion_of(named_worker())
    worker.backlog(90)
    worker.create(count=3)
    worker.until_decided(1)
    worker.stock_scales(0)
    worker.backlog(300)
    until("it is a pause", worker.states, lambda seen: seen[-1] == "Paused")
    worker.until_decided(3)
    assert (0, [(0, STOCK)]) == (worker.count(), worker.writes())


def test_a_manual_zero_is_a_pause(named_worker: NamedWorker) -> None:
    worker = asleep(companion_of(named_worker()))
    worker.human_wakes_and_stops()
    worker.backlog(300)
    until("it is a pause", worker.states, lambda seen: seen[-1] == "Paused")
    worker.until_decided(3)
    assert 0 == worker.count()


def test_its_memory_is_one_annotation(named_worker: NamedWorker) -> None:
    worker = asleep(companion_of(named_worker()))
    annotations = worker.cluster.get(worker.autoscaler_path)["metadata"]["annotations"]
    assert {"lagzero.dev/min-replicas", "lagzero.dev/memory"} == set(annotations)


def test_a_wrong_annotation_is_said_and_nothing_is_done(named_worker: NamedWorker) -> None:
    worker = companion_of(named_worker())
    worker.backlog(0)
    worker.create(count=1)
    worker.annotate({"lagzero.dev/min-replicas": "none"})
    text = 'the annotation lagzero.dev/min-replicas is "none": write "0", or remove it'
    until(
        "it is said",
        lambda: worker.condition(worker.claim),
        lambda seen: seen[1:] == ("InvalidAnnotation", text),
    )
    before = len(worker.writes())
    worker.until_decided(4)
    told = [reason for reason, _ in worker.events()]
    assert (before, 1) == (len(worker.writes()), told.count("InvalidAnnotation"))


def test_without_its_annotation_it_is_the_stock_controllers_again(named_worker: NamedWorker) -> None:
    worker = asleep(companion_of(named_worker()))
    worker.annotate({"lagzero.dev/min-replicas": None})
    until(
        "nothing of ours is left",
        lambda: worker.cluster.get(worker.autoscaler_path),
        lambda seen: not seen["metadata"].get("annotations") and not seen["status"].get("conditions"),
    )
    worker.until_told("HandedBack")
    assert (0, "HandedBack") == (worker.count(), worker.events()[-1][0])
