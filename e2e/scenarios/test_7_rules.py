"""Scenario 7: no rule of the scaler's roles can be spared: without any of them something that it does is missing."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import pytest
import yaml

from e2e.control_plane.api import Api
from e2e.control_plane.cluster import Cluster
from e2e.control_plane.lagzero import SCALER_ACCOUNT, Sources, scaler_command, start_scaler
from e2e.control_plane.manifests import NAMESPACE
from e2e.control_plane.patience import eventually, now_seconds, pause
from e2e.control_plane.processes import ROOT
from e2e.scenarios.objects import queue_metric, stock_autoscaler, zero_autoscaler
from e2e.scenarios.stage import Stage

_ROLES: Final[list[dict[str, Any]]] = list(
    yaml.safe_load_all((ROOT / "manifests" / "base" / "access" / "scaler.yaml").read_text())
)
_ALL_RULES: Final = [(role["kind"], index, rule) for role in _ROLES for index, rule in enumerate(role["rules"])]
# Metrics that this stage has no server for; what can be told apart is "you may not" and "there is none".
_ELSEWHERE: Final[dict[str, dict[str, Any]]] = {
    "metrics.k8s.io": {
        "type": "Resource",
        "resource": {"name": "cpu", "target": {"type": "AverageValue", "averageValue": "1"}},
    },
    "custom.metrics.k8s.io": {
        "type": "Pods",
        "pods": {"metric": {"name": "busy"}, "target": {"type": "AverageValue", "averageValue": "1"}},
    },
}
_RULES: Final = [(kind, index) for kind, index, rule in _ALL_RULES if not _ELSEWHERE.keys() & set(rule["apiGroups"])]
_METRIC_RULES: Final = [
    (kind, index, group) for kind, index, rule in _ALL_RULES for group in _ELSEWHERE if group in rule["apiGroups"]
]
_FLAGS: Final = ("--sync-period=1s", "--log-format=json")
# A scaler that has all its rights is done as soon as it is done; one that lacks some has so much time to show it.
_PATIENCE_SECONDS: Final = 180.0
_LONG_ENOUGH_SECONDS: Final = 10.0
_COMPANION: Final = "companion"


def test_with_all_its_rules_the_scaler_does_all_that_it_should(gated_stage: Stage, sources: Sources) -> None:
    assert _missing(gated_stage, sources, _PATIENCE_SECONDS) == []


@pytest.mark.parametrize(("kind", "index"), _RULES)
def test_without_a_rule_something_is_missing(gated_stage: Stage, sources: Sources, kind: str, index: int) -> None:
    with _without(gated_stage.cluster, kind, index) as rule:
        missing = _missing(gated_stage, sources, _LONG_ENOUGH_SECONDS)
    print(f"without {json.dumps(rule)}: no {', '.join(missing)}")
    assert missing


@pytest.mark.parametrize(("kind", "index", "group"), _METRIC_RULES)
def test_without_a_rule_for_metrics_they_are_forbidden(
    gated_stage: Stage, sources: Sources, kind: str, index: int, group: str
) -> None:
    with _without(gated_stage.cluster, kind, index):
        _until_told(gated_stage, sources, _ELSEWHERE[group], lambda why: "forbidden" in why)
    _until_told(gated_stage, sources, _ELSEWHERE[group], lambda why: why != "" and "forbidden" not in why)


@contextmanager
def _without(cluster: Cluster, kind: str, index: int) -> Iterator[Mapping[str, Any]]:
    """The role without one of its rules, which is given."""
    role = next(each for each in _ROLES if each["kind"] == kind)
    rules = role["rules"]
    words = ("patch", kind, role["metadata"]["name"], "--namespace", NAMESPACE, "--type=merge", "--patch")
    cluster.kubectl(*words, json.dumps({"rules": rules[:index] + rules[index + 1 :]}))
    try:
        yield rules[index]
    finally:
        cluster.kubectl(*words, json.dumps({"rules": rules}))


def _missing(stage: Stage, sources: Sources, within: float) -> list[str]:
    """What a scaler that starts now doesn't get done in that time."""
    _prepare(stage)
    listen, command = scaler_command(stage.cluster, sources, _FLAGS)
    health = Api(f"http://{listen}")
    deeds: dict[str, Callable[[], bool]] = {
        "readiness": lambda: health.answers("/readyz"),
        "scaling": lambda: stage.replicas() == 0,
        "status": lambda: stage.condition("ScaledToZero") == ("True", "ScaledToZero"),
        "event": lambda: "SuccessfulRescale" in stage.kubectl("get", "events"),
        "companion": lambda: _speaks_of_the_companion(stage),
    }
    processes = stage.cluster.processes
    program = processes.start("scaler", command, up=lambda: True)
    try:
        return _left(deeds, within)
    finally:
        processes.stop(program)


def _left(deeds: Mapping[str, Callable[[], bool]], within: float) -> list[str]:
    deadline = now_seconds() + within
    left = list(deeds)
    while left and now_seconds() < deadline:
        left = [name for name, is_done in deeds.items() if not is_done()]
        pause(0.3)
    return left


def _until_told(stage: Stage, sources: Sources, metric: dict[str, Any], wanted: Callable[[str], bool]) -> None:
    """Wait until a scaler that starts now says why it can't read this metric, and that is what is wanted.

    The API server itself may learn a moment later that a right was given or taken.
    """
    stage.run_idlers(1)
    body = zero_autoscaler(stage.namespace, least=1)
    body["spec"]["metrics"] = [metric]
    stage.cluster.kubectl.run("delete", "zpa", "worker", "--namespace", stage.namespace)
    stage.cluster.kubectl.apply(body)
    processes = stage.cluster.processes
    program = start_scaler(stage.cluster, processes, sources, _FLAGS)
    try:
        eventually("the reason", lambda: _inactive(stage), wanted=wanted)
    finally:
        processes.stop(program)


def _inactive(stage: Stage) -> str:
    conditions = stage.zero_status().get("conditions", [])
    return next((each["message"] for each in conditions if each["type"] == "ScalingActive"), "")


def _speaks_of_the_companion(stage: Stage) -> bool:
    """A stock autoscaler whose annotation makes no sense is told so in its status."""
    stock = stage.cluster.get("autoscaling/v2/horizontalpodautoscalers", _COMPANION, stage.namespace)
    return any(each["reason"] == "InvalidAnnotation" for each in stock.get("status", {}).get("conditions", []))


def _prepare(stage: Stage) -> None:
    stage.run_idlers(1, name=_COMPANION)
    stock = stock_autoscaler(stage.namespace, least=1, name=_COMPANION)
    stage.cluster.kubectl.run("delete", "hpa", _COMPANION, "--namespace", stage.namespace)
    stage.cluster.kubectl.apply(
        {**stock, "metadata": {**stock["metadata"], "annotations": {"lagzero.dev/min-replicas": "some"}}}
    )
    # A lease that is there already would need no right to create one.
    lease = f"/apis/coordination.k8s.io/v1/namespaces/{NAMESPACE}/leases/{SCALER_ACCOUNT}"
    stage.cluster.admin.delete(lease)
    stage.run_idlers(1)
    body = zero_autoscaler(stage.namespace)
    # A target of type Value counts Pods, so that the right to list them is needed too.
    body["spec"]["metrics"] = [queue_metric(value="30")]
    body["spec"]["behavior"] = {"scaleDown": {"stabilizationWindowSeconds": 0}}
    stage.cluster.kubectl.apply(body)
