"""Who waits for a query, who is asked for along with the others, and who came too late."""

import pytest

from adapter.externalmetrics.answers import Found
from adapter.externalmetrics.batches import Batch, Members
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


async def test_a_query_that_was_just_sent_takes_in_another_reader_and_an_older_one_does_not(batch: Batch) -> None:
    batch.add(A)
    batch.asked_at = 10.0
    members = Members(flying=[batch])
    assert (None, None) == (members.coming(B, 10.0), members.coming(A, 10.3))
    assert (True, (A,)) == (members.coming(A, 10.2) is batch.answers[A.key], batch.waiting())


async def test_who_asked_lately_is_known_the_latest_first_and_the_others_are_forgotten() -> None:
    members = Members()
    for asked, now in ((A, 1.0), (B, 2.0), (C, 3.0), (A, 4.0)):
        members.asked(asked, now)
    assert ([A, C], 2) == (list(members.lately(2.5)), len(members.known))
