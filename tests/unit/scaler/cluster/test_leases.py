"""Odd leases and odd answers, a real HTTP server on loopback. What a good server does is in tests/contracts/leases."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from scaler.cluster.leases import ClusterLeases
from scaler.leadership.lease import StoredLease
from scaler.leadership.ports import LostRace, NoLease, Unavailable
from tests.contracts.leases.ways import record
from tests.support.http_peer import http_peer, json_answer, status_answer, text_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.support.http_peer import Answer, HttpPeer


@asynccontextmanager
async def leases(*answers: Answer) -> AsyncIterator[tuple[ClusterLeases, HttpPeer]]:
    async with http_peer(*answers) as peer:
        access = Access(cluster=Cluster(server=peer.url))
        async with KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=5) as client:
            yield ClusterLeases(client=client, key=NamespacedName("jobs", "scaler")), peer


def lease(**spec: object) -> Answer:
    return json_answer({"metadata": {"name": "scaler", "namespace": "jobs", "resourceVersion": "7"}, "spec": spec})


@pytest.mark.parametrize("answer", [status_answer(403), status_answer(429), status_answer(500), text_answer("?")])
async def test_a_read_that_fails_is_unavailable_and_not_no_lease(answer: Answer) -> None:
    async with leases(answer) as (port, _):
        assert isinstance(await port.read(), Unavailable)


async def test_only_a_404_is_no_lease() -> None:
    async with leases(status_answer(404)) as (port, _):
        assert NoLease() == await port.read()


async def test_a_failure_says_what_was_asked() -> None:
    async with leases(status_answer(403, reason="Forbidden", message="no")) as (port, _):
        failed = await port.read()
    path = "/apis/coordination.k8s.io/v1/namespaces/jobs/leases/scaler"
    assert Unavailable(message=f"GET {path}: 403 Forbidden: no") == failed


async def test_a_missing_namespace_is_no_lost_race() -> None:
    async with leases(status_answer(404)) as (port, _):
        assert isinstance(await port.create(record()), Unavailable)


async def test_a_replacement_that_fails_is_unavailable() -> None:
    async with leases(lease(holderIdentity="us"), status_answer(500)) as (port, _):
        await port.read()
        assert isinstance(await port.replace(record(), "7"), Unavailable)


async def test_a_replacement_of_what_is_gone_is_a_lost_race() -> None:
    async with leases(lease(holderIdentity="us"), status_answer(404)) as (port, _):
        await port.read()
        assert LostRace() == await port.replace(record(), "7")


async def test_a_time_that_nobody_can_read_is_no_time() -> None:
    async with leases(lease(holderIdentity="us", renewTime="yesterday")) as (port, _):
        found = await port.read()
    assert isinstance(found, StoredLease)
    assert found.record.renew_time is None


async def test_fields_of_the_spec_that_are_not_ours_survive() -> None:
    theirs = lease(holderIdentity="us", strategy="OldestEmulationVersion", preferredHolder="x")
    async with leases(theirs, theirs) as (port, peer):
        await port.read()
        await port.replace(record(), "7")
    sent = msgspec.json.decode(peer.requests[1].body)["spec"]
    assert ("OldestEmulationVersion", "x") == (sent["strategy"], sent["preferredHolder"])
