"""Do replicas agree on one authority, and is each of them verified at any moment? Two processes behind the proxy."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.chain.polling import until
from tests.chain.replicas import (
    BRIEF,
    SECRET,
    Seen,
    ask_directly,
    ask_through_the_proxy,
    bundle_of,
    certificates,
    issuer_of,
    lead_to,
    one_address,
    prepared_sandbox,
    replica,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from cryptography import x509

    from tests.chain.cluster import Cluster

# What old certificates live for, and then some.
_ROTATION_SECONDS = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class Replicas:
    """A cluster whose APIService leads to two replicas in turn."""

    cluster: Cluster
    ports: tuple[int, int]

    async def issuers(self) -> set[x509.Name]:
        """Who issued what they serve by, each verified by the APIService's bundle."""
        bundle = await bundle_of(self.cluster)
        return {await issuer_of(port, bundle) for port in self.ports}

    async def agree(self) -> None:
        """Wait until both serve by one authority: each sees for itself when a successor takes over."""
        await asyncio.to_thread(until, "one issuer", lambda: asyncio.run(self.issuers()), lambda seen: len(seen) == 1)

    async def reaches(self, *, authorities: int, without: frozenset[bytes] = frozenset()) -> None:
        """Wait until the bundle has so many certificates, and none of those."""

        def look() -> list[bytes]:
            held = certificates(asyncio.run(bundle_of(self.cluster)))
            return [each.public_bytes(Encoding.DER) for each in held]

        await asyncio.to_thread(
            until,
            "the bundle",
            look,
            lambda seen: len(seen) == authorities and without.isdisjoint(seen),
            deadline_seconds=_ROTATION_SECONDS,
        )


@pytest.fixture
async def replicas(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Replicas]:
    folder = tmp_path_factory.mktemp("own-authority")
    async with AsyncExitStack() as resources:
        cluster = resources.enter_context(prepared_sandbox(folder / "sandbox"))
        first, second = [
            await asyncio.to_thread(resources.enter_context, replica(cluster, folder / name, certificates_last=BRIEF))
            for name in ("first", "second")
        ]
        port = await resources.enter_async_context(one_address((first, second)))
        await asyncio.to_thread(lead_to, cluster, port)
        yield Replicas(cluster=cluster, ports=(first, second))


async def test_a_rotation_under_load_fails_no_request_and_no_handshake(replicas: Replicas) -> None:
    cluster, over, seen = replicas.cluster, asyncio.Event(), Seen()
    before = await replicas.issuers()
    old = frozenset(each.public_bytes(Encoding.DER) for each in certificates(await bundle_of(cluster)))
    async with asyncio.TaskGroup() as tasks:
        for _ in range(4):
            tasks.create_task(ask_through_the_proxy(cluster, over, seen))
        for port in replicas.ports:
            tasks.create_task(ask_directly(cluster, port, over, seen))
        wish = {"metadata": {"annotations": {"lagzero.dev/rotate-authority": "now"}}}
        await asyncio.to_thread(cluster.patch, SECRET, wish)
        await replicas.reaches(authorities=2)
        await replicas.reaches(authorities=1, without=old)
        await seen.until_more_than(20, directly=True)
        over.set()
    after = await replicas.issuers()
    assert seen.failures == []
    assert (len(before), len(after), before.isdisjoint(after)) == (1, 1, True)


async def test_a_deleted_secret_is_remade_and_nobody_goes_unverified(replicas: Replicas) -> None:
    cluster, over, seen = replicas.cluster, asyncio.Event(), Seen()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(ask_through_the_proxy(cluster, over, seen))
        for port in replicas.ports:
            tasks.create_task(ask_directly(cluster, port, over, seen))
        await asyncio.to_thread(cluster.delete, SECRET)
        await replicas.reaches(authorities=2)
        await seen.until_more_than(4, directly=True)
        over.set()
    assert seen.failures == []
    await replicas.agree()
