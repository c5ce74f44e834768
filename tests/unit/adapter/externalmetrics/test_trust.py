"""A grouped answer is only taken once it was the same as a single one."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from adapter.externalmetrics.answers import Answer, Broken
from adapter.prometheus.observer import Ungrouped
from tests.support.prometheus_peer import Peer
from tests.unit.adapter.externalmetrics.groupreads import SINGLE, Notes, engine, queries, store, value


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(evaluate=store({"a": "1", "b": "2"}))
    peer.gate.set()
    return peer


async def test_the_comparison_is_made_for_the_same_moment(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
    assert [None, "1735689600.000"] == [form.get("time") for form in peer.forms]


async def test_a_rule_whose_grouped_answers_differ_is_not_grouped_again_and_says_so(peer: Peer) -> None:
    peer.evaluate = store({"a": "1", "b": "2"}, single=lambda value: f"{value}0")
    notes = Notes()
    async with engine(peer, notes) as reads:
        answers = [value(answer) for answer in (await reads.at_once("a", "b")).values()]
        await reads.clock.advance(3)
        before = len(peer.forms)
        await reads.at_once("a", "b")
        # A single query each: nothing of the grouped kind is tried again.
        assert sorted(queries(peer)[before:]) == [SINGLE.format("a"), SINGLE.format("b")]
    assert (["10", "20"], [Ungrouped.DIFFERS]) == (answers, notes.reasons)


async def test_a_sample_that_arrives_between_two_questions_is_no_difference(peer: Peer) -> None:
    bodies = iter([store({"a": "1"}), store({"a": "2"}), store({"a": "2"})])

    def evaluate(query: str) -> str:
        return next(bodies)(query)

    peer.evaluate = evaluate
    notes = Notes()
    async with engine(peer, notes) as reads:
        answers = await reads.at_once("a", "b")
    assert ("2", []) == (value(answers["a"]), notes.reasons)


async def test_empty_answers_are_compared_once_and_again_when_there_is_something(peer: Peer) -> None:
    counts = []
    values: dict[str, str] = {}
    peer.evaluate = store(values)
    async with engine(peer) as reads:
        for turn in range(4):
            if turn == 2:
                values["b"] = "1"
            before = len(peer.forms)
            await reads.at_once("a", "b")
            counts.append(len(peer.forms) - before)
            await reads.clock.advance(2)
    assert counts == [2, 1, 2, 1]


async def test_what_is_refused_for_all_is_asked_for_each_for_a_while(peer: Peer) -> None:
    evaluate = store({"a": "1", "b": "2"})
    too_many = msgspec.json.encode({"status": "success", "data": {"resultType": "matrix", "result": []}}).decode()
    peer.evaluate = lambda query: too_many if "=~" in query else evaluate(query)
    notes = Notes()
    async with engine(peer, notes) as reads:
        answers = await reads.at_once("a", "b")
        await reads.clock.advance(3)
        before = len(peer.forms)
        await reads.at_once("a", "b")
        assert len(peer.forms) - before == 2
    assert (["1", "2"], 1) == ([value(answer) for answer in answers.values()], len(notes.reasons))


async def test_queries_that_take_too_long_are_for_fewer_reads_for_a_while(peer: Peer) -> None:
    names = [f"q{number}" for number in range(40)]
    evaluate = store(dict.fromkeys(names, "1"))
    slow = '{"status":"error","errorType":"timeout","error":"slow"}'
    notes = Notes()
    async with engine(peer, notes) as reads:
        peer.evaluate, peer.status, peer.body = None, 503, slow
        failed = await reads.at_once(*names)
        peer.evaluate, peer.status = evaluate, 200
        await reads.clock.advance(2)
        found = await reads.at_once(*names)
        await reads.clock.advance(60)
        await reads.at_once(*names)
    codes = {answer.code for answer in failed.values() if isinstance(answer, Broken)}
    assert ({504}, {"1"}, [40, 20, 20, 40]) == (codes, set(map(value, found.values())), notes.grouped_reads)


async def joined_while_asked(peer: Peer, *, then: Callable[[Peer], None]) -> list[Answer]:
    """The answers of a read and of one that joined its query, during which `then` happened to the peer."""
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        await reads.clock.advance(2)
        peer.gate.clear()
        peer.arrived.clear()
        async with asyncio.TaskGroup() as tasks:
            first = tasks.create_task(reads.one("a"))
            await peer.arrived.wait()
            later = tasks.create_task(reads.one("b"))
            await reads.clock.advance(0.1)
            then(peer)
            peer.gate.set()
    return [first.result(), later.result()]


async def test_who_joins_a_query_that_then_fails_hears_of_it(peer: Peer) -> None:
    def limit(peer: Peer) -> None:
        peer.status = 429

    answers = await joined_while_asked(peer, then=limit)
    assert [answer.code for answer in answers if isinstance(answer, Broken)] == [503, 503]


async def test_who_joins_a_query_that_is_then_refused_is_asked_for_by_itself(peer: Peer) -> None:
    def refuse(peer: Peer) -> None:
        evaluate = store({"a": "1", "b": "2"})
        peer.evaluate = lambda query: "<html>" if "=~" in query else evaluate(query)

    assert [value(answer) for answer in await joined_while_asked(peer, then=refuse)] == ["1", "2"]


@pytest.mark.parametrize(("grouped", "single"), [("0.30000000000000004", "0.3"), ("NaN", "NaN"), ("+Inf", "+Inf")])
async def test_the_order_in_which_a_server_adds_up_is_no_difference(peer: Peer, grouped: str, single: str) -> None:
    peer.evaluate = store({"a": grouped, "b": "2"}, single=lambda value: single if value == grouped else value)
    notes = Notes()
    async with engine(peer, notes) as reads:
        await reads.at_once("a", "b")
    assert notes.reasons == []
