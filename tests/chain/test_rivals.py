"""What if two autoscalers have one target? Neither writes, both say why, and it ends by itself."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.chain.cluster import path_of
from tests.chain.companion import ASKED, KIND, companion_of, stock_autoscaler
from tests.chain.polling import until
from tests.chain.worker import Worker

NamedWorker = Callable[..., Worker]
OURS = "lagzero-scaler"


def contested(worker: Worker, annotations: dict[str, str]) -> str:
    """It has run under its ZeroPodAutoscaler, and a stock autoscaler of its target has come; the latter's path."""
    worker.backlog(60)
    worker.create(count=2)
    worker.until_state("Active")
    worker.cluster.create(stock_autoscaler(worker, f"{worker.name}-stock", annotations))
    until("it is refused", lambda: worker.condition("ScalingActive"), lambda seen: seen[1] == "AmbiguousTarget")
    return path_of(KIND, worker.scaler.namespace, f"{worker.name}-stock")


def told_of(worker: Worker, uid: str) -> list[dict[str, Any]]:
    """The events about the object of that uid."""
    items = worker.cluster.get(f"/api/v1/namespaces/{worker.scaler.namespace}/events")["items"]
    return [item for item in items if item["involvedObject"]["uid"] == uid]


@pytest.mark.parametrize("annotations", [{}, ASKED], ids=["stock", "companion"])
def test_the_condition_names_the_other(named_worker: NamedWorker, annotations: dict[str, str]) -> None:
    worker = named_worker()
    contested(worker, annotations)
    other = f"{KIND} {worker.scaler.namespace}/{worker.name}-stock"
    text = f"Deployment/{worker.name} is also the target of {other}: delete one of them"
    assert ("False", "AmbiguousTarget", text) == worker.condition("ScalingActive")


def test_while_it_lasts_nothing_is_written_and_one_event_says_why(named_worker: NamedWorker) -> None:
    worker = named_worker()
    contested(worker, {})
    worker.backlog(300)
    worker.until_decided(4)
    told = [reason for reason, _ in worker.events()]
    assert (2, [], 1) == (worker.count(), worker.writes(), told.count("AmbiguousTarget"))


def test_when_the_other_is_deleted_it_goes_on_by_itself(named_worker: NamedWorker) -> None:
    worker = named_worker()
    path = contested(worker, {})
    worker.backlog(120)
    worker.cluster.delete(path)
    worker.until_count(4)
    until("it is active", lambda: worker.condition("ScalingActive"), lambda seen: seen[1] == "ValidMetricFound")
    assert [(4, OURS)] == worker.writes()


def test_a_companion_is_refused_too(named_worker: NamedWorker) -> None:
    worker = named_worker()
    path = contested(worker, ASKED)
    name = path.rpartition("/")[2]
    conditions = until(
        "the companion is told",
        lambda: worker.cluster.get(path).get("status", {}).get("conditions", []),
        lambda seen: seen != [],
    )
    other = f"ZeroPodAutoscaler {worker.scaler.namespace}/{worker.name}"
    assert [("lagzero.dev/ScaledToZero", "False", "AmbiguousTarget")] == [
        (each["type"], each["status"], each["reason"]) for each in conditions
    ]
    assert (other in conditions[0]["message"], name) == (True, f"{worker.name}-stock")


def test_a_companion_alone_has_no_rival(named_worker: NamedWorker) -> None:
    worker = companion_of(named_worker())
    worker.backlog(0)
    worker.create(count=1)
    worker.until_asleep()
    assert "AmbiguousTarget" not in [reason for reason, _ in worker.events()]


def test_a_stock_autoscaler_is_told_in_an_event_of_its_own(named_worker: NamedWorker) -> None:
    worker = named_worker()
    path = contested(worker, {})
    stock = worker.cluster.get(path)["metadata"]
    told = until("it is told", lambda: told_of(worker, stock["uid"]), lambda seen: seen != [])
    assert [(KIND, stock["name"], "AmbiguousTarget")] == [
        (item["involvedObject"]["kind"], item["involvedObject"]["name"], item["reason"]) for item in told
    ]
    assert f"ZeroPodAutoscaler {worker.scaler.namespace}/{worker.name}" in told[0]["message"]
