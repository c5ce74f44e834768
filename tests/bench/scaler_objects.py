"""What does a benchmark of the scaler scale? StatefulSets with an autoscaler each, spread over a few rules."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from adapter.kube.access import load_access
from adapter.kube.client import KubeClient

_AT_ONCE = 8
_AUTOSCALERS = "/apis/lagzero.dev/v1alpha1/namespaces/default/zeropodautoscalers"
_WORKLOADS = "/apis/apps/v1/namespaces/default/statefulsets"


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """`asleep` ones have no replicas and may be woken; the others have the one that their metric asks for."""

    autoscalers: int
    rules: int
    asleep: bool = False

    @property
    def rules_file(self) -> str:
        """What the engine is to know."""
        lines = ["externalRules:"]
        for number in range(self.rules):
            lines += [
                f'- seriesQuery: \'{{__name__="{_metric(number)}",name!=""}}\'',
                "  resources: {overrides: {namespace: {resource: namespace}}}",
                "  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'",
            ]
        return "\n".join(lines) + "\n"

    async def create(self, kubeconfig: Path) -> None:
        """All of them, a few at a time."""
        numbers = iter(range(self.autoscalers))
        access = load_access(kubeconfig)
        async with KubeClient.of(access, user_agent="lagzero-bench", deadline_seconds=60) as client:

            async def some() -> None:
                for number in numbers:
                    await client.create(_WORKLOADS, self.workload(number), msgspec.Raw)
                    await client.create(_AUTOSCALERS, self.autoscaler(number), msgspec.Raw)

            async with asyncio.TaskGroup() as tasks:
                for _ in range(_AT_ONCE):
                    tasks.create_task(some())

    def workload(self, number: int) -> dict[str, object]:
        labels = {"app": name_of(number)}
        pod = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "app", "image": "worker"}]}}
        replicas = 0 if self.asleep else 1
        return {
            "apiVersion": "apps/v1",
            "kind": "StatefulSet",
            "metadata": {"name": name_of(number)},
            "spec": {"replicas": replicas, "selector": {"matchLabels": labels}, "template": pod},
        }

    def autoscaler(self, number: int) -> dict[str, object]:
        spec = {**self._spec(number), "minReplicas": 0, "zero": {"initial": "ScaledToZero", "wake": "Immediate"}}
        metadata = {"name": name_of(number)}
        return {"apiVersion": "lagzero.dev/v1alpha1", "kind": "ZeroPodAutoscaler", "metadata": metadata, "spec": spec}

    def stock_autoscaler(self, number: int) -> dict[str, object]:
        spec = {**self._spec(number), "minReplicas": 1}
        metadata = {"name": name_of(number)}
        return {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": metadata, "spec": spec}

    def _spec(self, number: int) -> dict[str, object]:
        name = name_of(number)
        external = {
            "metric": {"name": _metric(number % self.rules), "selector": {"matchLabels": {"name": name}}},
            "target": {"type": "AverageValue", "averageValue": "30"},
        }
        return {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": name},
            "maxReplicas": 10,
            "metrics": [{"type": "External", "external": external}],
        }


def name_of(number: int) -> str:
    return f"worker-{number}"


@dataclass(frozen=True, slots=True)
class Requests:
    """What the sandbox was asked since its log was emptied last."""

    client: KubeClient

    async def forget(self) -> None:
        await self.client.delete("/sandbox/requests")

    async def writes(self) -> list[dict[str, Any]]:
        log = await self.client.get("/sandbox/requests", dict[str, Any])
        return [entry for entry in log["items"] if entry["verb"] in {"create", "update", "patch", "delete"}]


@asynccontextmanager
async def requests_of(kubeconfig: Path) -> AsyncIterator[Requests]:
    """The log, for the length of a block; it may be long."""
    access = load_access(kubeconfig)
    async with KubeClient.of(access, user_agent="lagzero-bench", deadline_seconds=60) as client:
        yield Requests(client)


def _metric(number: int) -> str:
    return f"queue_{number}_lag"
