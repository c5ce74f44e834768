"""What an election relies on, true of the lease in memory and of one on a server."""

from dataclasses import replace

from scaler.leadership.lease import StoredLease
from scaler.leadership.ports import LostRace, NoLease
from tests.contracts.leases.ways import Ways, record


def stored(answer: object) -> StoredLease:
    assert isinstance(answer, StoredLease)
    return answer


async def test_a_lease_that_is_not_there_is_no_lease(ways: Ways) -> None:
    assert NoLease() == await ways.port().read()


async def test_what_was_created_is_what_others_read(ways: Ways) -> None:
    made = await ways.port().create(record())
    assert record() == stored(made).record
    assert made == await ways.port().read()


async def test_only_the_first_creation_succeeds(ways: Ways) -> None:
    first = await ways.port().create(record("a"))
    assert LostRace() == await ways.port().create(record("b"))
    assert first == await ways.port().read()


async def test_a_replacement_is_another_version(ways: Ways) -> None:
    port = ways.port()
    made = stored(await port.create(record("a")))
    replaced = stored(await port.replace(record("b", transitions=1), made.version))
    assert record("b", transitions=1) == replaced.record
    assert made.version != replaced.version


async def test_of_two_replacements_of_one_version_only_the_first_succeeds(ways: Ways) -> None:
    first, second = ways.port(), ways.port()
    version = stored(await first.create(record())).version
    await second.read()
    written = await first.replace(record("a"), version)
    assert LostRace() == await second.replace(record("b"), version)
    assert written == await second.read()


async def test_a_lease_that_is_gone_can_not_be_replaced(ways: Ways) -> None:
    port = ways.port()
    made = stored(await port.create(record()))
    await ways.delete()
    assert LostRace() == await port.replace(record("b"), made.version)


async def test_a_lease_made_anew_is_not_the_version_that_was_deleted(ways: Ways) -> None:
    port = ways.port()
    made = stored(await port.create(record()))
    await ways.delete()
    again = stored(await ways.port().create(record()))
    assert made.version != again.version
    assert LostRace() == await port.replace(record("b"), made.version)


async def test_a_write_that_changes_nothing_is_no_sign_of_life(ways: Ways) -> None:
    port = ways.port()
    made = stored(await port.create(record()))
    assert made == await port.replace(made.record, made.version)


async def test_a_microsecond_is_a_sign_of_life(ways: Ways) -> None:
    port = ways.port()
    made = stored(await port.create(record()))
    assert made.record.renew_time is not None
    later = replace(made.record, renew_time=made.record.renew_time.replace(microsecond=2))
    assert made.version != stored(await port.replace(later, made.version)).version


async def test_a_lease_can_be_held_by_nobody(ways: Ways) -> None:
    made = await ways.port().create(record(""))
    assert stored(made).record.holder_identity == ""
