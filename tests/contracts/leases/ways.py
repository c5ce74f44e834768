"""Two ways to one lease: in memory, and over HTTP to a sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from adapter.kube.leases import Lease, read_lease
from scaler.cluster.leases import ClusterLeases
from scaler.leadership.lease import LeaseRecord
from tests.contracts.leases.memory import LeaseStore, MemoryLeases

if TYPE_CHECKING:
    from adapter.kube.client import KubeClient
    from adapter.kube.meta import NamespacedName
    from scaler.leadership.ports import Leases

NOON = datetime(2025, 1, 1, 12, 0, 0, 1, tzinfo=UTC)


class Ways(Protocol):
    """One lease; each port is another client's."""

    def port(self) -> Leases: ...

    async def delete(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class InMemory:
    store: LeaseStore

    def port(self) -> Leases:
        return MemoryLeases(self.store)

    async def delete(self) -> None:
        self.store.delete()


@dataclass(frozen=True, slots=True, kw_only=True)
class OnServer:
    client: KubeClient
    key: NamespacedName

    @property
    def path(self) -> str:
        return f"/apis/coordination.k8s.io/v1/namespaces/{self.key.namespace}/leases/{self.key.name}"

    def port(self) -> Leases:
        return ClusterLeases(client=self.client, key=self.key)

    async def delete(self) -> None:
        await self.client.delete(self.path)

    async def label(self, **labels: str) -> None:
        await self.client.merge_patch(self.path, {"metadata": {"labels": labels}}, Lease, field_manager="stranger")

    async def as_stored(self) -> Lease:
        return await read_lease(self.client, self.key)


def record(holder: str = "us", *, transitions: int = 0) -> LeaseRecord:
    return LeaseRecord(
        holder_identity=holder,
        lease_duration_seconds=15,
        acquire_time=NOON,
        renew_time=NOON,
        lease_transitions=transitions,
    )
