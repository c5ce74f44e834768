"""Leases on the wire, against a real HTTP server on loopback."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.errors import AlreadyExists, Conflict, NotFound
from adapter.kube.leases import Lease, LeaseSpec, create_lease, read_lease, replace_lease
from adapter.kube.meta import NamespacedName, ObjectMeta
from tests.support.http_peer import http_peer, json_answer, status_answer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.support.http_peer import Answer, Received

KEY = NamespacedName("jobs", "scaler")
COLLECTION = "/apis/coordination.k8s.io/v1/namespaces/jobs/leases"
SPEC = {
    "holderIdentity": "us",
    "leaseDurationSeconds": 15,
    "acquireTime": "2025-01-01T12:00:00.000001Z",
    "renewTime": "2025-01-01T12:00:02.000000Z",
    "leaseTransitions": 4,
}
METADATA = {"name": "scaler", "namespace": "jobs", "resourceVersion": "7", "labels": {"a": "b"}}
ON_THE_WIRE = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": METADATA, "spec": SPEC}
LEASE = Lease(
    metadata=ObjectMeta(name="scaler", namespace="jobs", resource_version="7", labels={"a": "b"}),
    spec=LeaseSpec(
        holder_identity="us",
        lease_duration_seconds=15,
        acquire_time="2025-01-01T12:00:00.000001Z",
        renew_time="2025-01-01T12:00:02.000000Z",
        lease_transitions=4,
    ),
)


async def asked(answer: Answer, call: Callable[[KubeClient], Awaitable[Lease]]) -> tuple[Lease, Received]:
    async with http_peer(answer) as peer:
        access = Access(cluster=Cluster(server=peer.url))
        async with KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=5) as client:
            return await call(client), peer.requests[0]


async def test_a_lease_is_read_whole() -> None:
    found, request = await asked(json_answer(ON_THE_WIRE), lambda client: read_lease(client, KEY))
    assert (LEASE, "GET", f"{COLLECTION}/scaler") == (found, request.method, request.path)


async def test_a_lease_that_nobody_ever_held_has_an_empty_spec() -> None:
    found, _ = await asked(json_answer({"metadata": METADATA}), lambda client: read_lease(client, KEY))
    assert LeaseSpec() == found.spec


async def test_a_new_lease_is_posted_to_its_collection() -> None:
    made, request = await asked(json_answer(ON_THE_WIRE), lambda client: create_lease(client, KEY, LEASE.spec))
    assert (LEASE, "POST", COLLECTION) == (made, request.method, request.path)
    assert msgspec.json.decode(request.body) == {**ON_THE_WIRE, "metadata": {"name": "scaler", "namespace": "jobs"}}


async def test_a_replaced_lease_is_sent_back_whole_with_its_version() -> None:
    _, request = await asked(json_answer(ON_THE_WIRE), lambda client: replace_lease(client, LEASE))
    assert ("PUT", f"{COLLECTION}/scaler") == (request.method, request.path)
    assert ON_THE_WIRE == msgspec.json.decode(request.body)


async def test_an_empty_holder_is_sent_and_not_left_out() -> None:
    given_up = msgspec.structs.replace(LEASE, spec=LeaseSpec(holder_identity=""))
    _, request = await asked(json_answer(ON_THE_WIRE), lambda client: replace_lease(client, given_up))
    assert msgspec.json.decode(request.body)["spec"] == {"holderIdentity": ""}


async def test_a_lease_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound):
        await asked(status_answer(404), lambda client: read_lease(client, KEY))


async def test_a_lease_that_is_there_already_can_not_be_made() -> None:
    with pytest.raises(AlreadyExists):
        await asked(status_answer(409, reason="AlreadyExists"), lambda client: create_lease(client, KEY, LEASE.spec))


async def test_a_lease_of_another_version_is_a_conflict() -> None:
    with pytest.raises(Conflict):
        await asked(status_answer(409), lambda client: replace_lease(client, LEASE))
