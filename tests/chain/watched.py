"""A workload and its autoscaler: what there is to see of them, and how a test waits until it is there."""

import json
from dataclasses import dataclass
from typing import Any

from tests.chain.cluster import Cluster, path_of
from tests.chain.polling import until
from tests.chain.programs import ScalerProcess


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """One target of `kind`, with an autoscaler of its name, in the care of a scaler."""

    cluster: Cluster
    scaler: ScalerProcess
    kind: str
    name: str

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

    def until_settled(self, count: int) -> None:
        """Wait until status tells of a look that found so many replicas, as many as are wanted."""
        until(
            f"{self.name} has settled at {count}",
            lambda: [self.status().get(field) for field in ("state", "currentReplicas", "desiredReplicas")],
            lambda seen: seen == ["Active", count, count],
        )

    def until_told(self, reason: str) -> str:
        """Wait for the first event of that reason about the autoscaler: events follow the status. Its message."""
        return until(
            f"{self.name} is told {reason}",
            lambda: [message for told, message in self.events() if told == reason],
            lambda seen: seen != [],
        )[0]

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
        """Wait for so many decisions on what is seen from now on, and return them: time enough for a wrong one.

        The next one on record may be of a look before: of each autoscaler one is under way at most.
        """
        before = len(self.decisions()) + 1
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

    def writes(self) -> list[tuple[int, str]]:
        """Every count that was written to /scale, and by whom."""
        found = self.cluster.scale_writes(self.scaler.namespace, self.name)
        return [(item["to"], item["manager"]) for item in found if item["code"] == 200]
