"""Claims about `scaler.cluster.pods`: where pods are read from, and what it means that they can't be had."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Never

import msgspec
import pytest

from scaler.algorithm.model import PodsReading, SelectorFault
from scaler.cluster.namespace_watches import NamespaceWatches
from scaler.cluster.pod_copy import PodCopy
from scaler.cluster.pod_wire import WirePod
from scaler.cluster.pods import ClusterPods
from tests.support.http_peer import json_answer, status_answer
from tests.unit.scaler.cluster.clients import client_of
from tests.unit.scaler.cluster.test_pod_wire import document
from tests.unit.scaler.controller.seen import autoscaler

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scaler.api.autoscaler import Autoscaler
    from tests.support.http_peer import Answer, HttpPeer

WHY = "unable to get pods while calculating replica count: "


@dataclass(slots=True)
class Idle:
    """A watch that only says whether it has listed."""

    path: str = "/api/v1/namespaces/jobs/pods"
    heard_at: float = 0.0
    trouble: str = ""
    synced: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> Never:
        await asyncio.Event().wait()
        raise AssertionError


def watches_of(watch: Idle | None) -> NamespaceWatches:
    """Those of the namespace `jobs`, if there is a watch."""

    def needs(_autoscaler: Autoscaler) -> bool:
        return watch is not None

    made = NamespaceWatches(
        what="pods",
        find=lambda _key: autoscaler(),
        needs=needs,
        start=lambda _namespace: watch or Idle(),
        stopped=lambda _namespace: None,
        patience_seconds=0.01,
    )
    made.changed(autoscaler().id)
    return made


async def read(
    *answers: Answer, watch: Idle | None = None, copy: PodCopy | None = None
) -> tuple[PodsReading, HttpPeer]:
    async with client_of(*answers) as (client, peer):
        pods = ClusterPods(client=client, copy=copy or PodCopy(), watches=watches_of(watch))
        return await pods.read("jobs", "app=worker"), peer


def pod_list(*items: Mapping[str, object]) -> Answer:
    return json_answer({"kind": "PodList", "items": items})


def copy_of(*, cpu: str = "1") -> PodCopy:
    container = {"name": "app", "resources": {"requests": {"cpu": cpu}}}
    metadata = {"name": "worker-1", "namespace": "jobs", "labels": {"app": "worker"}}
    made = PodCopy()
    made.replaced([msgspec.convert({"metadata": metadata, "spec": {"containers": [container]}}, WirePod)], "jobs")
    return made


def listed() -> Idle:
    watch = Idle()
    watch.synced.set()
    return watch


async def test_where_they_are_watched_nothing_is_asked() -> None:
    pods, peer = await read(watch=listed(), copy=copy_of())
    assert isinstance(pods, tuple)
    assert (["worker-1"], []) == ([pod.name for pod in pods], peer.requests)


async def test_before_the_first_list_they_are_unavailable_and_not_none() -> None:
    pods, _ = await read(watch=Idle())
    assert isinstance(pods, SelectorFault)
    assert ("FailedGetPods", f'{WHY}the pods of namespace "jobs" have not been listed yet') == (
        pods.reason,
        pods.message,
    )


async def test_why_there_is_no_list_is_told() -> None:
    pods, _ = await read(watch=Idle(trouble="403 Forbidden"))
    assert isinstance(pods, SelectorFault)
    assert pods.message.endswith("have not been listed yet: 403 Forbidden")


async def test_a_watched_pod_that_makes_no_sense_is_a_fault() -> None:
    pods, _ = await read(watch=listed(), copy=copy_of(cpu="lots"))
    assert isinstance(pods, SelectorFault)
    assert pods.message.startswith(f'{WHY}pod "worker-1": ')


async def test_elsewhere_they_are_listed_by_the_selector_in_the_namespace() -> None:
    _, peer = await read(pod_list())
    (asked,) = peer.requests
    assert ("/api/v1/namespaces/jobs/pods", "app=worker") == (asked.path, asked.query["labelSelector"])


async def test_every_pod_of_the_list_is_told() -> None:
    pods, _ = await read(pod_list(document(), document(metadata={"name": "worker-2"})))
    assert isinstance(pods, tuple)
    assert ["worker-1", "worker-2"] == [pod.name for pod in pods]


@pytest.mark.parametrize(
    "answer",
    [
        status_answer(403),
        pod_list(document(spec={"containers": [{"name": "a", "resources": {"requests": {"cpu": "lots"}}}]})),
        pod_list(document(status={"startTime": "yesterday"})),
        json_answer({"items": 5}),
    ],
    ids=["forbidden", "no quantity", "no time", "no list"],
)
async def test_a_list_that_cannot_be_had_is_a_fault_and_no_empty_list(answer: Answer) -> None:
    pods, _ = await read(answer)
    assert isinstance(pods, SelectorFault)
    assert ("FailedGetPods", True) == (pods.reason, pods.message.startswith(WHY))
