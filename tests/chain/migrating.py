"""A workload that changes its autoscaler: who had it first, who has it then, and what was written meanwhile."""

import signal
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adapter.kube.access import load_access
from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from adapter.process.clock import SystemClock
from scaler.migration.hand_over import HandOver, Patience, Planner
from scaler.migration.steps import Refusal, Step
from tests.chain.cluster import path_of
from tests.chain.programs import LAGZERO
from tests.chain.worker import Worker

STOCK = "HorizontalPodAutoscaler"
ZERO = "ZeroPodAutoscaler"
_PATIENCE = Patience(seconds=90)
_MOST_RUNS = 20
_END_SECONDS = 240.0
_TIME = "2026-01-31T12:00:00Z"


class Killed(BaseException):
    """A process that ends between two steps."""


@dataclass(slots=True)
class KilledAfterOneStep:
    """Hears of steps, and ends the run when it comes to the second."""

    seen: list[str]
    taken: int = 0

    def __call__(self, step: Step) -> None:
        if self.taken == 1:
            raise Killed
        self.taken += 1
        self.seen.append(step.says)


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrating:
    """A worker and the names of its two autoscalers; the test itself is the stock controller."""

    worker: Worker

    @property
    def key(self) -> NamespacedName:
        return NamespacedName(self.worker.scaler.namespace, self.worker.name)

    def create_stock(self, *, least: int, asleep: bool | None = None) -> None:
        """A HorizontalPodAutoscaler that the stock controller has looked at; `asleep` is its condition ScaledToZero."""
        spec = {**self.worker.asks(), "minReplicas": least}
        document = {"apiVersion": "autoscaling/v2", "kind": STOCK, "metadata": self.worker.metadata}
        self.worker.cluster.create({**document, "spec": spec})
        self.stock_looks(asleep=asleep)

    def stock_looks(self, *, asleep: bool | None = None) -> None:
        """What the stock controller writes to status; conditions of others stay."""
        known = {each["type"]: each for each in self.stock().get("status", {}).get("conditions", [])}
        computes = "True" if self.worker.count() > 0 or asleep or "ScaledToZero" in known else "False"
        reason = "ValidMetricFound" if computes == "True" else "ScalingDisabled"
        known["AbleToScale"] = condition("AbleToScale", "True", "SucceededGetScale")
        known["ScalingActive"] = condition("ScalingActive", computes, reason)
        if asleep is not None:
            known["ScaledToZero"] = condition(
                "ScaledToZero", str(asleep), "ScaledToZero" if asleep else "NotScaledToZero"
            )
        body = {"status": {"lastScaleTime": _TIME, "conditions": list(known.values())}}
        self.worker.cluster.patch(f"{self.path(STOCK)}/status", body)

    def stock(self) -> dict[str, Any]:
        found: dict[str, Any] = self.worker.cluster.get(self.path(STOCK))
        return found

    def zero(self) -> dict[str, Any]:
        found: dict[str, Any] = self.worker.cluster.get(self.path(ZERO))
        return found

    def path(self, kind: str) -> str:
        return path_of(kind, self.worker.scaler.namespace, self.worker.name)

    def is_there(self, kind: str) -> bool:
        collection = self.path(kind).rpartition("/")[0]
        items = self.worker.cluster.get(collection)["items"]
        return self.worker.name in [each["metadata"]["name"] for each in items]

    async def killed_between_all_steps(self, planner: Planner) -> list[str]:
        """Every run takes one step and is killed before the next; what the steps said, in order."""
        said: list[str] = []
        for _ in range(_MOST_RUNS):
            try:
                assert await self._run(planner, KilledAfterOneStep(said)) is None
            except Killed:
                if self.is_there(STOCK):
                    self.stock_looks()
            else:
                return said
        raise AssertionError(f"after {_MOST_RUNS} runs it isn't done: {said}")

    async def _run(self, planner: Planner, told: Callable[[Step], None]) -> Refusal | None:
        access = load_access(self.worker.cluster.kubeconfig)
        async with KubeClient.of(access, user_agent="lagzero/chain") as client:
            over = HandOver(client=client, clock=SystemClock(), planner=planner, patience=_PATIENCE, told=told)
            return await over.run(self.key)


def condition(kind: str, status: str, reason: str) -> dict[str, str]:
    return {"type": kind, "status": status, "reason": reason, "message": "said", "lastTransitionTime": _TIME}


def under_stock(migrating: Migrating, count: int) -> Migrating:
    """At work under a HorizontalPodAutoscaler."""
    migrating.worker.backlog(30 * count)
    migrating.worker.create_workload(count=count)
    migrating.create_stock(least=1, asleep=False)
    return migrating


def asleep_under_stock(migrating: Migrating) -> Migrating:
    migrating.worker.backlog(0)
    migrating.worker.create_workload(count=1)
    migrating.worker.cluster.stock_controller_scales(migrating.worker.path, 0)
    migrating.create_stock(least=0, asleep=True)
    return migrating


def paused_under_stock(migrating: Migrating) -> Migrating:
    migrating.worker.backlog(60)
    migrating.worker.create_workload(count=1)
    migrating.worker.human_scales(0)
    migrating.create_stock(least=0, asleep=False)
    return migrating


def under_zero(migrating: Migrating, count: int) -> Migrating:
    migrating.worker.backlog(30 * count)
    migrating.worker.create(count=count)
    migrating.worker.until_state("Active")
    return migrating


def asleep_under_zero(migrating: Migrating) -> Migrating:
    migrating.worker.backlog(0)
    migrating.worker.create(count=1)
    migrating.worker.until_asleep()
    return migrating


def is_only(migrating: Migrating, kind: str) -> bool:
    return [each for each in (STOCK, ZERO) if migrating.is_there(each)] == [kind]


def killed_at(migrating: Migrating, verb: str, steps: Mapping[str, Mapping[str, object]]) -> None:
    """Run the command once for each of the steps, and kill it when it says that it takes that one; then to its end.

    With each step comes a fault of the API server that keeps the command from getting much further before it is killed.
    """
    cluster = migrating.worker.cluster
    where = ("-n", migrating.worker.scaler.namespace, "--kubeconfig", str(migrating.worker.cluster.kubeconfig))
    command = [str(LAGZERO), "migrate", verb, migrating.worker.name, *where]
    for step, fault in steps.items():
        cluster.post("/sandbox/faults", fault)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert any(step in line for line in process.stdout), step
            process.kill()
        cluster.delete("/sandbox/faults")
        assert process.returncode == -signal.SIGKILL
    subprocess.run(command, check=True, timeout=_END_SECONDS)
