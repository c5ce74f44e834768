"""How is a Lease of coordination.k8s.io/v1 read and written? Whole, so that nothing of other people's is lost."""

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName, ObjectMeta


class LeaseSpec(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True, kw_only=True):
    """Who holds the lease; an empty `holder_identity` is a lease that was given up. Times are MicroTime texts."""

    holder_identity: str | None = None
    lease_duration_seconds: int | None = None
    acquire_time: str | None = None
    renew_time: str | None = None
    lease_transitions: int | None = None
    strategy: str | None = None
    preferred_holder: str | None = None


class Lease(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """One Lease. A replace sends `metadata` back as it was read, with the resourceVersion that it must still have."""

    api_version: str = "coordination.k8s.io/v1"
    kind: str = "Lease"
    metadata: ObjectMeta
    spec: LeaseSpec = LeaseSpec()


async def read_lease(client: KubeClient, key: NamespacedName) -> Lease:
    """The lease as it is now, never from a cache. Raises ApiError; NotFound if there is none."""
    return await client.get(_path(key), Lease)


async def create_lease(client: KubeClient, key: NamespacedName, spec: LeaseSpec) -> Lease:
    """The new lease. Raises ApiError; AlreadyExists if there is one, NotFound if there is no such namespace."""
    lease = Lease(metadata=ObjectMeta(name=key.name, namespace=key.namespace), spec=spec)
    return await client.create(_collection(key), lease, Lease)


async def replace_lease(client: KubeClient, lease: Lease) -> Lease:
    """The lease as it was stored. Raises ApiError; Conflict if it has another version, NotFound if it is gone."""
    return await client.replace(_path(lease.metadata.key), lease, Lease)


def _path(key: NamespacedName) -> str:
    return f"{_collection(key)}/{key.name}"


def _collection(key: NamespacedName) -> str:
    return f"/apis/coordination.k8s.io/v1/namespaces/{key.namespace}/leases"
