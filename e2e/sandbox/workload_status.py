"""What Deployments, ReplicaSets and StatefulSets report of their Pods; counts of zero are left out."""

from collections.abc import Sequence

from e2e.sandbox import clock
from e2e.sandbox.documents import Document, at
from e2e.sandbox.pods import is_ready
from e2e.sandbox.resources import ResourceType


def deployment_status(deployment: Document, replica_sets: Sequence[Document], current: str) -> Document:
    """The status of a Deployment over its ReplicaSets, of which `current` has the present template."""
    total = sum(_count(each, "replicas") for each in replica_sets)
    ready = sum(_count(each, "readyReplicas") for each in replica_sets)
    updated = sum(_count(each, "replicas") for each in replica_sets if each["metadata"]["name"] == current)
    counts = {
        "replicas": total,
        "updatedReplicas": updated,
        "readyReplicas": ready,
        "availableReplicas": ready,
        "unavailableReplicas": max(0, deployment["spec"]["replicas"] - ready),
    }
    enough = ready >= deployment["spec"]["replicas"]
    return {
        "observedGeneration": deployment["metadata"]["generation"],
        **{name: count for name, count in counts.items() if count},
        "conditions": [_available(deployment, enough=enough)],
    }


def set_status(kind: ResourceType, owner: Document, pods: Sequence[Document]) -> Document:
    """The status of a ReplicaSet or StatefulSet over its Pods; `replicas` is always said."""
    ready = sum(is_ready(pod) for pod in pods)
    counts = {"readyReplicas": ready, "availableReplicas": ready}
    if kind.kind == "ReplicaSet":
        counts["fullyLabeledReplicas"] = len(pods)
    else:
        counts |= {"currentReplicas": len(pods), "updatedReplicas": len(pods)}
    return {
        "observedGeneration": owner["metadata"]["generation"],
        "replicas": len(pods),
        **{name: count for name, count in counts.items() if count},
    }


def _count(document: Document, field: str) -> int:
    found = at(document, ("status", field))
    return found if isinstance(found, int) else 0


def _available(deployment: Document, *, enough: bool) -> Document:
    status = "True" if enough else "False"
    earlier = at(deployment, ("status", "conditions"))
    for condition in earlier if isinstance(earlier, list) else ():
        if condition["type"] == "Available" and condition["status"] == status:
            assert isinstance(condition, dict)
            return condition
    at_time = clock.rfc3339(clock.now())
    reason = "MinimumReplicasAvailable" if enough else "MinimumReplicasUnavailable"
    message = f"Deployment {'has' if enough else 'does not have'} minimum availability."
    return {"type": "Available", "status": status, "lastUpdateTime": at_time, "lastTransitionTime": at_time,
            "reason": reason, "message": message}  # fmt: skip
