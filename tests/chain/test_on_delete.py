"""What becomes of a sleeping worker whose autoscaler is deleted? `spec.zero.onDelete: Restore` brings it back first."""

from collections.abc import Callable

import pytest

from tests.chain.polling import until
from tests.chain.worker import Worker

NamedWorker = Callable[..., Worker]
OURS = "lagzero-scaler"
FINALIZER = "lagzero.dev/restore"


def asleep(worker: Worker, on_delete: str = "Restore") -> Worker:
    """It was put to sleep under an autoscaler that says what to do when it is deleted."""
    worker.backlog(0)
    worker.create(count=2)
    worker.edit(zero={"onDelete": on_delete})
    worker.until_asleep()
    return worker


def finalizers(worker: Worker) -> list[str]:
    found: list[str] = worker.cluster.get(worker.autoscaler_path)["metadata"].get("finalizers", [])
    return found


def until_held(worker: Worker) -> Worker:
    until(f"{worker.name} is held", lambda: finalizers(worker), lambda seen: seen == [FINALIZER])
    return worker


def until_gone(worker: Worker) -> None:
    folder = worker.autoscaler_path.rpartition("/")[0]
    until(
        f"{worker.name} is gone",
        lambda: [item["metadata"]["name"] for item in worker.cluster.get(folder)["items"]],
        lambda names: worker.name not in names,
    )


def test_a_sleeper_is_restored_and_its_autoscaler_goes(named_worker: NamedWorker) -> None:
    worker = until_held(asleep(named_worker()))
    worker.cluster.delete(worker.autoscaler_path)
    until_gone(worker)
    assert (1, [(0, OURS), (1, OURS)]) == (worker.count(), worker.writes())


def test_one_that_is_kept_stays_at_zero(named_worker: NamedWorker) -> None:
    worker = asleep(named_worker(), "Keep")
    worker.cluster.delete(worker.autoscaler_path)
    until_gone(worker)
    assert (0, [(0, OURS)]) == (worker.count(), worker.writes())


def test_while_it_runs_nothing_holds_its_autoscaler(named_worker: NamedWorker) -> None:
    worker = until_held(asleep(named_worker()))
    worker.backlog(90)
    worker.until_count(3)
    until("it is held no more", lambda: finalizers(worker), lambda seen: seen == [])


def test_a_humans_pause_is_respected(named_worker: NamedWorker) -> None:
    worker = until_held(asleep(named_worker()))
    worker.human_wakes_and_stops()
    worker.cluster.delete(worker.autoscaler_path)
    until_gone(worker)
    assert 0 == worker.count()


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet"])
def test_one_whose_workload_is_gone_goes_soon(named_worker: NamedWorker, kind: str) -> None:
    worker = until_held(asleep(named_worker("engine", kind)))
    worker.cluster.delete(worker.path)
    worker.cluster.delete(worker.autoscaler_path)
    until_gone(worker)
    assert "RestoreFailed" in [reason for reason, _ in worker.events()]
