"""Claims about `adapter.apiserver.authority_keeper`: how it begins, what it refuses and what it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from adapter.apiserver.authority import AuthorityError
from adapter.apiserver.authority_keyring import certificates_in
from adapter.apiserver.authority_secret import AUTHORITY_TYPE
from adapter.kube.errors import Conflict, Forbidden
from tests.support.authorities import Authority as OfOthers
from tests.support.authority_stage import API_SERVICE, SECRET, SERVICE, Stage, keeping
from tests.support.own_authorities import DURATIONS, HOST, NOW

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with keeping() as made:
        yield made


async def test_the_first_replica_makes_an_authority_and_is_verified(stage: Stage) -> None:
    keeper = await stage.replica()
    assert await stage.verifies(keeper)
    assert keeper.is_published


async def test_a_second_replica_serves_by_the_same_authority(stage: Stage) -> None:
    first, second = await stage.replica(), await stage.replica()
    assert [await stage.verifies(each) for each in (first, second)] == [True, True]
    assert len(certificates_in(stage.bundle)) == 1


async def test_whoever_comes_second_by_a_hair_reads_what_the_first_has_made(stage: Stage) -> None:
    first, second = await stage.replica(), await stage.replica()
    await first.load()
    made = stage.cluster.objects.pop(SECRET)
    stage.cluster.before_writes.append(lambda: stage.cluster.objects.update({SECRET: made}))
    assert await stage.verifies(second)
    assert stage.cluster.objects[SECRET] == made


async def test_nothing_is_written_when_nothing_has_to_be_done(stage: Stage) -> None:
    keeper = await stage.replica()
    before = await keeper.load()
    stage.cluster.writes.clear()
    assert await keeper.load() == before
    assert stage.cluster.writes == []


async def test_a_race_that_is_lost_again_and_again_is_told(stage: Stage) -> None:
    keeper = await stage.replica()
    await keeper.load()
    stage.bundle = b""
    stage.cluster.before_writes += [lambda: stage.lead_to(SERVICE)] * 20
    with pytest.raises(Conflict):
        await keeper.load()


async def test_a_damaged_secret_is_refused_and_left_alone(stage: Stage) -> None:
    damaged = {"metadata": {"name": "lagzero-ca", "namespace": "lagzero-system"}, "type": "Opaque", "data": {}}
    stored = stage.cluster.put(SECRET, damaged)
    keeper = await stage.replica()
    with pytest.raises(AuthorityError, match="somebody else's"):
        await keeper.load()
    assert (stage.cluster.objects[SECRET], stage.bundle) == (stored, b"")


async def test_an_empty_secret_that_was_brought_along_is_filled_in(stage: Stage) -> None:
    metadata = {"name": "lagzero-adapter-ca", "namespace": "lagzero-system", "labels": {"a": "b"}}
    stage.cluster.put(SECRET, {"metadata": metadata, "type": AUTHORITY_TYPE})
    stage.cluster.forbidden.add("POST")
    keeper = await stage.replica()
    assert await stage.verifies(keeper)
    assert stage.cluster.objects[SECRET]["metadata"]["labels"] == {"a": "b"}


async def test_without_a_secret_and_the_right_to_create_one_it_says_what_to_do(stage: Stage) -> None:
    stage.cluster.forbidden.add("POST")
    with pytest.raises(AuthorityError, match="apply the manifests again"):
        await (await stage.replica()).load()


async def test_without_the_right_to_publish_nothing_starts(stage: Stage) -> None:
    stage.cluster.forbidden.add("PATCH")
    with pytest.raises(Forbidden):
        await (await stage.replica()).load()


async def test_who_was_published_once_renews_certificates_also_while_publishing_fails(stage: Stage) -> None:
    keeper = await stage.replica()
    first = await keeper.load()
    stage.cluster.forbidden.add("PATCH")
    stage.bundle = stage.bundle + OfOthers("foreign").pem
    await stage.clock.advance(DURATIONS.certificate.total_seconds())
    with capture_logs() as logs:
        assert await keeper.load() != first
    assert any("can't be published" in str(entry.get("reason")) for entry in logs)


@pytest.mark.parametrize("there", [True, False])
async def test_an_api_service_that_does_not_lead_to_us_is_warned_of_once(stage: Stage, *, there: bool) -> None:
    keeper = await stage.replica()
    if there:
        stage.lead_to({"namespace": "other", "name": "lagzero-adapter"})
    else:
        del stage.cluster.objects[API_SERVICE]
    with capture_logs() as logs:
        await keeper.load()
        await keeper.load()
    assert len([entry for entry in logs if entry["log_level"] == "warning"]) == 1
    assert keeper.is_published is there


async def test_it_tells_when_the_authority_ends_and_what_it_did(stage: Stage) -> None:
    keeper = await stage.replica()
    await keeper.load()
    value = stage.registries[0].get_sample_value
    assert value("lagzero_adapter_own_ca_expiry_timestamp_seconds") == (NOW + DURATIONS.authority).timestamp()
    steps = {step: value("lagzero_adapter_own_ca_steps_total", {"step": step}) for step in ("make", "publish", "issue")}
    assert steps == {"make": 1.0, "publish": 1.0, "issue": 1.0}


async def test_no_key_is_logged(stage: Stage) -> None:
    keeper = await stage.replica()
    with capture_logs() as logs:
        await keeper.load()
        stage.ask_for_a_rotation()
        await keeper.load()
    assert "PRIVATE" not in str(logs)
    assert HOST in str(logs)
