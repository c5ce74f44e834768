"""A client of a scripted peer, for the edges that are made of one."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from tests.support.http_peer import http_peer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

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
