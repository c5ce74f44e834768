"""What people do and see with the command, while a scaler runs: pause, resume, status, explain, replay and /wake."""

import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chain.polling import until
from tests.chain.programs import LAGZERO, write_rules
from tests.chain.worker import Worker

NamedWorker = Callable[..., Worker]
_DEADLINE_SECONDS = 120.0


def lagzero(worker: Worker, *arguments: str, status: int = 0) -> str:
    """What the command prints about a worker's autoscaler, with its kubeconfig and namespace."""
    where = ("-n", worker.scaler.namespace, "--kubeconfig", str(worker.cluster.kubeconfig))
    return printed(*arguments, *where, status=status)


def printed(*arguments: str, status: int = 0) -> str:
    command = [str(LAGZERO), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_DEADLINE_SECONDS, check=False)
    assert status == done.returncode, done.stderr
    return done.stdout


def at_work(worker: Worker, tasks: int = 60) -> Worker:
    """It runs as many replicas as its backlog asks for, and its status says so."""
    worker.backlog(tasks)
    worker.create(count=1)
    worker.until_settled(2)
    return worker


def test_a_pause_holds_the_count_until_it_is_resumed(named_worker: NamedWorker) -> None:
    worker = at_work(named_worker())
    lagzero(worker, "pause", worker.name, "--reason", "moving the queue")
    worker.until_state("PausedExplicitly")
    worker.backlog(300)
    worker.until_decided(2)
    assert 2 == worker.count()
    assert worker.condition("ScalingActive")[2].endswith(": moving the queue")
    lagzero(worker, "resume", worker.name)
    worker.until_count(10)


def test_a_pause_ends_by_itself(named_worker: NamedWorker) -> None:
    worker = at_work(named_worker())
    lagzero(worker, "pause", worker.name, "--until", "1h")
    worker.until_state("PausedExplicitly")
    lagzero(worker, "pause", worker.name, "--until", "1s")
    worker.until_state("Active")


def test_status_shows_it_as_kubectl_does(named_worker: NamedWorker) -> None:
    worker = at_work(named_worker())
    rows = [line.split() for line in lagzero(worker, "status").splitlines()]
    (row,) = (row for row in rows if row[0] == worker.name)
    assert [worker.name, f"Deployment/{worker.name}", "Active", "30/30", "(avg)", "0", "10", "2"] == row[:8]


def test_status_follows(named_worker: NamedWorker, tmp_path: Path) -> None:
    worker = at_work(named_worker())
    where = ("-n", worker.scaler.namespace, "--kubeconfig", str(worker.cluster.kubeconfig))
    followed = tmp_path / "followed"
    with (
        followed.open("wb") as stdout,
        subprocess.Popen([str(LAGZERO), "status", "-w", "-o", "json", *where], stdout=stdout) as process,
    ):
        try:
            until("status shows it", followed.read_text, lambda text: worker.name in text)
            lagzero(worker, "pause", worker.name)
            until("status shows the pause", followed.read_text, lambda text: "PausedExplicitly" in text)
        finally:
            process.terminate()
    assert 0 == process.returncode


def test_the_last_decision_is_explained_from_the_log(named_worker: NamedWorker) -> None:
    worker = at_work(named_worker())
    worker.until_decided(2)
    told = printed("explain", worker.name, "--log", str(worker.scaler.decisions))
    assert "observed 60 in all, target 30 for each replica" in told


def test_its_status_is_explained(named_worker: NamedWorker) -> None:
    worker = at_work(named_worker())
    assert f"Deployment/{worker.name}: 2 by the last look" in lagzero(worker, "explain", worker.name, "--status")


def test_without_a_log_a_look_is_taken(named_worker: NamedWorker, tmp_path: Path) -> None:
    worker = at_work(named_worker())
    metrics = ("--rules", str(write_rules(tmp_path)), "--prometheus", worker.prometheus.url)
    told = lagzero(worker, "explain", worker.name, *metrics)
    assert "observed 60 in all, target 30 for each replica" in told
    assert told.splitlines()[0].endswith(": stays at 2 replicas")


def test_a_look_writes_nothing(named_worker: NamedWorker, tmp_path: Path) -> None:
    worker = at_work(named_worker())
    lagzero(worker, "pause", worker.name)
    worker.until_state("PausedExplicitly")
    worker.backlog(300)
    other = {**worker.autoscaler(), "metadata": {**worker.metadata, "name": f"{worker.name}-too"}}
    worker.cluster.create({**other, "spec": {**other["spec"], "zero": {"mode": "Shadow"}}})
    metrics = ("--rules", str(write_rules(tmp_path)), "--prometheus", worker.prometheus.url)
    told = lagzero(worker, "explain", f"{worker.name}-too", *metrics)
    assert "would go from 2 to" in told.splitlines()[0]
    assert 2 == worker.count()


def test_a_name_that_is_not_there_is_a_negative_answer(named_worker: NamedWorker) -> None:
    assert "" == lagzero(named_worker(), "explain", "nobody", status=1)


def test_every_decision_of_a_running_scaler_is_recomputed_to_the_same(
    named_worker: NamedWorker, tmp_path: Path
) -> None:
    worker = at_work(named_worker())
    worker.human_scales(0)
    worker.until_state("Paused")
    whole, _, _ = worker.scaler.decisions.read_text().rpartition("\n")
    log = tmp_path / "decisions"
    log.write_text(whole + "\n")
    assert re.fullmatch(r"\d+ recomputed, 0 differ\n", printed("replay", str(log)))


def wake(worker: Worker, *names: str) -> int:
    """The status of the answer to a call of /wake."""
    body = json.dumps({"autoscalers": names}).encode()
    try:
        with urllib.request.urlopen(f"{worker.scaler.probes()}/wake", body, timeout=_DEADLINE_SECONDS) as answer:
            status: int = answer.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    return status


@pytest.mark.parametrize(("known", "status"), [(True, 202), (False, 404)], ids=["known", "unknown"])
def test_whoever_is_woken_must_exist(named_worker: NamedWorker, *, known: bool, status: int) -> None:
    worker = at_work(named_worker())
    assert status == wake(worker, worker.known_as if known else "nowhere/nobody")
