"""Scenario 2: a stock HorizontalPodAutoscaler follows our metrics, with real workers on a real queue."""

import pytest

from e2e.control_plane.patience import eventually
from e2e.scenarios.objects import stock_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("adapter")


def test_a_stock_autoscaler_goes_from_one_to_three_and_back(stage: Stage) -> None:
    stage.run_workers(1, seconds_per_task=0.4)
    stage.cluster.kubectl.apply(stock_autoscaler(stage.namespace, least=1))
    stage.put(90)
    stage.reaches(3)
    stage.reaches(1, within=90)
    eventually("the queue is empty", lambda: stage.seen_backlog() == 0)
    assert stage.stock_condition("ScalingActive") == ("True", "ValidMetricFound")
