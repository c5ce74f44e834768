"""Many reads of one rule cost one query, and get exactly what queries of their own would have got."""

import asyncio

import pytest

from adapter.externalmetrics.answers import Broken
from tests.support.prometheus_peer import Peer
from tests.unit.adapter.externalmetrics.groupreads import (
    SINGLE,
    WINDOW,
    Notes,
    engine,
    queries,
    store,
    value,
)


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(evaluate=store({"a": "1", "b": "2"}))
    peer.gate.set()
    return peer


async def test_a_lone_read_is_asked_as_the_rule_says(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.one("a")
    assert [SINGLE.format("a")] == queries(peer)


async def test_reads_at_one_time_are_one_query_which_is_compared_once(peer: Peer) -> None:
    notes = Notes()
    async with engine(peer, notes) as reads:
        answers = await reads.at_once("a", "b", "none")
        await reads.clock.advance(2)
        await reads.at_once("a", "b", "none")
    grouped = 'sum(queue_lag{name=~"a|b|none",namespace="team-a"}) by (name,namespace)'
    found = {name: value(answer) for name, answer in answers.items()}
    assert ({"a": "1", "b": "2", "none": None}, [grouped, SINGLE.format("a"), grouped]) == (found, queries(peer))
    assert ([3, 3], []) == (notes.grouped_reads, notes.reasons)


async def test_an_answer_of_a_group_has_the_labels_and_the_query_of_a_single_one(peer: Peer) -> None:
    async with engine(peer) as reads:
        alone = await reads.one("a")
        await reads.clock.advance(3)
        together = (await reads.at_once("a", "b"))["a"]
    assert alone == together


async def test_who_read_lately_is_asked_for_along_with_the_others(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        await reads.clock.advance(2)
        before = len(peer.forms)
        first = value(await reads.one("a"))
        await reads.clock.advance(1)
        later = value(await reads.one("b"))
    assert ("1", "2", 1) == (first, later, len(peer.forms) - before)


async def test_who_did_not_read_for_a_minute_is_not_asked_for(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        await reads.clock.advance(61)
        await reads.one("a")
    assert SINGLE.format("a") == queries(peer)[-1]


async def test_who_is_new_has_nobody_asked_for_again_whose_answer_is_young(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        await reads.clock.advance(0.5)
        await reads.one("c")
    assert SINGLE.format("c") == queries(peer)[-1]


async def test_who_is_answered_along_with_others_for_minutes_never_asks(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        before = len(peer.forms)
        for _ in range(60):
            await reads.clock.advance(3)
            await reads.one("a")
            await reads.one("b")
    assert len(peer.forms) - before == 60


async def test_who_is_expected_is_asked_for_along_with_the_first(peer: Peer) -> None:
    async with engine(peer) as reads:
        reads.expect("b")
        seen = [value(await reads.one(name)) for name in ("a", "b")]
    grouped = 'sum(queue_lag{name=~"a|b",namespace="team-a"}) by (name,namespace)'
    assert (["1", "2"], [grouped, SINGLE.format("a")]) == (seen, queries(peer))


async def test_a_read_that_comes_while_its_query_is_on_its_way_waits_for_it(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        await reads.clock.advance(2)
        peer.gate.clear()
        peer.arrived.clear()
        before = len(peer.forms)
        async with asyncio.TaskGroup() as tasks:
            first = tasks.create_task(reads.one("a"))
            await peer.arrived.wait()
            later = tasks.create_task(reads.one("b"))
            await reads.clock.advance(0.1)
            peer.gate.set()
    assert (1, "1", "2") == (len(peer.forms) - before, value(first.result()), value(later.result()))


async def test_a_server_that_is_down_is_not_asked_for_each(peer: Peer) -> None:
    peer.status, peer.body = 429, ""
    async with engine(peer) as reads:
        answers = await reads.at_once("a", "b", "c")
    assert (1, {503}) == (len(peer.forms), {answer.code for answer in answers.values() if isinstance(answer, Broken)})


async def test_a_query_that_is_wrong_anyway_is_not_asked_for_each(peer: Peer) -> None:
    peer.status, peer.body = 400, '{"status":"error","errorType":"bad_data","error":"parse error"}'
    async with engine(peer) as reads:
        answers = await reads.at_once("a", "b", "c")
    assert (2, True) == (len(peer.forms), all(isinstance(answer, Broken) for answer in answers.values()))


async def test_a_query_of_unknown_shape_is_asked_for_each(peer: Peer) -> None:
    async with engine(peer, query="'sum(<<.Series>>{<<.LabelMatchers>>}) by (name) + 0'") as reads:
        await reads.at_once("a", "b")
    assert len(peer.forms) == 2


async def test_five_hundred_reads_are_one_query_each_time(peer: Peer) -> None:
    names = [f"q{number}" for number in range(500)]
    peer.evaluate = store(dict.fromkeys(names, "7"))
    counts = []
    async with engine(peer) as reads:
        for _ in range(3):
            before = len(peer.forms)
            answers = await reads.at_once(*names)
            counts.append(len(peer.forms) - before)
            assert {"7"} == {value(answer) for answer in answers.values()}
            await reads.clock.advance(2)
    assert counts == [2, 1, 1]


async def test_who_waits_no_longer_gets_a_timeout_and_leaves_the_query_to_the_others(peer: Peer) -> None:
    peer.gate.clear()
    async with engine(peer) as reads, asyncio.TaskGroup() as tasks:
        patient = tasks.create_task(reads.one("a"))
        impatient = await reads.one("a", timeout_seconds=0.01)
        peer.gate.set()
    text = "metric 'queue_lag': no answer within the 0.01s that the request allows"
    expected = Broken(message=text, code=504).of_query(SINGLE.format("a"))
    assert (expected, "1", 1) == (impatient, value(await patient), len(peer.forms))


async def test_the_engine_ends_while_a_group_is_on_its_way(peer: Peer) -> None:
    peer.gate.clear()
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks, engine(peer) as reads:
        reading = [tasks.create_task(reads.one(name)) for name in "ab"]
        await reads.clock.advance(WINDOW)
        await peer.arrived.wait()
        for task in reading:
            task.cancel()
