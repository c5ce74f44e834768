"""An answer comes from the cache, from a question on its way, or from the server of its rule."""

import asyncio

import pytest

from adapter.externalmetrics.answers import Broken, Found
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.rules import load_rules
from adapter.prometheus.observer import CacheUse, Silent
from adapter.prometheus.servers import parse_server
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving, vector
from tests.unit.adapter.externalmetrics.enginereads import RULES, engine, read
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(body=vector(({"name": "a"}, "0.5")))
    peer.gate.set()
    return peer


async def test_each_rule_asks_its_own_server_and_one_that_is_down_leaves_the_others_alone(peer: Peer) -> None:
    rules = (
        "servers: [{name: down, url: 'http://127.0.0.1:1'}]\nexternalRules:\n"
        + rule_text()
        + rule_text(server="down", name="{as: other}")
    )
    async with engine(peer, load_rules(rules, source="f")) as provider:
        for _ in range(6):
            broken = await read(provider, "other", f"a=b{_}")
        found = await read(provider)
    assert isinstance(broken, Broken)
    assert (503, True, True) == (
        broken.code,
        broken.message.startswith("down: query failed: not asked"),
        isinstance(found, Found),
    )


async def test_servers_change_with_the_rules(peer: Peer) -> None:
    text = "servers: [{{name: eu, url: '{}'}}]\nexternalRules:\n" + rule_text(server="eu").replace("{", "{{").replace(
        "}", "}}"
    )
    async with serving(peer) as url:
        rules = load_rules(text.format("http://127.0.0.1:1"), source="f")
        async with run_engine(rules, parse_server(url), ManualClock(), limits=EngineLimits()) as provider:
            before = await read(provider)
            provider.replace_rules(load_rules(text.format(url), source="f"))
            after = await read(provider)
    assert (True, True) == (isinstance(before, Broken), isinstance(after, Found))


async def test_an_observer_hears_where_answers_come_from(peer: Peer) -> None:
    uses: list[CacheUse] = []

    class Notes(Silent):
        def cache_used(self, metric: str, use: CacheUse) -> None:  # noqa: ARG002 -- there is one metric
            uses.append(use)

    async with (
        serving(peer) as url,
        run_engine(RULES, parse_server(url), ManualClock(), limits=EngineLimits(), observer=Notes()) as provider,
    ):
        peer.gate.clear()
        async with asyncio.TaskGroup() as tasks:
            for _ in range(2):
                tasks.create_task(read(provider))
            await peer.arrived.wait()
            peer.gate.set()
        await read(provider)
    assert uses == [CacheUse.MISS, CacheUse.SHARED, CacheUse.HIT]


async def test_equal_reads_within_ten_seconds_are_one_query(peer: Peer) -> None:
    clock = ManualClock()
    async with engine(peer, clock=clock) as provider:
        for _ in range(4):
            await read(provider)
            await clock.advance(3)
    assert len(peer.forms) == 1


async def test_a_fresh_read_is_at_most_two_seconds_old(peer: Peer) -> None:
    clock = ManualClock()
    async with engine(peer, clock=clock) as provider:
        for _ in range(4):
            await read(provider, fresh=True)
            await clock.advance(1)
    assert len(peer.forms) == 2


async def test_a_rule_sets_its_own_age(peer: Peer) -> None:
    clock = ManualClock()
    async with engine(peer, load(rule_text(cache="1s")), clock) as provider:
        for fresh in (False, True, False):
            await read(provider, fresh=fresh)
            await clock.advance(1)
    assert len(peer.forms) == 3
