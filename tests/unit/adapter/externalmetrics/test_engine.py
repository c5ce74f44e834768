"""The engine starts and ends as a context."""

import asyncio

import pytest

from tests.support.prometheus_peer import Peer, vector
from tests.unit.adapter.externalmetrics.enginereads import engine, read


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(body=vector(({"name": "a"}, "0.5")))
    peer.gate.set()
    return peer


async def test_the_engine_ends_while_a_question_is_on_its_way(peer: Peer) -> None:
    peer.gate.clear()
    async with asyncio.timeout(5), asyncio.TaskGroup() as tasks, engine(peer) as provider:
        reading = tasks.create_task(read(provider))
        await peer.arrived.wait()
        reading.cancel()


async def test_what_the_body_raises_leaves_the_engine_as_it_is(peer: Peer) -> None:
    with pytest.raises(KeyError):
        async with engine(peer):
            raise KeyError
