"""Found, missing, unknown, refused and broken are kept apart, and equal reads cost one query."""

import pytest

from adapter.externalmetrics.answers import Broken, Found, Refused, UnknownMetric
from adapter.kube.external_metrics import ExternalMetricValue
from tests.support.prometheus_peer import Peer, vector
from tests.unit.adapter.externalmetrics.enginereads import SENT, engine, read
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

PATTERN = load(rule_text(seriesQuery="""'{__name__=~"^queue_.*"}'"""))


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(body=vector(({"name": "a"}, "0.5")))
    peer.gate.set()
    return peer


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


async def test_what_no_rule_serves_is_unknown_and_costs_no_query(peer: Peer) -> None:
    async with engine(peer) as provider:
        assert UnknownMetric(message="no rule serves the external metric 'other'") == await read(provider, "other")
    assert peer.requests == []


async def test_what_cannot_be_said_is_refused_and_costs_no_query(peer: Peer) -> None:
    async with engine(peer) as provider:
        assert isinstance(await read(provider, selector="namespace=team-b"), Refused)
    assert peer.requests == []


async def test_reads_that_differ_are_queries_of_their_own(peer: Peer) -> None:
    async with engine(peer) as provider:
        await read(provider, selector="a=b")
        await read(provider, selector="a!=b")
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
