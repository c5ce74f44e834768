"""Scenario 6 where the gate is on: an autoscaler that may go to zero by itself is left to the stock controller."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from e2e.control_plane.lagzero import Adapter, Sources, start_scaler
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import Program
from e2e.scenarios.objects import WORKER, stock_autoscaler
from e2e.scenarios.stage import Stage

_CLAIM: Final = "lagzero.dev/ScaledToZero"
_FLAGS: Final = ("--sync-period=2s", "--wake-interval=1s", "--downscale-stabilization=6s")


@pytest.fixture
def scaler(gated_stage: Stage, gated_adapter: Adapter, sources: Sources) -> Iterator[Program]:
    """Ours, as it is shipped, beside the stock controller with its gate on."""
    assert gated_adapter.program.process.poll() is None
    processes = gated_stage.cluster.processes
    program = start_scaler(gated_stage.cluster, processes, sources, _FLAGS)
    yield program
    processes.stop(program)


@pytest.mark.usefixtures("scaler")
def test_we_stand_aside_and_say_so(gated_stage: Stage) -> None:
    stage = gated_stage
    stage.run_idlers(1)
    stock = stock_autoscaler(stage.namespace, least=0)
    stage.cluster.kubectl.apply(
        {**stock, "metadata": {**stock["metadata"], "annotations": {"lagzero.dev/min-replicas": "0"}}}
    )
    eventually("we say that we stand aside", lambda: _claim(stage) == ("False", "StandingAside"))
    stage.reaches(0, within=90)
    stage.put(60)
    stage.reaches(2, within=90)
    assert "lagzero-scaler" not in _managers(stage)
    assert _claim(stage) == ("False", "StandingAside")


def _claim(stage: Stage) -> tuple[str, str]:
    found = [each for each in stage.stock_status().get("conditions", []) if each["type"] == _CLAIM]
    return (found[0]["status"], found[0]["reason"]) if found else ("", "")


def _managers(stage: Stage) -> set[str]:
    entries: list[dict[str, Any]] = stage.cluster.get("apps/v1/deployments", WORKER, stage.namespace)["metadata"][
        "managedFields"
    ]
    return {each["manager"] for each in entries}
