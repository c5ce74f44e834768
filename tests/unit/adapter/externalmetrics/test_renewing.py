"""Something has happened just now: what was asked before is no answer to a read that was renewed."""

import asyncio

import pytest

from tests.support.prometheus_peer import Peer
from tests.unit.adapter.externalmetrics.groupreads import SINGLE, engine, queries, store, value


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(evaluate=store({"a": "1", "b": "2"}))
    peer.gate.set()
    return peer


async def test_a_read_that_was_renewed_is_answered_by_a_query_sent_later(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        await reads.clock.advance(3)
        peer.gate.clear()
        peer.arrived.clear()
        async with asyncio.TaskGroup() as tasks:
            early = tasks.create_task(reads.one("a"))
            await peer.arrived.wait()
            peer.arrived.clear()
            reads.renew("b")
            late = tasks.create_task(reads.one("b"))
            await reads.clock.advance(0.1)
            await peer.arrived.wait()
            peer.gate.set()
        kept = await reads.one("b")
    assert (["1", "2", "2"], SINGLE.format("b")) == (
        [value(early.result()), value(late.result()), value(kept)],
        queries(peer)[-1],
    )


async def test_what_was_kept_for_a_read_that_was_renewed_is_forgotten(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        before = len(peer.forms)
        reads.renew("a")
        await reads.one("a")
        await reads.one("b")
    assert len(peer.forms) - before == 1


async def test_the_answer_that_was_on_its_way_serves_who_waited_for_it_and_is_not_kept(peer: Peer) -> None:
    async with engine(peer) as reads:
        await reads.at_once("a", "b")
        await reads.clock.advance(3)
        peer.gate.clear()
        peer.arrived.clear()
        async with asyncio.TaskGroup() as tasks:
            early = tasks.create_task(reads.one("a"))
            await peer.arrived.wait()
            reads.renew("a")
            peer.gate.set()
        before = len(peer.forms)
        await reads.one("a")
    assert ("1", 1) == (value(early.result()), len(peer.forms) - before)
