"""The objects that these tests post."""

from typing import Any


def widget(name: str, **spec: object) -> dict[str, Any]:
    return {"apiVersion": "example.dev/v1", "kind": "Widget", "metadata": {"name": name}, "spec": spec}


def config_map(name: str, labels: dict[str, str] | None = None, **data: str) -> dict[str, Any]:
    metadata = {"name": name, "labels": labels or {}}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}


def deployment(name: str, count: int, **template_annotations: str) -> dict[str, Any]:
    return {"apiVersion": "apps/v1", "kind": "Deployment", **_workload(name, count, template_annotations)}


def stateful_set(name: str, count: int) -> dict[str, Any]:
    return {"apiVersion": "apps/v1", "kind": "StatefulSet", **_workload(name, count, {})}


def autoscaler(name: str, least: int) -> dict[str, Any]:
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": name},
        "spec": {"scaleTargetRef": target, "minReplicas": least, "maxReplicas": 5},
    }


def _workload(name: str, count: int, annotations: dict[str, str]) -> dict[str, Any]:
    template = {
        "metadata": {"labels": {"app": name}, "annotations": annotations},
        "spec": {"containers": [{"name": "main", "image": "worker"}]},
    }
    spec = {"replicas": count, "selector": {"matchLabels": {"app": name}}, "template": template}
    return {"metadata": {"name": name, "labels": {"app": name}}, "spec": spec}
