"""Replicas that keep one authority, with a clock moved by hand, on a small API server."""

from __future__ import annotations

import base64
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry

from adapter.apiserver.authority_keeper import AuthorityKeeper
from adapter.apiserver.authority_metrics import AuthorityMetrics
from adapter.apiserver.authority_secret import ROTATE_ANNOTATION
from tests.support.clock import ManualClock
from tests.support.own_authorities import NOW, OWN, is_verified
from tests.support.small_cluster import SmallCluster, client_of, small_cluster

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SECRET = "/api/v1/namespaces/lagzero-system/secrets/lagzero-ca"
API_SERVICE = f"/apis/apiregistration.k8s.io/v1/apiservices/{OWN.api_service}"
SERVICE = {"namespace": "lagzero-system", "name": "lagzero-adapter"}


class Stage:
    """A cluster with an APIService, and replicas that share a clock."""

    def __init__(self, cluster: SmallCluster, resources: AsyncExitStack) -> None:
        self.cluster = cluster
        self.clock = ManualClock(NOW)
        self.registries: list[CollectorRegistry] = []
        self._resources = resources
        self.lead_to(SERVICE)

    def lead_to(self, service: dict[str, str]) -> None:
        spec: dict[str, Any] = {"service": service}
        self.cluster.put(API_SERVICE, {"metadata": {"name": OWN.api_service}, "spec": spec})

    async def replica(self) -> AuthorityKeeper:
        client = await self._resources.enter_async_context(client_of(self.cluster))
        self.registries.append(CollectorRegistry())
        metrics = AuthorityMetrics(self.registries[-1])
        return AuthorityKeeper(client=client, own=OWN, clock=self.clock, metrics=metrics)

    @property
    def bundle(self) -> bytes:
        return base64.b64decode(self.cluster.objects[API_SERVICE]["spec"].get("caBundle", ""))

    @bundle.setter
    def bundle(self, pem: bytes) -> None:
        stored = self.cluster.objects[API_SERVICE]
        self.cluster.put(
            API_SERVICE, {**stored, "spec": {**stored["spec"], "caBundle": base64.b64encode(pem).decode()}}
        )

    async def verifies(self, keeper: AuthorityKeeper) -> bool:
        """Whether what the replica serves by after a turn is verified by the bundle."""
        return is_verified(await keeper.load(), self.bundle, at=self.clock.now())

    def ask_for_a_rotation(self) -> None:
        stored = self.cluster.objects[SECRET]
        self.cluster.put(SECRET, {**stored, "metadata": {**stored["metadata"], "annotations": {ROTATE_ANNOTATION: ""}}})


@asynccontextmanager
async def keeping() -> AsyncIterator[Stage]:
    """A stage for the length of a block."""
    async with small_cluster() as cluster, AsyncExitStack() as resources:
        yield Stage(cluster, resources)
