"""A queue worker, its autoscaler and its backlog: what a test does to them."""

from dataclasses import dataclass
from typing import Any, Protocol

from tests.chain.polling import until
from tests.chain.watched import Watched

PER_REPLICA = 30


class Series(Protocol):
    """A Prometheus whose series a test sets."""

    @property
    def url(self) -> str: ...

    def expose(self, series: str, value: str) -> None:
        """Return once a query sees the value."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker(Watched):
    """One target of `kind`, with an autoscaler of its name that gives each replica 30 of the backlog."""

    prometheus: Series

    @property
    def series(self) -> str:
        return f'queue_consumer_lag{{name="{self.name}",namespace="{self.scaler.namespace}"}}'

    def create(self, *, count: int) -> None:
        """The workload and its autoscaler."""
        self.create_workload(count=count)
        self.create_autoscaler()

    def create_workload(self, *, count: int) -> None:
        self.cluster.create(self.workload(count=count))

    def create_autoscaler(self) -> None:
        self.cluster.create(self.autoscaler())

    def documents(self, *, count: int) -> tuple[dict[str, Any], ...]:
        """Both, to be created by other means."""
        return self.workload(count=count), self.autoscaler()

    def autoscaler(self) -> dict[str, Any]:
        spec = {**self.asks(), "minReplicas": 0, "zero": {"wake": "Immediate"}}
        return {
            "apiVersion": "lagzero.dev/v1alpha1",
            "kind": "ZeroPodAutoscaler",
            "metadata": self.metadata,
            "spec": spec,
        }

    def workload(self, *, count: int) -> dict[str, Any]:
        labels = {"app": self.name}
        template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "main", "image": "worker"}]}}
        spec = {"replicas": count, "selector": {"matchLabels": labels}, "template": template}
        return {"apiVersion": "apps/v1", "kind": self.kind, "metadata": self.metadata, "spec": spec}

    def backlog(self, tasks: int) -> None:
        """The queue holds so many tasks, and Prometheus has seen it."""
        self.prometheus.expose(self.series, str(tasks))

    def human_scales(self, count: int) -> None:
        """What `kubectl scale --replicas` does."""
        self.cluster.patch(f"{self.path}/scale", {"spec": {"replicas": count}})

    def edit(self, **spec: object) -> None:
        """Change fields of the autoscaler's spec."""
        self.cluster.patch(self.autoscaler_path, {"spec": spec})

    def human_wakes_and_stops(self) -> None:
        """Scaled to 1 and at once to 0 again. The spec forbids the autoscaler to be faster with that zero."""
        self.edit(behavior={"scaleDown": {"selectPolicy": "Disabled"}})
        until(
            f"{self.name} is decided by the edited spec",
            self.decisions,
            lambda seen: seen[-1]["observation"]["spec"]["behavior"] is not None,
        )
        self.human_scales(1)
        self.human_scales(0)

    def annotate(self, annotations: dict[str, str | None]) -> None:
        """What `kubectl annotate` does to the autoscaler."""
        self.cluster.patch(self.autoscaler_path, {"metadata": {"annotations": annotations}})

    def asks(self) -> dict[str, Any]:
        """A spec that an autoscaler of any kind may have."""
        identifier = {"name": "queue_consumer_lag", "selector": {"matchLabels": {"name": self.name}}}
        target = {"type": "AverageValue", "averageValue": str(PER_REPLICA)}
        return {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": self.kind, "name": self.name},
            "minReplicas": 1,
            "maxReplicas": 10,
            "metrics": [{"type": "External", "external": {"metric": identifier, "target": target}}],
        }
