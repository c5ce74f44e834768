"""Scenario 3: a ZeroPodAutoscaler takes workers to zero and back where the gate HPAScaleToZero is off."""

import pytest

from e2e.control_plane.patience import eventually
from e2e.scenarios.objects import stock_autoscaler, zero_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("scaler")


def test_the_stock_autoscaler_may_not_have_a_minimum_of_zero_here(stage: Stage) -> None:
    path = f"/apis/autoscaling/v2/namespaces/{stage.namespace}/horizontalpodautoscalers"
    answer = stage.cluster.admin.post(path, stock_autoscaler(stage.namespace, least=0))
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "spec.minReplicas")


def test_workers_sleep_wake_to_the_needed_count_and_sleep_again(stage: Stage) -> None:
    stage.run_workers(1, seconds_per_task=0.4)
    stage.cluster.kubectl.apply(zero_autoscaler(stage.namespace))
    _sleeps(stage)
    stage.put(90)
    stage.reaches(3)
    eventually("awake", lambda: stage.condition("ScaledToZero") == ("False", "NotScaledToZero"))
    _sleeps(stage)
    eventually("the queue is empty", lambda: stage.seen_backlog() == 0)
    # An event that comes again is counted on the first one.
    assert _rescales(stage)[:2] == ["New size: 0", "New size: 3"]
    asleep = ["worker", "Deployment/worker", "0/30", "(avg)", "0", "5", "0", "ScaledToZero"]
    # As the stock controller's, the status that a sync writes holds the count that the sync found.
    eventually("kubectl shows it", lambda: _columns(stage)[:-1], wanted=lambda shown: shown == asleep)


def _sleeps(stage: Stage) -> None:
    stage.reaches(0, within=180)
    eventually("asleep", lambda: stage.condition("ScaledToZero") == ("True", "ScaledToZero"))
    stage.becomes("ScaledToZero")


def _rescales(stage: Stage) -> list[str]:
    """The beginnings of the messages, in their order."""
    words = ("get", "events", "--field-selector=reason=SuccessfulRescale", "--sort-by=.metadata.creationTimestamp")
    shown = stage.kubectl(*words, "-o", "jsonpath={range .items[*]}{.message}{'\\n'}{end}")
    return [line.partition(";")[0] for line in shown.splitlines()]


def _columns(stage: Stage) -> list[str]:
    return stage.kubectl("get", "zpa", "worker", "--no-headers").split()
