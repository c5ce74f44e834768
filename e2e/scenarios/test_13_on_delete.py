"""Scenario 13: a sleeper whose autoscaler is deleted is restored first, if it says so; a human's pause is respected."""

import json

import pytest

from e2e.control_plane.patience import eventually, throughout
from e2e.scenarios.objects import stock_autoscaler, zero_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("scaler")

_PATH = "lagzero.dev/v1alpha1/zeropodautoscalers"
_FINALIZER = "lagzero.dev/restore"
_LONG_ENOUGH_SECONDS = 6.0


def test_a_sleeper_is_restored_and_taken_over_by_a_stock_autoscaler(stage: Stage) -> None:
    """Which never leaves zero by itself: the hand-over works only since the workload is brought back."""
    _asleep(stage)
    _held(stage)
    stage.cluster.kubectl.apply(stock_autoscaler(stage.namespace, least=1))
    eventually("both are refused", lambda: stage.condition("ScalingActive")[1] == "AmbiguousTarget")
    stage.kubectl("delete", "zpa", "worker", "--timeout=60s")
    stage.reaches(1)
    assert _events(stage).count("WokenUp") == 1


def test_without_it_a_sleeper_stays_at_zero(stage: Stage) -> None:
    _asleep(stage, on_delete="Keep")
    stage.kubectl("delete", "zpa", "worker", "--timeout=60s")
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (0,)


def test_nothing_holds_it_while_the_workload_runs(stage: Stage) -> None:
    _asleep(stage)
    _held(stage)
    stage.put(90)
    stage.reaches(3)
    eventually("it is held no more", lambda: _finalizers(stage) == [])


def test_a_humans_zero_is_no_sleep_to_be_ended(stage: Stage) -> None:
    _asleep(stage)
    _held(stage)
    stage.human_wakes_and_stops(f"/apis/apps/v1/namespaces/{stage.namespace}/deployments/worker")
    stage.kubectl("delete", "zpa", "worker", "--timeout=60s")
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (0,)


def test_a_workload_that_is_deleted_too_holds_nothing_for_long(stage: Stage) -> None:
    _asleep(stage)
    _held(stage)
    stage.kubectl("delete", "deployment", "worker", "--wait=false")
    stage.kubectl("delete", "zpa", "worker", "--timeout=60s")
    assert "RestoreFailed" in _events(stage)


def _asleep(stage: Stage, on_delete: str = "Restore") -> None:
    stage.run_idlers(1)
    body = zero_autoscaler(stage.namespace)
    body["spec"]["zero"]["onDelete"] = on_delete
    stage.cluster.kubectl.apply(body)
    stage.reaches(0)
    stage.becomes("ScaledToZero")


def _held(stage: Stage) -> None:
    eventually("it is held", lambda: _finalizers(stage) == [_FINALIZER])


def _finalizers(stage: Stage) -> list[str]:
    found: list[str] = stage.cluster.get(_PATH, "worker", stage.namespace)["metadata"].get("finalizers", [])
    return found


def _events(stage: Stage) -> list[str]:
    items = json.loads(stage.kubectl("get", "events", "-o", "json"))["items"]
    return [item["reason"] for item in items if item["involvedObject"]["kind"] == "ZeroPodAutoscaler"]
