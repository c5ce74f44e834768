"""Scenario 15: mode Shadow computes what would be done, and by the API server's record writes no count."""

from typing import Final

import pytest

from e2e.control_plane.patience import eventually, throughout
from e2e.scenarios.objects import WORKER, zero_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("scaler")

_SCALER: Final = "system:serviceaccount:lagzero-system:lagzero-scaler"
# Several syncs, and several looks at sleeping targets.
_LONG_ENOUGH_SECONDS: Final = 8.0


def test_a_shadow_writes_its_own_status_and_nothing_else(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.put(90)
    live = zero_autoscaler(stage.namespace)
    stage.cluster.kubectl.apply({**live, "spec": {**live["spec"], "zero": {"mode": "Shadow"}}})
    eventually("it would have three", lambda: stage.zero_status().get("desiredReplicas") == 3)
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (1,)
    ours = [each for each in stage.cluster.writes(stage.namespace) if each.user == _SCALER]
    # A look at a metric that fails is told in an event, also by a shadow.
    assert {("zeropodautoscalers/status", WORKER)} == {
        (each.resource, each.name) for each in ours if each.resource != "events"
    }
