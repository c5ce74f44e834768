"""The real world: the edges of scaler.cluster over a sandbox, and a client that acts as a person."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.types import CrossVersionObjectReference
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, WorkloadCache, WorkloadKind, workload_kind
from scaler.controller.ports import Ports
from tests.contracts.ports.worlds import KIND


class _EventItem(msgspec.Struct, rename="camel", frozen=True):
    reason: str
    involved_object: dict[str, str]
    count: int = 0


class _EventItems(msgspec.Struct, frozen=True):
    items: tuple[_EventItem, ...] = ()


@dataclass(slots=True)
class RealHandles:
    """The edges of scaler.cluster, and a client that acts as a person."""

    namespace: str
    ports: Ports
    client: KubeClient
    caches: Mapping[WorkloadKind, WorkloadCache]

    async def create(self, reference: CrossVersionObjectReference, count: int) -> None:
        labels = {"app": reference.name}
        template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "main", "image": "worker"}]}}
        spec = {"replicas": count, "selector": {"matchLabels": labels}, "template": template}
        document = {"apiVersion": reference.api_version, "kind": reference.kind, "metadata": {"name": reference.name}}
        await self.client.create(_kind(reference).collection(self.namespace), {**document, "spec": spec}, msgspec.Raw)
        await self._settled(reference)
        await self.tell(reference)

    async def tell(self, reference: CrossVersionObjectReference) -> None:
        kind = _kind(reference)
        self.caches[kind].applied(await self.client.get(self._path(reference), WireWorkload))

    async def touch(self, reference: CrossVersionObjectReference) -> None:
        await self._settled(reference)
        await self._patch(self._path(reference), {"metadata": {"labels": {"touched": "yes"}}})

    async def human_scales(self, reference: CrossVersionObjectReference, count: int) -> None:
        await self._patch(f"{self._path(reference)}/scale", {"spec": {"replicas": count}})

    async def delete(self, reference: CrossVersionObjectReference) -> None:
        await self.client.delete(self._path(reference))

    async def count(self, reference: CrossVersionObjectReference) -> int:
        found = await self.client.get(self._path(reference), WireWorkload)
        assert found.spec.replicas is not None
        return found.spec.replicas

    async def create_autoscaler(self, name: str) -> Autoscaler:
        target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": name}
        document = {
            "apiVersion": KIND.api_version,
            "kind": KIND.kind,
            "metadata": {"name": name},
            "spec": {"scaleTargetRef": target, "minReplicas": 1, "maxReplicas": 5},
        }
        made = await self.client.create(self._autoscalers(), document, WireAutoscaler)
        return decode_autoscaler(made, kind=KIND)

    async def autoscaler(self, name: str) -> Autoscaler:
        found = await self.client.get(f"{self._autoscalers()}/{name}", WireAutoscaler)
        return decode_autoscaler(found, kind=KIND)

    async def raw_status(self, name: str) -> dict[str, Any]:
        """Status as it is stored."""
        found = await self.client.get(f"{self._autoscalers()}/{name}", dict[str, Any])
        status: dict[str, Any] = found["status"]
        return status

    async def event_counts(self, name: str) -> Mapping[str, list[int]]:
        events = await self.client.get(f"/api/v1/namespaces/{self.namespace}/events", _EventItems)
        counts: dict[str, list[int]] = {}
        for item in events.items:
            if item.involved_object.get("name") == name:
                counts.setdefault(item.reason, []).append(item.count)
        return counts

    async def _settled(self, reference: CrossVersionObjectReference) -> None:
        """Wait until the workload's controller has written its status: each of its writes is a new version, too."""
        async with asyncio.timeout(10):
            while True:
                found = await self.client.get(self._path(reference), WireWorkload)
                if found.status.replicas == found.spec.replicas:
                    return
                await asyncio.sleep(0.01)

    def _autoscalers(self) -> str:
        return f"/apis/{KIND.api_version}/namespaces/{self.namespace}/{KIND.plural}"

    def _path(self, reference: CrossVersionObjectReference) -> str:
        return _kind(reference).path(NamespacedName(self.namespace, reference.name))

    async def _patch(self, path: str, body: object) -> None:
        await self.client.merge_patch(path, body, msgspec.Raw, field_manager="kubectl")


def _kind(reference: CrossVersionObjectReference) -> WorkloadKind:
    kind = workload_kind(reference)
    assert kind in WORKLOAD_KINDS
    return kind
