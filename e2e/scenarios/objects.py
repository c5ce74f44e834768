"""The objects that scenarios create: a worker, and what scales it."""

from typing import Any, Final

QUEUE: Final = "worker_tasks"
WORKER: Final = "worker"


def deployment(
    namespace: str, replicas: int, *, command: list[str], environ: dict[str, str], name: str = WORKER
) -> dict[str, Any]:
    """A Deployment with one container."""
    container = {
        "name": "worker",
        "image": "lagzero-e2e-worker",
        "command": command,
        "env": [{"name": variable, "value": value} for variable, value in environ.items()],
    }
    template = {
        "metadata": {"labels": {"app": name}},
        "spec": {"containers": [container], "terminationGracePeriodSeconds": 10},
    }
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": name}}, "template": template},
    }


def queue_metric(**target: str) -> dict[str, Any]:
    """The backlog of the queue, held at a target such as averageValue="30"."""
    kind = "Value" if "value" in target else "AverageValue"
    metric = {"name": "queue_consumer_lag", "selector": {"matchLabels": {"name": QUEUE}}}
    return {"type": "External", "external": {"metric": metric, "target": {"type": kind, **target}}}


def stock_autoscaler(namespace: str, *, least: int, most: int = 5, name: str = WORKER) -> dict[str, Any]:
    """A HorizontalPodAutoscaler for a Deployment of its name: one Pod for 30 tasks."""
    return {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": name},
            "minReplicas": least,
            "maxReplicas": most,
            "metrics": [queue_metric(averageValue="30")],
        },
    }


def companion_autoscaler(namespace: str, *, least: int) -> dict[str, Any]:
    """The same with our annotation, by which we take its workload to zero and back."""
    stock = stock_autoscaler(namespace, least=least)
    return {**stock, "metadata": {**stock["metadata"], "annotations": {"lagzero.dev/min-replicas": "0"}}}


def zero_autoscaler(
    namespace: str, *, least: int = 0, most: int = 5, name: str = WORKER, wake: str = "Immediate"
) -> dict[str, Any]:
    """The same as a ZeroPodAutoscaler, which by default wakes straight to the needed count."""
    stock = stock_autoscaler(namespace, least=least, most=most, name=name)
    spec = {**stock["spec"], "zero": {"wake": wake}}
    return {**stock, "apiVersion": "lagzero.dev/v1alpha1", "kind": "ZeroPodAutoscaler", "spec": spec}
