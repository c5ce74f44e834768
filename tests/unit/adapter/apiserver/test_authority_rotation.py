"""Claims about `adapter.apiserver.authority_keeper` over time: there is never a replica that isn't verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adapter.apiserver.authority_keyring import certificates_in
from tests.support.authorities import Authority as OfOthers
from tests.support.authority_stage import API_SERVICE, SECRET, SERVICE, Stage, keeping
from tests.support.own_authorities import DURATIONS, is_verified

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_PUBLICATION = DURATIONS.publication.total_seconds()


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with keeping() as made:
        yield made


async def test_a_certificate_is_renewed_when_a_third_of_its_time_is_left(stage: Stage) -> None:
    keeper = await stage.replica()
    first, life = await keeper.load(), DURATIONS.certificate.total_seconds()
    await stage.clock.advance(life * 0.66)
    second = await keeper.load()
    await stage.clock.advance(life * 0.01)
    assert (second == first, await keeper.load() == first) == (True, False)


async def test_through_a_whole_rotation_every_replica_is_verified_at_every_turn(stage: Stage) -> None:
    replicas = [await stage.replica(), await stage.replica()]
    assert await stage.verifies(replicas[0])
    stage.ask_for_a_rotation()
    seen = []
    for _ in range(6):
        # The second replica is slow: it sees each step long after the first has taken it.
        for each in (replicas[0], replicas[0], replicas[1]):
            seen.append(await stage.verifies(each))
            await stage.clock.advance(_PUBLICATION)
    await stage.clock.advance(DURATIONS.overlap.total_seconds())
    seen += [await stage.verifies(each) for each in replicas]
    assert all(seen)
    assert len(certificates_in(stage.bundle)) == 1


async def test_a_replica_that_missed_everything_is_verified_as_long_as_its_certificate_lasts(stage: Stage) -> None:
    quick, cut_off = await stage.replica(), await stage.replica()
    old = await cut_off.load()
    await quick.load()
    stage.ask_for_a_rotation()
    while stage.clock.now() < old.not_valid_after:
        await quick.load()
        assert is_verified(old, stage.bundle, at=stage.clock.now())
        await stage.clock.advance(DURATIONS.certificate.total_seconds() / 10)


async def test_a_successor_signs_only_after_it_was_published(stage: Stage) -> None:
    keeper = await stage.replica()
    before = await keeper.load()
    stage.ask_for_a_rotation()
    prepared = await keeper.load()
    await stage.clock.advance(_PUBLICATION)
    assert (prepared == before, await keeper.load() == before) == (True, False)


async def test_an_authority_is_followed_before_it_ends(stage: Stage) -> None:
    keeper = await stage.replica()
    for _ in range(24):
        assert await stage.verifies(keeper)
        await stage.clock.advance(DURATIONS.authority.total_seconds() / 16)


async def test_who_was_trusted_before_is_trusted_while_others_may_serve_by_it(stage: Stage) -> None:
    given = OfOthers("given")
    stage.bundle = given.pem
    keeper = await stage.replica()
    await keeper.load()
    during = given.pem in stage.bundle
    await stage.clock.advance(DURATIONS.overlap.total_seconds())
    await keeper.load()
    assert (during, given.pem in stage.bundle) == (True, False)


async def test_a_deleted_secret_is_remade_without_a_moment_unverified(stage: Stage) -> None:
    keeper, other = await stage.replica(), await stage.replica()
    before = [await keeper.load(), await other.load()]
    del stage.cluster.objects[SECRET]
    await keeper.load()
    assert all(is_verified(each, stage.bundle, at=stage.clock.now()) for each in before)
    assert len(certificates_in(stage.bundle)) == 2


async def test_a_deleted_secret_that_a_newcomer_remakes_leaves_the_others_verified(stage: Stage) -> None:
    keeper = await stage.replica()
    await keeper.load()
    del stage.cluster.objects[SECRET]
    newcomer = await stage.replica()
    assert await stage.verifies(newcomer)
    assert await stage.verifies(keeper)


async def test_a_bundle_that_somebody_took_away_is_written_again(stage: Stage) -> None:
    keeper = await stage.replica()
    await keeper.load()
    stage.lead_to(SERVICE)
    assert await stage.verifies(keeper)


async def test_a_replica_that_knows_less_does_not_overwrite_a_newer_bundle(stage: Stage) -> None:
    keeper = await stage.replica()
    await keeper.load()
    stage.bundle = b""
    stage.cluster.before_writes.append(lambda: setattr(stage, "bundle", OfOthers("newer").pem))
    await keeper.load()
    assert [write for write in stage.cluster.writes if write.startswith("PATCH")][-2:] == [f"PATCH {API_SERVICE}"] * 2
