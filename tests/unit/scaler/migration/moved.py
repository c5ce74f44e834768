"""Objects to be handed over: both autoscalers and a workload, as an API server has them."""

from typing import Any

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.migration.seen import MARK, CustomCount, Seen, SeenWorkload

KEY = NamespacedName("jobs", "worker")
OURS = ReplicasWriter(kind=WriterKind.OURS, manager="lagzero-scaler")
STOCK = ReplicasWriter(kind=WriterKind.STOCK, manager="kube-controller-manager")
HUMAN = ReplicasWriter(kind=WriterKind.OTHER, manager="kubectl-edit")
NOBODY = ReplicasWriter(kind=WriterKind.OTHER)
TIME = "2026-01-31T12:00:00Z"
TARGET = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "worker"}
METRICS = [
    {
        "type": "External",
        "external": {"metric": {"name": "lag"}, "target": {"type": "AverageValue", "averageValue": "30"}},
    }
]


def condition(kind: str, status: str = "True", reason: str = "Said", message: str = "said") -> dict[str, str]:
    return {"type": kind, "status": status, "reason": reason, "message": message, "lastTransitionTime": TIME}


def stock(
    *conditions: dict[str, str], least: int | None = 0, annotations: dict[str, str] | None = None, **metadata: object
) -> dict[str, Any]:
    """A HorizontalPodAutoscaler with these conditions."""
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": "worker", "namespace": "jobs", "annotations": annotations or {}, **metadata},
        "spec": {"scaleTargetRef": TARGET, "minReplicas": least, "maxReplicas": 5, "metrics": METRICS},
        "status": {"lastScaleTime": TIME, "currentReplicas": 2, "conditions": list(conditions)},
    }


def zero(
    *conditions: dict[str, str],
    mark: str = "",
    block: object = None,
    least: int = 0,
    status: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A ZeroPodAutoscaler that the scaler has looked at."""
    spec = {"scaleTargetRef": TARGET, "minReplicas": least, "maxReplicas": 5, "metrics": METRICS}
    return {
        "apiVersion": "lagzero.dev/v1alpha1",
        "kind": "ZeroPodAutoscaler",
        "metadata": {
            "name": "worker",
            "namespace": "jobs",
            "generation": 2,
            "annotations": {MARK: mark} if mark else {},
        },
        "spec": spec if block is None else {**spec, "zero": block},
        "status": {"observedGeneration": 2, "conditions": list(conditions), **(status or {})},
    }


def workload(count: int, writer: ReplicasWriter = STOCK) -> SeenWorkload:
    return SeenWorkload(
        path="/apis/apps/v1/namespaces/jobs/deployments/worker",
        spec_replicas=count,
        resource_version="7",
        writer=writer,
    )


def fleet(count: int, writer: ReplicasWriter = HUMAN) -> SeenWorkload:
    """A custom resource, whose count has a field of its own."""
    return SeenWorkload(
        path="/apis/example.dev/v1/namespaces/jobs/fleets/worker",
        spec_replicas=count,
        resource_version="7",
        writer=writer,
        is_read_by_scale=True,
        custom=CustomCount(api_version="example.dev/v1", kind="Fleet", field=("spec", "size")),
    )


def seen(
    *,
    stock: dict[str, Any] | None = None,
    zero: dict[str, Any] | None = None,
    workload: SeenWorkload | None = None,
    rivals: tuple[str, ...] = (),
    unscalable: str = "",
) -> Seen:
    return Seen(key=KEY, stock=stock, zero=zero, workload=workload, rivals=rivals, unscalable=unscalable)


ASLEEP = condition("ScaledToZero", reason="ScaledToZero")
AWAKE = condition("ScaledToZero", "False", "NotScaledToZero")
ABLE = condition("AbleToScale", reason="SucceededGetScale")
COMPUTES = condition("ScalingActive", reason="ValidMetricFound")
DISABLED = condition("ScalingActive", "False", "ScalingDisabled")
ASIDE = condition("ScalingActive", "False", "AmbiguousTarget")
BROKEN = condition("ScalingActive", "False", "FailedGetExternalMetric", "no such metric")
