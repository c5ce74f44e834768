"""What does a scenario play on? A namespace of the cluster with a queue of its own, and what it asks of them."""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from e2e.control_plane.cluster import Cluster
from e2e.control_plane.patience import eventually
from e2e.control_plane.prometheus import Prometheus
from e2e.control_plane.rabbitmq import RabbitMQ
from e2e.scenarios.objects import QUEUE, WORKER, deployment

_METRICS = "/apis/external.metrics.k8s.io/v1beta1"
_ZERO = "lagzero.dev/v1alpha1/zeropodautoscalers"
_STOCK = "autoscaling/v2/horizontalpodautoscalers"
_NEVER_DOWN = '{"spec": {"behavior": {"scaleDown": {"selectPolicy": "Disabled"}}}}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One namespace, its vhost of the same name, and the queue `worker_tasks` in it."""

    cluster: Cluster
    broker: RabbitMQ
    prometheus: Prometheus
    namespace: str

    def kubectl(self, *words: str) -> str:
        """What kubectl prints in this namespace; it must end well."""
        return self.cluster.kubectl("--namespace", self.namespace, *words)

    def metric_path(self, metric: str = "queue_consumer_lag", queue: str = QUEUE) -> str:
        """Where the metrics API has the backlog of a queue."""
        return f"{_METRICS}/namespaces/{self.namespace}/{metric}?labelSelector=name%3D{queue}"

    def put(self, tasks: int) -> None:
        """So many more tasks, and wait until Prometheus has seen some."""
        self.broker.publish(self.namespace, QUEUE, tasks)
        eventually("Prometheus sees the tasks", lambda: self.seen_backlog() > 0)

    def purge(self) -> None:
        """Take all tasks away, and wait until Prometheus has seen it."""
        self.broker.purge(self.namespace, QUEUE)
        eventually("Prometheus sees the empty queue", lambda: self.seen_backlog() == 0, wanted=bool)

    def seen_backlog(self) -> int:
        """The backlog as Prometheus has it, -1 for none."""
        values = self.prometheus.values(f'queue_consumer_lag{{namespace="{self.namespace}",name="{QUEUE}"}}')
        return int(float(values[0])) if values else -1

    def run_workers(self, replicas: int, *, seconds_per_task: float) -> None:
        """A Deployment whose Pods consume the queue."""
        environ = {
            "RABBITMQ_API": self.broker.api,
            "VHOST": self.namespace,
            "QUEUE": QUEUE,
            "SECONDS_PER_TASK": str(seconds_per_task),
        }
        self._deploy(replicas, command=["python", "-m", "e2e.worker"], environ=environ)

    def run_idlers(self, replicas: int, *, name: str = WORKER) -> None:
        """A Deployment whose Pods take no task, so that a scenario alone moves the backlog."""
        self._deploy(replicas, command=["sleep", "infinity"], environ={}, name=name)

    def human_scales(self, path: str, *counts: int) -> None:
        """As `kubectl scale` writes them, one right after the other: two kubectl may have a sync between them."""
        for count in counts:
            answer = self.cluster.admin.patch(f"{path}/scale", {"spec": {"replicas": count}}, fieldManager="kubectl")
            assert answer.code == 200, answer.text

    def replicas(self, name: str = WORKER) -> int:
        """What the Deployment's spec says now."""
        count: int = self.cluster.get("apps/v1/deployments", name, self.namespace)["spec"]["replicas"]
        return count

    def human_wakes_and_stops(self, path: str) -> None:
        """Scaled to 2 and at once to 0 again. The spec forbids the autoscaler to be faster with that zero."""
        self.kubectl("patch", "zpa", WORKER, "--type=merge", "--patch", _NEVER_DOWN)
        eventually("the edited spec is followed", self._follows_its_spec)
        self.human_scales(path, 2, 0)

    def reaches(self, replicas: int, *, within: float = 120.0) -> None:
        """Wait until the Deployment's spec says so."""
        eventually(f"spec.replicas is {replicas}", self.replicas, within=within, wanted=lambda seen: seen == replicas)

    def zero_status(self) -> Mapping[str, Any]:
        """The ZeroPodAutoscaler's status, empty before its first."""
        status: dict[str, Any] = self.cluster.get(_ZERO, "worker", self.namespace).get("status", {})
        return status

    def stock_status(self) -> Mapping[str, Any]:
        """The HorizontalPodAutoscaler's status."""
        status: dict[str, Any] = self.cluster.get(_STOCK, "worker", self.namespace).get("status", {})
        return status

    def condition(self, kind: str) -> tuple[str, str]:
        """Status and reason of a ZeroPodAutoscaler's condition; empty texts if it has none."""
        return _condition(self.zero_status(), kind)

    def stock_condition(self, kind: str) -> tuple[str, str]:
        """The same of a HorizontalPodAutoscaler's."""
        return _condition(self.stock_status(), kind)

    def becomes(self, state: str, *, within: float = 120.0) -> None:
        """Wait until the ZeroPodAutoscaler's column STATE says so."""
        eventually(
            f"the state is {state}",
            lambda: self.zero_status().get("state", ""),
            within=within,
            wanted=lambda seen: seen == state,
        )

    def _follows_its_spec(self) -> bool:
        found = self.cluster.get(_ZERO, WORKER, self.namespace)
        return bool(found["metadata"]["generation"] == found.get("status", {}).get("observedGeneration"))

    def _deploy(self, replicas: int, *, command: list[str], environ: dict[str, str], name: str = WORKER) -> None:
        body = deployment(self.namespace, replicas, command=command, environ=environ, name=name)
        self.cluster.kubectl.apply(body)
        eventually(
            f"{replicas} Pods are ready",
            lambda: self.cluster.get("apps/v1/deployments", name, self.namespace)["status"].get("readyReplicas", 0),
            wanted=lambda seen: seen == replicas,
        )


def _condition(status: Mapping[str, Any], kind: str) -> tuple[str, str]:
    for each in status.get("conditions", []):
        if each["type"] == kind:
            return each["status"], each["reason"]
    return "", ""


@contextmanager
def entered(cluster: Cluster, broker: RabbitMQ, prometheus: Prometheus) -> Iterator[Stage]:
    """A fresh namespace with its vhost; both go when the context is left."""
    namespace = f"scenario-{uuid.uuid4().hex[:6]}"
    cluster.kubectl("create", "namespace", namespace)
    broker.create_queue(namespace, QUEUE)
    yield Stage(cluster=cluster, broker=broker, prometheus=prometheus, namespace=namespace)
    cluster.kubectl("delete", "namespace", namespace, "--wait=false")
    broker.delete_vhost(namespace)
