"""Scenario 4: a human's zero is a pause, ours is sleep, and the two are never taken for one another."""

import pytest

from e2e.control_plane.patience import eventually, throughout
from e2e.scenarios.objects import zero_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("scaler")

# Several syncs, and several looks at sleeping targets.
_LONG_ENOUGH_SECONDS = 8.0
_PAUSED = ("False", "ScalingDisabled")


def test_a_manual_zero_is_a_pause_until_somebody_scales_up(stage: Stage) -> None:
    _busy_at_three(stage)
    stage.kubectl("scale", "deployment", "worker", "--replicas=0")
    stage.becomes("Paused")
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (0,)
    assert (stage.condition("ScalingActive"), stage.condition("ScaledToZero")[0]) == (_PAUSED, "False")
    stage.kubectl("scale", "deployment", "worker", "--replicas=1")
    stage.reaches(3)
    stage.becomes("Active")


def test_who_wakes_a_sleeping_workload_and_zeroes_it_again_gets_a_pause(stage: Stage) -> None:
    _asleep(stage)
    stage.human_wakes_and_stops(f"/apis/apps/v1/namespaces/{stage.namespace}/deployments/worker")
    stage.becomes("Paused")
    stage.put(90)
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (0,)


def test_a_raised_minimum_wakes_what_sleeps(stage: Stage) -> None:
    _asleep(stage)
    _raise_minimum(stage)
    stage.reaches(2)
    eventually("awake", lambda: stage.condition("ScaledToZero") == ("False", "NotScaledToZero"))


def test_a_raised_minimum_does_not_end_a_pause(stage: Stage) -> None:
    _busy_at_three(stage)
    stage.kubectl("scale", "deployment", "worker", "--replicas=0")
    stage.becomes("Paused")
    _raise_minimum(stage)
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (0,)


def test_an_explicit_pause_holds_at_any_count(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.cluster.kubectl.apply(zero_autoscaler(stage.namespace, least=1))
    stage.becomes("Active")
    stage.kubectl("annotate", "zpa", "worker", "lagzero.dev/paused=maintenance")
    stage.becomes("PausedExplicitly")
    stage.put(90)
    assert throughout(_LONG_ENOUGH_SECONDS, stage.replicas) == (1,)
    stage.kubectl("annotate", "zpa", "worker", "lagzero.dev/paused-")
    stage.reaches(3)


def _busy_at_three(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.put(90)
    stage.cluster.kubectl.apply(zero_autoscaler(stage.namespace))
    stage.reaches(3)


def _asleep(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.cluster.kubectl.apply(zero_autoscaler(stage.namespace))
    stage.reaches(0)
    stage.becomes("ScaledToZero")


def _raise_minimum(stage: Stage) -> None:
    stage.kubectl("patch", "zpa", "worker", "--type=merge", "--patch", '{"spec":{"minReplicas":2}}')
