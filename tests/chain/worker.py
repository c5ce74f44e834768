"""A queue worker, its autoscaler and its backlog: what a test does to them, and what there is to see."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

from tests.chain.cluster import Cluster, path_of
from tests.chain.polling import until
from tests.chain.programs import ScalerProcess

PER_REPLICA = 30


class Series(Protocol):
    """A Prometheus whose series a test sets."""

    @property
    def url(self) -> str: ...

    def expose(self, series: str, value: str) -> None:
        """Return once a query sees the value."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """One target of `kind`, with an autoscaler of its name that gives each replica 30 of the backlog."""

    cluster: Cluster
    prometheus: Series
    scaler: ScalerProcess
    kind: str
    name: str

    @property
    def series(self) -> str:
        return f'queue_consumer_lag{{name="{self.name}",namespace="{self.scaler.namespace}"}}'

    @property
    def path(self) -> str:
        return path_of(self.kind, self.scaler.namespace, self.name)

    @property
    def autoscaler_path(self) -> str:
        return path_of("ZeroPodAutoscaler", self.scaler.namespace, self.name)

    @property
    def known_as(self) -> str:
        """The autoscaler's name in the decision log."""
        return f"{self.scaler.namespace}/{self.name}"

    @property
    def claim(self) -> str:
        """The condition that says whose zero it is."""
        return "ScaledToZero"

    @property
    def metadata(self) -> dict[str, Any]:
        return {"name": self.name, "namespace": self.scaler.namespace}

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

    def count(self) -> int:
        replicas: int = self.cluster.get(self.path)["spec"]["replicas"]
        return replicas

    def until_count(self, count: int) -> None:
        until(f"{self.name} has {count} replicas", self.count, lambda seen: seen == count)

    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.cluster.get(self.autoscaler_path).get("status", {})
        return status

    def condition(self, kind: str) -> tuple[str, str, str]:
        """Status, reason and message; empty texts where there is none."""
        conditions = {each["type"]: each for each in self.status().get("conditions", [])}
        found = conditions.get(kind, {})
        return found.get("status", ""), found.get("reason", ""), found.get("message", "")

    def until_state(self, state: str) -> None:
        """Wait until status says so."""
        until(f"{self.name} is {state}", self.status, lambda seen: seen.get("state") == state)

    def until_reads(self, tasks: int) -> None:
        """Wait for a decision on a backlog of so many tasks."""
        until(
            f"{self.name} reads {tasks} tasks",
            lambda: [reading.get("values") for each in self.decisions() for reading in each["observation"]["readings"]],
            lambda seen: [tasks * 1000] in seen,
        )

    def until_asleep(self) -> None:
        """Wait until the autoscaler has brought it to zero and says that the zero is its own."""
        self.until_count(0)
        until(
            f"{self.name} says whose zero it is",
            lambda: self.condition(self.claim),
            lambda seen: seen[:2] == ("True", "ScaledToZero"),
        )

    def decisions(self) -> list[dict[str, Any]]:
        """The records of this autoscaler in the decision log so far."""
        whole, _, _ = self.scaler.decisions.read_text().rpartition("\n")
        records = [json.loads(line) for line in whole.splitlines()]
        return [record for record in records if record["autoscaler"] == self.known_as]

    def until_decided(self, times: int) -> list[dict[str, Any]]:
        """Wait for so many more decisions, and return them: time enough for one that would be wrong."""
        before = len(self.decisions())
        after = until(
            f"{times} more decisions on {self.name}", self.decisions, lambda seen: len(seen) >= before + times
        )
        return after[before:]

    def states(self) -> list[str]:
        """What each decision so far found the workload to be."""
        return [record["decision"]["state"] or "" for record in self.decisions()] or [""]

    def events(self) -> list[tuple[str, str]]:
        """Reason and message of each event about the autoscaler, oldest first."""
        items = self.cluster.get(f"/api/v1/namespaces/{self.scaler.namespace}/events")["items"]
        ours = [item for item in items if item["involvedObject"]["name"] == self.name]
        return [(item["reason"], item["message"]) for item in sorted(ours, key=lambda item: item["metadata"]["name"])]

    def annotate(self, annotations: dict[str, str | None]) -> None:
        """What `kubectl annotate` does to the autoscaler."""
        self.cluster.patch(self.autoscaler_path, {"metadata": {"annotations": annotations}})

    def writes(self) -> list[tuple[int, str]]:
        """Every count that was written to /scale, and by whom."""
        found = self.cluster.scale_writes(self.scaler.namespace, self.name)
        return [(item["to"], item["manager"]) for item in found if item["code"] == 200]

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
