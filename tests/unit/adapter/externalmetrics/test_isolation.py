"""A rule that is broken and a server that is down or hangs are nobody else's trouble."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from adapter.externalmetrics.answers import Answer, Broken, Found
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.rules import RuleSet, load_rules
from adapter.prometheus.client import ClientLimits
from adapter.prometheus.servers import parse_server
from adapter.prometheus.transport import TransportLimits
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving, vector
from tests.unit.adapter.externalmetrics.enginereads import engine, read
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text
from tests.unit.adapter.externalmetrics.ruletexts import read as read_rules

RULES = 50
_ODD = 17
# Reads that are grouped wait for each other on a clock that stands still here.
_UNGROUPED = "'sum(<<.Series>>{<<.LabelMatchers>>}) + 0'"


def fifty(**changes: str | None) -> list[str]:
    """Fifty rules, one of which is changed so."""
    rules = [rule_text(name=f"{{as: lag_{number}}}") for number in range(RULES)]
    rules[_ODD] = rule_text(name=f"{{as: lag_{_ODD}}}", **changes)
    return rules


@pytest.fixture
def peer() -> Peer:
    peer = Peer(body=vector(({}, "7")))
    peer.gate.set()
    return peer


async def broken_among(provider: ExternalMetricsProvider) -> list[int]:
    """Which of the fifty have no values."""
    answers = [await read(provider, f"lag_{number}") for number in range(RULES)]
    return [number for number, answer in enumerate(answers) if not isinstance(answer, Found)]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"metricsQuery": None}, id="no query"),
        pytest.param({"resources": None}, id="no label of the namespace"),
        pytest.param({"metricsQuery": "'sum(<<.Serie>>)'"}, id="an unknown field"),
        pytest.param({"metricsQuery": "'sum({{.Series}})'"}, id="braces"),
        pytest.param({"onEmpty": "perhaps"}, id="an unknown policy"),
        pytest.param({"server": "nowhere"}, id="an unknown server"),
    ],
)
async def test_of_fifty_rules_one_that_cannot_be_served_is_the_only_one(
    peer: Peer, changes: dict[str, str | None]
) -> None:
    async with engine(peer, read_rules(*fifty(**changes))) as provider:
        assert [_ODD] == await broken_among(provider)


async def test_of_fifty_rules_one_whose_query_prometheus_refuses_is_the_only_one(peer: Peer) -> None:
    refused = '{"status":"error","errorType":"bad_data","error":"parse error"}'
    peer.evaluate = lambda query: refused if "nonsense" in query else vector(({}, "7"))
    async with engine(peer, load(*fifty(metricsQuery="'nonsense(<<.Series>>{<<.LabelMatchers>>})'"))) as provider:
        assert [_ODD] == await broken_among(provider)


def three_servers(urls: list[str]) -> RuleSet:
    """Rules `a`, `b` and `c`, each with a server of its own."""
    names = ("a", "b", "c")
    servers = ", ".join(f"{{name: {name}, url: '{url}'}}" for name, url in zip(names, urls, strict=True))
    rules = "".join(
        rule_text(server=name, name=f"{{as: {name}}}", timeout="30s", metricsQuery=_UNGROUPED) for name in names
    )
    return load_rules(f"servers: [{servers}]\nexternalRules:\n{rules}", source="rules.yaml")


async def test_a_server_that_is_down_takes_no_other_along(peer: Peer) -> None:
    async with serving(peer) as url:
        rules = three_servers([url, "http://127.0.0.1:1", url])
        async with run_engine(rules, parse_server(url), ManualClock(), limits=EngineLimits()) as provider:
            answers = [await read(provider, name) for name in ("a", "b", "c")]
    assert [True, False, True] == [isinstance(answer, Found) for answer in answers]


async def test_a_server_that_hangs_keeps_no_reader_of_another_waiting(peer: Peer) -> None:
    hanging = Peer()
    async with AsyncExitStack() as stack:
        url, dead = [await stack.enter_async_context(serving(each)) for each in (peer, hanging)]
        rules = three_servers([url, dead, url])
        provider = await stack.enter_async_context(
            run_engine(rules, parse_server(url), ManualClock(), limits=EngineLimits())
        )
        async with asyncio.TaskGroup() as tasks:
            waiting = [tasks.create_task(read(provider, "b", f"name=n{number}")) for number in range(100)]
            await hanging.arrived.wait()
            answers: list[Answer] = [await read(provider, name) for name in ("a", "c")]
            pending = sum(not task.done() for task in waiting)
            hanging.gate.set()
    assert ([True, True], 100) == ([isinstance(answer, Found) for answer in answers], pending)


async def test_more_readers_than_may_wait_for_a_server_are_told_at_once() -> None:
    hanging, limits = Peer(), TransportLimits(concurrency=4, waiting=40)
    places = limits.concurrency + limits.waiting
    engine_limits = EngineLimits(client=ClientLimits(transport=limits))
    async with serving(hanging) as url:
        rules = load(rule_text(metricsQuery=_UNGROUPED, timeout="30s"))
        async with (
            run_engine(rules, parse_server(url), ManualClock(), limits=engine_limits) as provider,
            asyncio.TaskGroup() as tasks,
        ):
            waiting = [tasks.create_task(read(provider, selector=f"name=n{number}")) for number in range(places)]
            await hanging.arrived.wait()
            answer = await read(provider, selector="name=one-too-many")
            pending = sum(not task.done() for task in waiting)
            hanging.gate.set()
    assert isinstance(answer, Broken)
    assert (503, places) == (answer.code, pending)
