"""Scenario 17: the real controllers of Deployments and ReplicaSets take the idle Pods, which were marked for it."""

import json
from typing import Any, Final

import pytest

from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import ROOT
from e2e.scenarios.exposition import jobs_shown
from e2e.scenarios.objects import QUEUE, zero_autoscaler
from e2e.scenarios.stage import Stage

pytestmark = pytest.mark.usefixtures("scaler")

_GRANTS: Final = ROOT / "manifests" / "components" / "pod-deletion-cost" / "access.yaml"
_COST: Final = "controller.kubernetes.io/pod-deletion-cost"
_PODS: Final = 8
_JOBS: Final = 3


def test_the_idle_pods_go_and_the_busy_ones_stay(stage: Stage) -> None:
    """By chance it would be one in 56."""
    stage.cluster.kubectl("apply", "-f", str(_GRANTS))
    stage.run_idlers(_PODS)
    names = sorted(_costs(stage))
    busy = names[1 : 1 + _JOBS]
    with jobs_shown(stage.namespace, {name: int(name in busy) for name in names}) as address:
        stage.prometheus.scrape(address)
        eventually("Prometheus sees the jobs", lambda: _jobs(stage) == _JOBS)
        stage.cluster.kubectl.apply(_autoscaler(stage))
        stage.reaches(_JOBS)
        left = eventually("only so many are left", lambda: _costs(stage), wanted=lambda seen: len(seen) == _JOBS)
    stage.prometheus.scrape()
    assert left == dict.fromkeys(busy, "")


def _autoscaler(stage: Stage) -> dict[str, Any]:
    body = zero_autoscaler(stage.namespace, most=_PODS)
    body["spec"]["zero"]["inFlight"] = {
        "metric": {"name": "jobs_running", "selector": {"matchLabels": {"name": QUEUE}}},
        "target": {"type": "AverageValue", "averageValue": "1"},
        "podLabel": "pod",
    }
    return body


def _costs(stage: Stage) -> dict[str, str]:
    """The deletion cost of each Pod that isn't going; an empty text where there is none."""
    items: list[dict[str, Any]] = json.loads(stage.kubectl("get", "pods", "-o", "json"))["items"]
    there = [item["metadata"] for item in items if "deletionTimestamp" not in item["metadata"]]
    return {each["name"]: each.get("annotations", {}).get(_COST, "") for each in there}


def _jobs(stage: Stage) -> int:
    return sum(int(value) for value in stage.prometheus.values(f'jobs_running{{namespace="{stage.namespace}"}}'))
