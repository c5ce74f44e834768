"""What if a program ends? A scaler that starts anew knows whose zero it is; without Prometheus nothing moves."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.chain.cluster import Cluster
from tests.chain.polling import until
from tests.chain.programs import run_registered_adapter, run_sandbox, run_scaler, write_rules
from tests.chain.worker import Worker
from tests.support.prometheus_server import RealPrometheus, run_prometheus

SOURCES = ("engine", "api")
_ENGINE = ("--external-metrics", "engine")


def flags_of(source: str, folder: Path, prometheus: str) -> tuple[str | Path, ...]:
    if source == "api":
        return ("--external-metrics", "api")
    return (*_ENGINE, "--rules", write_rules(folder), "--prometheus", prometheus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restarted:
    """How the first scaler ended, and what the second one found: a zero of ours, and a human's."""

    exit_status: int
    last_words: str
    ours: Worker
    human: Worker


@pytest.fixture(scope="module")
def restarted(
    cluster: Cluster, prometheus: RealPrometheus, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Restarted]:
    folder = tmp_path_factory.mktemp("restarted")
    flags = flags_of("engine", folder, prometheus.url)
    with run_scaler(cluster, folder, "other", *flags) as scaler:
        ours = Worker(cluster=cluster, prometheus=prometheus, scaler=scaler, kind="Deployment", name="ours")
        human = Worker(cluster=cluster, prometheus=prometheus, scaler=scaler, kind="StatefulSet", name="human")
        for worker in (ours, human):
            worker.backlog(0)
            worker.create(count=1)
        for worker in (ours, human):
            worker.until_asleep()
        human.human_wakes_and_stops()
        human.until_state("Paused")
        exit_status, last_words = scaler.stop(), scaler.log.read_text().splitlines()[-1]
    for worker in (ours, human):
        worker.backlog(60)
    with run_scaler(cluster, folder, "other", *flags):
        yield Restarted(exit_status=exit_status, last_words=last_words, ours=ours, human=human)


def test_a_scaler_that_is_asked_to_ends_well(restarted: Restarted) -> None:
    assert (0, True) == (restarted.exit_status, "stopped" in restarted.last_words)


def test_a_scaler_that_starts_anew_wakes_what_was_put_to_sleep_before(restarted: Restarted) -> None:
    restarted.ours.until_count(2)


def test_a_scaler_that_starts_anew_leaves_a_humans_zero_alone(restarted: Restarted) -> None:
    states = {record["decision"]["state"] for record in restarted.human.until_decided(3)}
    assert ({"Paused"}, 0) == (states, restarted.human.count())


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """A chain whose Prometheus has been stopped, and what each worker was like before."""

    awake: dict[str, Worker]
    asleep: dict[str, Worker]


@pytest.fixture(scope="module")
def outage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outage]:
    """A chain of its own: for each source one worker with two replicas, and one asleep."""
    folder = tmp_path_factory.mktemp("outage")
    with ExitStack() as programs, ExitStack() as until_the_outage:
        cluster = programs.enter_context(run_sandbox(folder / "sandbox"))
        (folder / "prometheus").mkdir()
        prometheus = until_the_outage.enter_context(run_prometheus(folder / "prometheus"))
        programs.enter_context(run_registered_adapter(cluster, folder, prometheus.url))
        made: dict[str, dict[str, Worker]] = {"awake": {}, "asleep": {}}
        for source in SOURCES:
            cluster.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": source}})
            scaler = programs.enter_context(
                run_scaler(cluster, folder, source, *flags_of(source, folder, prometheus.url))
            )
            for name, workers in made.items():
                workers[source] = Worker(
                    cluster=cluster, prometheus=prometheus, scaler=scaler, kind="Deployment", name=name
                )
        for worker in made["awake"].values():
            worker.backlog(60)
            worker.create(count=2)
        for worker in made["asleep"].values():
            worker.backlog(0)
            worker.create(count=1)
        for worker in made["asleep"].values():
            worker.until_asleep()
        for worker in made["awake"].values():
            worker.until_state("Active")
        until_the_outage.close()
        yield Outage(awake=made["awake"], asleep=made["asleep"])


def has_noticed(worker: Worker, cause: str = "") -> None:
    """Wait for the condition that a metric can't be had, and until it has the cause in its message.

    What was asked just when the server ended may be told another cause.
    """
    seen = until(
        f"{worker.name} has noticed: {cause}",
        lambda: worker.condition("ScalingActive"),
        lambda seen: seen[0] == "False" and cause in seen[2],
    )
    assert "FailedGetExternalMetric" == seen[1]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("state", ["awake", "asleep"])
def test_without_prometheus_the_condition_names_the_cause(outage: Outage, state: str, source: str) -> None:
    worker = {"awake": outage.awake, "asleep": outage.asleep}[state][source]
    has_noticed(worker, f"connection refused ({worker.prometheus.url})")


@pytest.mark.parametrize("source", SOURCES)
def test_without_prometheus_a_running_worker_keeps_its_count(outage: Outage, source: str) -> None:
    """The window of one second is long over after four syncs of half a second."""
    worker = outage.awake[source]
    has_noticed(worker)
    worker.until_decided(4)
    assert (2, []) == (worker.count(), worker.writes())


@pytest.mark.parametrize("source", SOURCES)
def test_without_prometheus_a_sleeping_worker_stays_asleep(outage: Outage, source: str) -> None:
    worker = outage.asleep[source]
    has_noticed(worker)
    states = {record["decision"]["state"] for record in worker.until_decided(4)}
    assert ({"ScaledToZero"}, 0) == (states, worker.count())
