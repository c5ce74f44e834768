"""Found, missing, unknown, refused and broken are kept apart, and equal reads cost one query."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapter.externalmetrics.answers import Answer, Broken, Found, Refused, UnknownMetric
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.rules import RuleSet
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.selectors import parse_selector
from adapter.prometheus.servers import parse_server
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving, vector
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

RULES = load(rule_text())
PATTERN = load(rule_text(seriesQuery="""'{__name__=~"^queue_.*"}'"""))
SENT = 'sum(queue_lag{namespace="team-a"}) by ()'


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(body=vector(({"name": "a"}, "0.5")))
    peer.gate.set()
    return peer


@asynccontextmanager
async def engine(
    peer: Peer, rules: RuleSet = RULES, clock: ManualClock | None = None
) -> AsyncIterator[ExternalMetricsProvider]:
    async with (
        serving(peer) as url,
        run_engine(rules, parse_server(url), clock or ManualClock(), limits=EngineLimits()) as provider,
    ):
        yield provider


async def read(
    provider: ExternalMetricsProvider, metric: str = "queue_lag", selector: str = "", *, fresh: bool = False
) -> Answer:
    return await provider.values(namespace="team-a", metric=metric, selector=parse_selector(selector), fresh=fresh)


async def test_what_prometheus_has_is_found_with_the_query_that_was_sent(peer: Peer) -> None:
    item = ExternalMetricValue(
        metric_name="queue_lag", metric_labels={"name": "a"}, timestamp="2025-01-01T00:00:00Z", value="500m"
    )
    async with engine(peer) as provider:
        assert Found(items=(item,), query=SENT) == await read(provider)
    assert peer.forms == [{"query": SENT, "timeout": "5s"}]


async def test_what_prometheus_does_not_have_is_missing(peer: Peer) -> None:
    peer.body = vector()
    async with engine(peer) as provider:
        assert Found(items=(), query=SENT) == await read(provider)


async def test_a_rule_may_take_nothing_for_zero(peer: Peer) -> None:
    peer.body = vector()
    async with engine(peer, load(rule_text(onEmpty="zero"))) as provider:
        answer = await read(provider)
    item = ExternalMetricValue(metric_name="queue_lag", metric_labels={}, timestamp="2025-01-01T00:00:00Z", value="0")
    assert Found(items=(item,), query=SENT) == answer


async def test_what_no_rule_serves_is_unknown_and_costs_no_query(peer: Peer) -> None:
    async with engine(peer) as provider:
        assert UnknownMetric(message="no rule serves the external metric 'other'") == await read(provider, "other")
    assert peer.requests == []


async def test_what_cannot_be_said_is_refused_and_costs_no_query(peer: Peer) -> None:
    async with engine(peer) as provider:
        assert isinstance(await read(provider, selector="namespace=team-b"), Refused)
    assert peer.requests == []


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (500, "<html>", 500),
        (503, '{"status":"error","errorType":"timeout","error":"slow"}', 504),
        (429, "", 503),
        (400, '{"status":"error","errorType":"bad_data","error":"parse error"}', 500),
        (200, "<html>", 500),
        (200, vector(({}, "NaN")), 500),
    ],
)
async def test_what_prometheus_cannot_answer_is_broken_with_its_status(
    peer: Peer, status: int, body: str, expected: int
) -> None:
    peer.status, peer.body = status, body
    async with engine(peer) as provider:
        answer = await read(provider)
    assert isinstance(answer, Broken)
    assert (expected, False) == (answer.code, "hidden" in answer.message)


async def test_a_partial_answer_is_broken(peer: Peer) -> None:
    peer.body = peer.body.replace("{", '{"warnings":["store down"],', 1)
    async with engine(peer) as provider:
        expected = Broken(message="prometheus: query failed: the answer is partial: store down", code=500)
        assert expected == await read(provider)


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


async def test_reads_that_differ_are_queries_of_their_own(peer: Peer) -> None:
    async with engine(peer) as provider:
        await read(provider, selector="a=b")
        await read(provider, selector="a=c")
    assert len(peer.forms) == 2


async def test_other_rules_count_from_the_next_read_on(peer: Peer) -> None:
    async with engine(peer) as provider:
        await read(provider)
        provider.replace_rules(load(rule_text(name="{as: lag}")))
        assert (isinstance(await read(provider), UnknownMetric), provider.metric_names()) == (True, ("lag",))
        await read(provider, "lag")
    assert len(peer.forms) == 2


async def test_names_that_only_prometheus_knows_are_listed_in_the_background(peer: Peer) -> None:
    peer.names = ("queue_b", "queue_a")
    async with engine(peer, PATTERN) as provider:
        await provider.names_listed()
        assert provider.metric_names() == ("queue_a", "queue_b")


async def test_until_names_are_listed_an_unlisted_one_is_broken_at_once(peer: Peer) -> None:
    peer.gate.clear()
    async with engine(peer, PATTERN) as provider:
        answer = await read(provider, "queue_a")
    expected = "metric 'queue_a' isn't known yet: the names of series are still being listed"
    assert Broken(message=expected, code=503) == answer


async def test_a_name_is_unknown_once_the_names_are_listed_without_it(peer: Peer) -> None:
    async with engine(peer, PATTERN) as provider:
        await provider.names_listed()
        assert isinstance(await read(provider, "queue_a"), UnknownMetric)


async def test_names_that_cannot_be_listed_do_not_hide_the_fixed_ones(peer: Peer) -> None:
    rules = load(rule_text(), rule_text(seriesQuery="""'{job="a"}'"""))
    peer.status, peer.body = 500, "<html>"
    async with engine(peer, rules) as provider:
        await provider.names_listed()
        peer.status, peer.body = 200, vector()
        assert (("queue_lag",), Found(items=(), query=SENT)) == (provider.metric_names(), await read(provider))


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
