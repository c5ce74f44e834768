"""How do these tests call a verb that asks the cluster? In a thread of its own, with a scripted API server."""

import asyncio
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from scaler.cli import main
from tests.support.http_peer import HttpPeer

KUBECONFIG = """apiVersion: v1
kind: Config
current-context: here
contexts: [{{name: here, context: {{cluster: here, user: me, namespace: jobs}}}}]
clusters: [{{name: here, cluster: {{server: "{url}"}}}}]
users: [{{name: me, user: {{}}}}]
"""


async def call(url: str, folder: Path, *arguments: str) -> Result:
    """`lagzero` with arguments, its kubeconfig's namespace being `jobs`."""
    path = folder / "kubeconfig"
    path.write_text(KUBECONFIG.format(url=url))
    return await asyncio.to_thread(
        CliRunner().invoke, main, [*arguments, "--kubeconfig", str(path)], catch_exceptions=False
    )


def asked(peer: HttpPeer) -> list[tuple[str, str]]:
    """Method and path of each request so far."""
    return [(request.method, request.path) for request in peer.requests]


def autoscaler(name: str = "worker", **changes: object) -> dict[str, object]:
    """One that the API server answers with; `annotations`, `status` and `spec` may be given."""
    metric = {"metric": {"name": "lag"}, "target": {"type": "AverageValue", "averageValue": "30"}}
    spec = {
        "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": name},
        "minReplicas": 0,
        "maxReplicas": 10,
        "metrics": [{"type": "External", "external": metric}],
    }
    metadata = {"name": name, "namespace": "jobs", "annotations": changes.get("annotations", {})}
    status = changes.get("status", {})
    return {"metadata": metadata, "spec": changes.get("spec", spec), "status": status}


ACTIVE: dict[str, Any] = {
    "currentReplicas": 3,
    "desiredReplicas": 4,
    "state": "Active",
    "lastScaleTime": "2026-01-01T11:58:00Z",
    "currentMetrics": [
        {"type": "External", "external": {"metric": {"name": "lag"}, "current": {"averageValue": "40"}}}
    ],
    "conditions": [
        {
            "type": "AbleToScale",
            "status": "True",
            "reason": "ReadyForNewScale",
            "message": "recommended size matches current size",
            "lastTransitionTime": "2026-01-01T11:00:00Z",
        },
        {
            "type": "ScalingActive",
            "status": "True",
            "reason": "ValidMetricFound",
            "message": "the HPA was able to successfully calculate a replica count from external metric lag(nil)",
            "lastTransitionTime": "2026-01-01T11:00:00Z",
        },
    ],
    "memory": {"recommendations": [{"replicas": 4}]},
}


def inactive(reason: str = "ScalingDisabled", message: str = "it is at zero") -> dict[str, object]:
    """The status of one that computes no count."""
    condition = {"type": "ScalingActive", "status": "False", "reason": reason, "message": message}
    return {"currentReplicas": 0, "desiredReplicas": 0, "state": "Paused", "conditions": [condition]}
