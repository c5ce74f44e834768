"""Who waits for a query, who is asked for along with the others, and who came too late."""

import pytest

from adapter.externalmetrics.answers import Found
from adapter.externalmetrics.batches import Batch, Key, Members
from adapter.externalmetrics.cache import Entry
from adapter.externalmetrics.catalog import Served
from adapter.externalmetrics.plans import Group, Plan, plan_of
from adapter.kube.selectors import parse_selector
from adapter.prometheus.servers import parse_server
from tests.unit.adapter.externalmetrics.ruletexts import only_rule

ANSWER = Found(items=(), query="q")


def plan(name: str) -> Plan:
    found = plan_of(
        Served(rule=only_rule(), series="queue_lag"),
        parse_server("http://h:9090"),
        metric="m",
        namespace="team-a",
        selector=parse_selector(f"name={name}"),
    )
    assert isinstance(found, Plan)
    return found


A, B, C = plan("a"), plan("b"), plan("c")


@pytest.fixture
async def batch() -> Batch:
    assert isinstance(A.group, Group)
    return Batch(group=A.group)


async def test_only_those_that_somebody_waits_for_are_waiting(batch: Batch) -> None:
    batch.want(A)
    batch.add(B)
    assert ((A,), [A, B]) == (batch.waiting(), list(batch.plans.values()))


async def test_an_answer_reaches_who_waits_and_ends_the_waiting(batch: Batch) -> None:
    future = batch.want(A)
    batch.resolve(A, ANSWER)
    assert (ANSWER, ()) == (await future, batch.waiting())


async def test_who_gave_up_is_told_nothing(batch: Batch) -> None:
    future = batch.want(A)
    future.cancel()
    batch.resolve(A, ANSWER)
    assert future.cancelled()


async def test_a_query_on_its_way_takes_in_another_reader_whom_it_is_not_too_old_for(batch: Batch) -> None:
    batch.add(A)
    batch.asked_at = 10.0
    members = Members(flying=[batch])
    assert (None, None) == (members.coming(B, 10.0), members.coming(A, 10.1))
    coming = members.coming(A, 10.0)
    assert (True, (A,)) == (coming is batch.answers[A.key], batch.waiting())


async def test_what_is_on_its_way_is_nothing_for_who_has_left_it(batch: Batch) -> None:
    batch.add(A)
    batch.add(B)
    batch.asked_at = 10.0
    members = Members(flying=[batch])
    members.renew(A.key)
    assert (None, True) == (members.coming(A, 9.0), members.coming(B, 9.0) is not None)


def kept(asked_at: float, *, is_read: bool) -> Entry:
    return Entry(asked_at=asked_at, answer=ANSWER, weight=1, is_read=is_read)


def asked(*moments: tuple[Plan, float]) -> Members:
    """A group of reads at those moments, all of which take answers of up to 10 s."""
    members = Members()
    for one, moment in moments:
        members.asked(one, moment, 10.0)
    return members


async def test_who_asked_lately_is_due_the_latest_first_and_the_others_are_forgotten() -> None:
    members = asked((A, 1.0), (B, 2.0), (C, 3.0), (A, 4.0))
    due = members.due(62.5, 60.0, lambda _: None)
    assert ([A, C], {A.key, C.key}) == (list(due), set(members.known))


async def test_whose_answer_is_young_is_not_due() -> None:
    members = asked((A, 1.0), (B, 1.0))
    entries: dict[Key, Entry] = {A.key: kept(3.0, is_read=False), B.key: kept(3.1, is_read=False)}
    assert [A] == list(members.due(8.0, 60.0, entries.get))


async def test_whose_answer_is_on_its_way_is_not_due(batch: Batch) -> None:
    members = asked((A, 1.0), (B, 1.0))
    batch.add(A)
    batch.asked_at = 6.0
    members.flying.append(batch)
    assert ([B], [B, A]) == (
        list(members.due(10.0, 60.0, lambda _: None)),
        list(members.due(12.0, 60.0, lambda _: None)),
    )


async def test_who_was_answered_without_asking_stays_known_as_long_as_it_is_read() -> None:
    members = asked((A, 1.0), (B, 1.0))
    entries: dict[Key, Entry] = {A.key: kept(50.0, is_read=True), B.key: kept(50.0, is_read=False)}
    assert ([A], [A.key]) == (list(members.due(62.0, 60.0, entries.get)), list(members.known))
    entries[A.key] = kept(62.0, is_read=False)
    assert [A] == list(members.due(72.0, 60.0, entries.get))
