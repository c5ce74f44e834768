"""The lease on a server: what else is in it, and what goes wrong."""

import asyncio
from random import Random

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.leases import Lease, LeaseSpec
from adapter.kube.meta import NamespacedName, ObjectMeta
from adapter.process.clock import SystemClock
from scaler.cluster.leases import ClusterLeases
from scaler.leadership.elector import Elector
from scaler.leadership.lease import StoredLease
from scaler.leadership.ports import LostRace, Unavailable
from scaler.leadership.timing import ElectionTiming
from tests.contracts.leases.ways import OnServer, record

QUICK = ElectionTiming(lease_duration_seconds=1.0, renew_deadline_seconds=0.7, retry_period_seconds=0.1)
LASTING = ElectionTiming(lease_duration_seconds=120.0, renew_deadline_seconds=90.0, retry_period_seconds=0.1)
"""Whoever leads by it before the test is over was let in by a release: nobody waits until such a lease runs out."""


def elector(server: OnServer, identity: str, timing: ElectionTiming = QUICK) -> Elector:
    return Elector(leases=server.port(), identity=identity, clock=SystemClock(), random=Random(identity), timing=timing)


async def test_it_is_written_as_kubernetes_writes_it(server: OnServer) -> None:
    await server.port().create(record("us", transitions=2))
    expected = LeaseSpec(
        holder_identity="us",
        lease_duration_seconds=15,
        acquire_time="2025-01-01T12:00:00.000001Z",
        renew_time="2025-01-01T12:00:00.000001Z",
        lease_transitions=2,
    )
    assert expected == (await server.as_stored()).spec


async def test_labels_survive_our_writes(server: OnServer) -> None:
    port = server.port()
    await port.create(record("a"))
    await server.label(team="night")
    found = await port.read()
    assert isinstance(found, StoredLease)
    await port.replace(record("b"), found.version)
    stored = await server.as_stored()
    assert ({"team": "night"}, "b") == (stored.metadata.labels, stored.spec.holder_identity)


async def test_a_label_is_another_version(server: OnServer) -> None:
    port = server.port()
    made = await port.create(record("a"))
    await server.label(team="night")
    assert isinstance(made, StoredLease)
    assert LostRace() == await port.replace(record("b"), made.version)


async def test_a_port_replaces_only_what_it_has_read(server: OnServer) -> None:
    made = await server.port().create(record("a"))
    assert isinstance(made, StoredLease)
    assert LostRace() == await server.port().replace(record("b"), made.version)


async def test_a_lease_without_a_spec_is_held_by_nobody(server: OnServer) -> None:
    bare = Lease(metadata=ObjectMeta(name=server.key.name, namespace=server.key.namespace))
    await server.client.create(server.path.rpartition("/")[0], bare, Lease)
    found = await server.port().read()
    assert isinstance(found, StoredLease)
    assert ("", None, None) == (
        found.record.holder_identity,
        found.record.lease_duration_seconds,
        found.record.renew_time,
    )


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    nowhere = Access(cluster=Cluster(server="http://127.0.0.1:1"))
    async with KubeClient.of(nowhere, user_agent="contract-tests/1.0") as client:
        port = ClusterLeases(client=client, key=NamespacedName("default", "scaler"))
        answers = [await port.read(), await port.create(record())]
    assert [True, True] == [isinstance(answer, Unavailable) for answer in answers]


async def test_of_two_electors_the_second_leads_soon_after_the_first_has_released(server: OnServer) -> None:
    first, second = elector(server, "a", LASTING), elector(server, "b", LASTING)
    async with asyncio.TaskGroup() as tasks, asyncio.timeout(60):
        campaign = tasks.create_task(first.run())
        await first.until_leading()
        follower = tasks.create_task(second.run())
        campaign.cancel()
        await asyncio.wait({campaign})
        await first.release()
        await second.until_leading()
        assert [False, True] == [first.leads(), second.leads()]
        follower.cancel()


async def test_a_leader_that_dies_is_replaced_and_never_leads_beside_its_successor(server: OnServer) -> None:
    async with asyncio.TaskGroup() as tasks, asyncio.timeout(90):
        leader = elector(server, "p0")
        campaign = tasks.create_task(leader.run())
        await leader.until_leading()
        for number in range(1, 4):
            successor = elector(server, f"p{number}")
            succession = tasks.create_task(successor.run())
            campaign.cancel()
            await successor.until_leading()
            assert not leader.leads()
            leader, campaign = successor, succession
        campaign.cancel()
    assert 3 == (await server.as_stored()).spec.lease_transitions
