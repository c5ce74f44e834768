"""Scenario 6 where the gate is on: an autoscaler that may go to zero by itself is left to the stock controller."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from e2e.control_plane.lagzero import Adapter, Sources, start_scaler
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import Program
from e2e.scenarios.objects import WORKER, companion_autoscaler
from e2e.scenarios.pace import FAST
from e2e.scenarios.stage import Stage

_CLAIM: Final = "lagzero.dev/ScaledToZero"


@pytest.fixture
def scaler(gated_stage: Stage, gated_adapter: Adapter, sources: Sources) -> Iterator[Program]:
    """Ours, as it is shipped, beside the stock controller with its gate on."""
    assert gated_adapter.program.process.poll() is None
    processes = gated_stage.cluster.processes
    program = start_scaler(gated_stage.cluster, processes, sources, FAST)
    yield program
    processes.stop(program)


@pytest.mark.usefixtures("scaler")
def test_we_stand_aside_and_say_so(gated_stage: Stage) -> None:
    stage = gated_stage
    stage.run_idlers(1)
    stage.cluster.kubectl.apply(companion_autoscaler(stage.namespace, least=0))
    eventually("we say that we stand aside", lambda: stage.stock_condition(_CLAIM) == ("False", "StandingAside"))
    stage.reaches(0, within=180)
    stage.put(60)
    stage.reaches(2, within=180)
    assert "lagzero-scaler" not in _managers(stage)
    assert stage.stock_condition(_CLAIM) == ("False", "StandingAside")


def _managers(stage: Stage) -> set[str]:
    entries: list[dict[str, Any]] = stage.cluster.get("apps/v1/deployments", WORKER, stage.namespace)["metadata"][
        "managedFields"
    ]
    return {each["manager"] for each in entries}
