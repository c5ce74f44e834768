"""A kind that nobody watches, as a scripted API server tells of it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import ScaleUnavailable
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.kinds import Kinds
from scaler.cluster.other_scales import OtherScales
from scaler.cluster.workloads import Workload
from tests.support.clock import ManualClock
from tests.support.http_peer import json_answer, text_answer
from tests.unit.scaler.cluster.clients import client_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.support.http_peer import Answer, HttpPeer

WIDGET = CrossVersionObjectReference(kind="Widget", name="worker", api_version="example.dev/v9")
CONTROLLER = CrossVersionObjectReference(kind="ReplicationController", name="worker", api_version="v1")
KEY = NamespacedName("jobs", "worker")
OBJECT = "/apis/example.dev/v1/namespaces/jobs/widgets/worker"
SCALE = f"{OBJECT}/scale"
GROUP = json_answer({"versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}})
PAGE = text_answer("404 page not found", code=404)


def resources(plural: str, kind: str, *, scaled: bool = True) -> Answer:
    scale = [{"name": f"{plural}/scale", "kind": "Scale", "namespaced": True}] if scaled else []
    return json_answer({"resources": [{"name": plural, "kind": kind, "namespaced": True}, *scale]})


WIDGETS = (GROUP, resources("widgets", "Widget"))


def scale(count: int = 3, version: str = "7", uid: str = "uid-1") -> Answer:
    metadata = {"name": "worker", "namespace": "jobs", "uid": uid, "resourceVersion": version}
    spec = {"replicas": count} if count else {}
    status = {"replicas": 2, "selector": "app=worker"}
    return json_answer({"kind": "Scale", "metadata": metadata, "spec": spec, "status": status})


def metadata(
    manager: str = "kubectl", field: str = "f:replicas", annotations: dict[str, str] | None = None, version: str = "7"
) -> Answer:
    entry = {"manager": manager, "subresource": "scale", "fieldsV1": {"f:spec": {field: {}}}}
    return json_answer(
        {"metadata": {"resourceVersion": version, "annotations": annotations or {}, "managedFields": [entry]}}
    )


def definition(path: str = ".spec.replicas") -> Answer:
    return json_answer({"spec": {"versions": [{"name": "v1", "subresources": {"scale": {"specReplicasPath": path}}}]}})


FOUND = (*WIDGETS, scale(), metadata(), definition())


@dataclass(slots=True)
class Asked:
    scales: OtherScales
    peer: HttpPeer
    clock: ManualClock

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.peer.requests]

    async def read(self) -> Workload:
        found = await self.scales.read(KEY)
        assert isinstance(found, Workload), found
        return found

    async def why_not(self) -> str:
        found = await self.scales.read(KEY)
        assert isinstance(found, ScaleUnavailable)
        return found.message


@asynccontextmanager
async def scales_of(*answers: Answer, reference: CrossVersionObjectReference = WIDGET) -> AsyncIterator[Asked]:
    clock = ManualClock()
    async with client_of(*answers) as (client, peer):
        kinds = Kinds(client=client, clock=clock)
        yield Asked(OtherScales(client=client, kinds=kinds, clock=clock, reference=reference), peer, clock)
