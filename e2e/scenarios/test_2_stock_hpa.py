"""Scenario 2: a stock HorizontalPodAutoscaler follows our metrics, with real workers on a real queue."""

import pytest

from e2e.control_plane.patience import eventually
from e2e.scenarios.objects import stock_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("adapter")


def test_a_stock_autoscaler_goes_from_one_to_three_and_back(stage: Stage) -> None:
    stage.run_workers(1, seconds_per_task=0.4)
    stage.cluster.kubectl.apply(stock_autoscaler(stage.namespace, least=1, most=3))
    # So many that three are wanted for a minute, however late the controller looks.
    stage.put(200)
    stage.reaches(3)
    stage.reaches(1, within=240)
    eventually("the queue is empty", lambda: stage.seen_backlog() == 0)
    eventually("it is computed", lambda: stage.stock_condition("ScalingActive") == ("True", "ValidMetricFound"))
