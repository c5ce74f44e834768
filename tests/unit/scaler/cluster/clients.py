"""A client of a scripted peer, for the edges that are made of one."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from scaler.cluster.kinds import Kinds
from scaler.cluster.scale_kinds import ScaleKinds
from scaler.cluster.watched_scales import WatchedScales
from tests.support.http_peer import http_peer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from adapter.process.clock import Clock
    from scaler.cluster.scale_sources import ScaleSource
    from scaler.cluster.workloads import WorkloadCache, WorkloadKind
    from tests.support.http_peer import Answer, HttpPeer, Received


@asynccontextmanager
async def client_of(*answers: Answer) -> AsyncIterator[tuple[KubeClient, HttpPeer]]:
    """A client, and the peer that answers it in order; a question too many stays without an answer."""
    async with http_peer(*answers) as peer:
        access = Access(cluster=Cluster(server=peer.url))
        async with KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=3) as client:
            yield client, peer


def sent(request: Received) -> object:
    """The JSON that was sent."""
    decoded: object = msgspec.json.decode(request.body)
    return decoded


def cached(client: KubeClient, caches: Mapping[WorkloadKind, WorkloadCache]) -> dict[WorkloadKind, WatchedScales]:
    """The scales of what is in the caches."""
    return {
        kind: WatchedScales(client=client, cache=cache, trouble=_nothing_is_wrong) for kind, cache in caches.items()
    }


def scale_kinds(client: KubeClient, watched: Mapping[WorkloadKind, ScaleSource], clock: Clock) -> ScaleKinds:
    """The scales that are watched, and those of any other kind by discovery."""
    return ScaleKinds(client=client, watched=watched, kinds=Kinds(client=client, clock=clock), clock=clock)


def idle_client() -> KubeClient:
    """A client that nothing is asked of."""
    return KubeClient.of(Access(cluster=Cluster(server="http://127.0.0.1:9")), user_agent="lagzero/test")


async def _nothing_is_wrong(_namespace: str) -> str:
    return ""
