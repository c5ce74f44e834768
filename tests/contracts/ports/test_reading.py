"""Claims about reading a sandbox as the scaler does: by watches, and without a question while nothing changes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from adapter.kube.client import KubeClient
from scaler.algorithm.model import PodsReading, ScaleUnavailable
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.watching import Watching
from scaler.controller.ports import Target
from tests.contracts.ports.real_world import RealHandles, document_of
from tests.contracts.ports.worlds import KIND

SYNCS = 20
KINDS = {"Deployment": "deployments", "StatefulSet": "statefulsets", "ReplicaSet": "replicasets"}


class Watched:
    """A namespace of the sandbox whose watches run."""

    def __init__(self, real: RealHandles, watching: Watching) -> None:
        self.real = real
        self.watching = watching

    async def make(self, kind: str, *, metric: str = "External") -> CrossVersionObjectReference:
        """A workload named after its kind, and an autoscaler with a metric of that type."""
        reference = CrossVersionObjectReference(kind=kind, name=f"the-{kind.lower()}", api_version="apps/v1")
        path = f"/apis/apps/v1/namespaces/{self.real.namespace}/{KINDS[kind]}"
        await self.client.create(path, document_of(reference, 2), msgspec.Raw)
        await self.client.create(self.autoscalers, autoscaler_of(reference, metric), msgspec.Raw)
        return reference

    async def read(self, reference: CrossVersionObjectReference) -> Target | ScaleUnavailable:
        return await self.real.ports.scales.read(self.real.namespace, reference)

    async def pods(self, reference: CrossVersionObjectReference) -> PodsReading:
        return await self.real.ports.pods.read(self.real.namespace, f"app={reference.name}")

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while True:
                if holds():
                    return
                await asyncio.sleep(0.01)

    async def latest(self) -> int:
        """The number of the last request so far."""
        return max((entry["number"] for entry in await self._log()), default=0)

    async def read_since(self, number: int) -> list[str]:
        """The paths of gets and lists after that one."""
        log = await self._log()
        return [each["path"] for each in log if each["number"] > number and each["verb"] in {"get", "list"}]

    async def until_at_rest(self) -> None:
        """End every watch from the other side, and until each rests, so that none is given up with a socket open."""
        async with asyncio.timeout(60):
            while True:
                await self.client.create("/sandbox/drop-watches", {}, msgspec.Raw)
                if all(watch.trouble for watch in self.watching.watches()):
                    return
                await asyncio.sleep(0.01)

    async def _log(self) -> list[dict[str, Any]]:
        """What was asked about this namespace."""
        log = await self.client.get("/sandbox/requests", dict[str, Any])
        return [entry for entry in log["items"] if f"/namespaces/{self.real.namespace}/" in entry["path"]]

    @property
    def client(self) -> KubeClient:
        return self.real.client

    @property
    def autoscalers(self) -> str:
        return f"/apis/{KIND.api_version}/namespaces/{self.real.namespace}/{KIND.plural}"


def autoscaler_of(reference: CrossVersionObjectReference, metric: str) -> dict[str, object]:
    target = {"apiVersion": reference.api_version, "kind": reference.kind, "name": reference.name}
    sources: dict[str, dict[str, object]] = {
        "External": {"metric": {"name": "lag"}, "target": {"type": "AverageValue", "averageValue": "30"}},
        "Resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 60}},
    }
    metrics = [{"type": metric, metric.lower(): sources[metric]}]
    spec = {"scaleTargetRef": target, "minReplicas": 1, "maxReplicas": 5, "metrics": metrics}
    return {
        "apiVersion": KIND.api_version,
        "kind": KIND.kind,
        "metadata": {"name": reference.name},
        "spec": spec,
    }


@asynccontextmanager
async def watches(real: RealHandles) -> AsyncIterator[Watched]:
    async with asyncio.TaskGroup() as tasks:
        running = [tasks.create_task(service) for service in real.watching.services()]
        await real.watching.until_synced()
        made = Watched(real, real.watching)
        yield made
        await made.until_at_rest()
        for task in running:
            task.cancel()


@pytest.mark.parametrize("kind", list(KINDS))
async def test_syncs_of_a_steady_autoscaler_ask_nothing_of_its_target(real: RealHandles, kind: str) -> None:
    async with watches(real) as watched:
        reference = await watched.make(kind)
        await watched.until(lambda: len(watched.watching.autoscalers) == 1)
        await told(watched, reference, "")
        number = await watched.latest()
        counts = [
            found.scale.spec_replicas
            for _ in range(SYNCS)
            if isinstance(found := await watched.read(reference), Target)
        ]
        assert ([2] * SYNCS, []) == (counts, await watched.read_since(number))


async def test_replica_sets_are_watched_only_where_one_is_a_target(real: RealHandles) -> None:
    async with watches(real) as watched:
        before = [watch.path for watch in watched.watching.watches()]
        await watched.make("ReplicaSet")
        path = f"/apis/apps/v1/namespaces/{watched.real.namespace}/replicasets"
        await watched.until(lambda: path in {watch.path for watch in watched.watching.watches()})
        assert path not in before


async def test_syncs_that_need_pods_ask_nothing_once_these_are_watched(real: RealHandles) -> None:
    async with watches(real) as watched:
        reference = await watched.make("Deployment", metric="Resource")
        await watched.until(lambda: len(watched.watching.pods) == 2)
        number = await watched.latest()
        found = [pods for _ in range(SYNCS) if isinstance(pods := await watched.pods(reference), tuple)]
        assert ([2] * SYNCS, []) == ([len(pods) for pods in found], await watched.read_since(number))


async def test_pods_are_watched_only_while_some_autoscaler_needs_them(real: RealHandles) -> None:
    async with watches(real) as watched:
        reference = await watched.make("Deployment", metric="Resource")
        await watched.until(lambda: len(watched.watching.pods) == 2)
        await watched.client.delete(f"{watched.autoscalers}/{reference.name}")
        await watched.until(lambda: len(watched.watching.pods) == 0)
        assert not watched.watching.pod_watches.running()


async def test_where_only_averages_of_external_metrics_are_asked_for_no_pod_is_watched(real: RealHandles) -> None:
    async with watches(real) as watched:
        await watched.make("Deployment")
        await watched.until(lambda: len(watched.watching.autoscalers) == 1)
        assert not watched.watching.pod_watches.running()


async def test_a_target_that_was_deleted_and_made_again_is_the_new_one(real: RealHandles) -> None:
    async with watches(real) as watched:
        reference = await watched.make("StatefulSet")
        first = await told(watched, reference, "")
        path = f"/apis/apps/v1/namespaces/{watched.real.namespace}/statefulsets"
        await watched.client.delete(f"{path}/{reference.name}")
        await watched.client.create(path, document_of(reference, 4), msgspec.Raw)
        second = await told(watched, reference, first.uid)
        assert (2, 4) == (first.scale.spec_replicas, second.scale.spec_replicas)


async def told(watched: Watched, reference: CrossVersionObjectReference, other_than: str) -> Target:
    """The target as the watch tells it, once it is another object than that."""
    async with asyncio.timeout(60):
        while True:
            found = await watched.read(reference)
            if isinstance(found, Target) and found.uid != other_than:
                return found
            await asyncio.sleep(0.01)
