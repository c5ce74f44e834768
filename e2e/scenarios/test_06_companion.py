"""Scenario 6: a stock autoscaler with our annotation sleeps and wakes, and the two controllers don't fight."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import pytest

from e2e.control_plane.audit import Write
from e2e.control_plane.patience import eventually, throughout
from e2e.scenarios.objects import QUEUE, WORKER, companion_autoscaler, stock_autoscaler, zero_autoscaler
from e2e.scenarios.pace import Pace
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("adapter", "scaler")

OURS, STOCK = "lagzero-scaler", "kube-controller-manager"
_SCALER: Final = "system:serviceaccount:lagzero-system:lagzero-scaler"
_CONTROLLER: Final = "system:serviceaccount:kube-system:horizontal-pod-autoscaler"
_DISABLED: Final = ("False", "ScalingDisabled")
_CLAIM: Final = "lagzero.dev/ScaledToZero"
_WORKERS: Final = "/apis/apps/v1/namespaces/{}/deployments"
# A burst is worked off long before, and the workers that did it are gone again.
_BURST_SECONDS: Final = 300.0


@pytest.mark.timeout(900, func_only=True)
def test_across_zero_we_write_and_between_the_stock_controller(stage: Stage, pace: Pace) -> None:
    stage.run_workers(1, seconds_per_task=0.4)
    stage.cluster.kubectl.apply(companion_autoscaler(stage.namespace, least=1))
    _asleep(stage)
    to_sleep = _written(stage)
    assert [each.user for each in to_sleep if each.code == 200] == [_SCALER], to_sleep
    counts: list[tuple[int, str]] = []
    for _ in range(pace.bursts):
        counts += _through_a_burst(stage, 150)
        _asleep(stage)
    steps = [(before[0], after[0], after[1]) for before, after in pairwise(counts) if before[0] != after[0]]
    expected = [(before, after, OURS if 0 in {before, after} else STOCK) for before, after, _ in steps]
    assert (expected, True) == (steps, {OURS, STOCK} == {by for _, _, by in steps})
    # By the server's record, too: no third writer, and no count written over and over.
    written = _written(stage)[len(to_sleep) :]
    by_record = [{_SCALER: OURS, _CONTROLLER: STOCK}.get(each.user, each.user) for each in written if each.code == 200]
    assert sorted(by for _, _, by in steps) == sorted(by_record), written


def test_both_controllers_say_their_part(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.cluster.kubectl.apply(companion_autoscaler(stage.namespace, least=1))
    _asleep(stage)
    eventually("the stock controller sees zero", lambda: stage.stock_condition("ScalingActive") == _DISABLED)
    assert stage.stock_condition(_CLAIM) == ("True", "ScaledToZero")
    stage.put(60)
    stage.reaches(2)
    eventually("it counts again", lambda: stage.stock_condition("ScalingActive") == ("True", "ValidMetricFound"))
    eventually("the claim is taken back", lambda: stage.stock_condition(_CLAIM) == ("False", "NotScaledToZero"))


def test_without_its_annotation_nothing_of_ours_is_left(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.cluster.kubectl.apply(companion_autoscaler(stage.namespace, least=1))
    _asleep(stage)
    stage.kubectl("annotate", "hpa", WORKER, "lagzero.dev/min-replicas-")
    eventually("the stock controller sees zero", lambda: stage.stock_condition("ScalingActive") == _DISABLED)
    eventually("the claim is gone", lambda: stage.stock_condition(_CLAIM) == ("", ""))
    eventually("no trace of us is left", lambda: "lagzero" not in str(_metadata(stage)))


def test_a_manual_zero_is_a_pause(stage: Stage) -> None:
    stage.run_idlers(1)
    stage.put(60)
    stage.cluster.kubectl.apply(companion_autoscaler(stage.namespace, least=1))
    stage.reaches(2)
    stage.kubectl("scale", "deployment", WORKER, "--replicas=0")
    assert throughout(8.0, stage.replicas) == (0,)


def test_two_autoscalers_of_one_target_are_refused_until_one_is_gone(stage: Stage) -> None:
    stage.run_idlers(2)
    stage.cluster.kubectl.apply(stock_autoscaler(stage.namespace, least=2))
    stage.cluster.kubectl.apply(zero_autoscaler(stage.namespace))
    refused = ("False", "AmbiguousTarget")
    eventually("it is refused", lambda: stage.condition("ScalingActive") == refused)
    # Without demand it would be at zero by then.
    assert throughout(12.0, stage.replicas) == (2,)
    stage.kubectl("delete", "hpa", WORKER)
    stage.reaches(0)
    stage.becomes("ScaledToZero")


def _asleep(stage: Stage) -> None:
    stage.reaches(0, within=180)
    eventually("the claim is made", lambda: stage.stock_condition(_CLAIM) == ("True", "ScaledToZero"))


def _metadata(stage: Stage) -> dict[str, Any]:
    """Of the stock autoscaler, but what kubectl itself wrote down of how it was applied."""
    found = stage.cluster.get("autoscaling/v2/horizontalpodautoscalers", WORKER, stage.namespace)["metadata"]
    return {"annotations": sorted(found.get("annotations", {})), "managedFields": found["managedFields"]}


def _written(stage: Stage) -> list[Write]:
    """Every request so far to write the count, by the API server's record."""
    return [each for each in stage.cluster.writes(stage.namespace) if each.resource == "deployments/scale"]


def _through_a_burst(stage: Stage, tasks: int) -> list[tuple[int, str]]:
    """Every count that the worker had, and in whose name it was written, from one sleep to the next: none is missed."""
    worker = stage.cluster.get("apps/v1/deployments", WORKER, stage.namespace)
    counts = [_count(worker)]
    stage.broker.publish(stage.namespace, QUEUE, tasks)
    events = stage.cluster.admin.watch(
        _WORKERS.format(stage.namespace),
        resourceVersion=worker["metadata"]["resourceVersion"],
        fieldSelector=f"metadata.name={WORKER}",
        seconds=_BURST_SECONDS,
    )
    for event in events:
        counts.append(_count(event["object"]))
        if counts[-2][0] > counts[-1][0] == 0:
            return counts
    raise AssertionError(f"after {_BURST_SECONDS:g} s still not asleep: {counts}")


def _count(worker: Mapping[str, Any]) -> tuple[int, str]:
    """How many, and in whose name that was written."""
    entries = worker["metadata"]["managedFields"]
    owners = [each["manager"] for each in entries if "f:replicas" in each["fieldsV1"].get("f:spec", {})]
    return worker["spec"]["replicas"], owners[0] if owners else ""
