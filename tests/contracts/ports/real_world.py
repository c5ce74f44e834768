"""The real world: the edges of scaler.cluster over a sandbox, and a client that acts as a person."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from adapter.kube.client import KubeClient
from scaler.api.autoscaler import Autoscaler
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.types import CrossVersionObjectReference
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.watching import Watching
from scaler.cluster.workloads import WireWorkload, workload_kind
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
    watching: Watching

    async def create(self, reference: CrossVersionObjectReference, count: int) -> None:
        document = document_of(reference, count)
        await self.client.create(self._collection(reference), document, msgspec.Raw)
        if reference.kind == "Widget":
            status = {"status": {"replicas": count, "selector": f"app={reference.name}"}}
            await self._patch(f"{self._path(reference)}/status", status)
        await self._settled(reference)
        await self.tell(reference)

    async def tell(self, reference: CrossVersionObjectReference) -> None:
        kind = workload_kind(reference)
        if kind is not None:
            self.watching.workloads[kind].applied(await self.client.get(self._path(reference), WireWorkload))

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
        if workload_kind(reference) is None:
            return  # the sandbox has no controller of its own for it
        async with asyncio.timeout(60):
            while True:
                found = await self.client.get(self._path(reference), WireWorkload)
                if found.status.replicas == found.spec.replicas:
                    return
                await asyncio.sleep(0.01)

    def _autoscalers(self) -> str:
        return f"/apis/{KIND.api_version}/namespaces/{self.namespace}/{KIND.plural}"

    def _collection(self, reference: CrossVersionObjectReference) -> str:
        root = "/apis" if "/" in reference.api_version else "/api"
        return f"{root}/{reference.api_version}/namespaces/{self.namespace}/{reference.kind.lower()}s"

    def _path(self, reference: CrossVersionObjectReference) -> str:
        return f"{self._collection(reference)}/{reference.name}"

    async def _patch(self, path: str, body: object) -> None:
        await self.client.merge_patch(path, body, msgspec.Raw, field_manager="kubectl")


def document_of(reference: CrossVersionObjectReference, count: int) -> dict[str, object]:
    """An object of the reference's kind with so many replicas, whose Pods are labelled with its name."""
    document = {"apiVersion": reference.api_version, "kind": reference.kind, "metadata": {"name": reference.name}}
    if reference.kind == "Widget":
        return {**document, "spec": {"color": "red", "replicas": count}}
    labels = {"app": reference.name}
    selector = labels if reference.kind == "ReplicationController" else {"matchLabels": labels}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "main", "image": "worker"}]}}
    return {**document, "spec": {"replicas": count, "selector": selector, "template": template}}
