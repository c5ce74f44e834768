"""A client of a scripted API server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from tests.support.http_peer import HttpPeer


@asynccontextmanager
async def connected(peer: HttpPeer) -> AsyncIterator[KubeClient]:
    async with KubeClient.of(
        Access(cluster=Cluster(server=peer.url)), user_agent="lagzero/test", deadline_seconds=3
    ) as client:
        yield client
