"""Found, missing, unknown, refused and broken are kept apart, and equal reads cost one query."""

import pytest

from adapter.externalmetrics.answers import Broken, Found, Refused, UnknownMetric
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.selectors import EVERYTHING, parse_selector
from adapter.prometheus.observer import ReadOutcome, Silent
from tests.support.prometheus_peer import Peer, vector
from tests.unit.adapter.externalmetrics.enginereads import SENT, engine, read
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text
from tests.unit.adapter.externalmetrics.ruletexts import read as read_rules

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


async def test_a_metric_whose_rule_is_set_aside_is_broken_with_the_place_and_costs_no_query(peer: Peer) -> None:
    async with engine(peer, read_rules(rule_text(resources=None), rule_text(seriesQuery="other"))) as provider:
        answer, names = await read(provider), provider.metric_names()
    assert isinstance(answer, Broken)
    expected = "metric 'queue_lag': its rule is set aside, because it can't be served: rules.yaml:2: the rule doesn't"
    assert (500, True, ("other", "queue_lag"), []) == (
        answer.code,
        answer.message.startswith(expected),
        names,
        peer.requests,
    )


async def test_the_other_rules_are_served(peer: Peer) -> None:
    async with engine(peer, read_rules(rule_text(seriesQuery="other", resources=None), rule_text())) as provider:
        assert isinstance(await read(provider), Found)


async def test_an_unknown_metric_may_be_that_of_a_rule_that_does_not_say_its_name(peer: Peer) -> None:
    bad = rule_text(name="{matches: '(.*)', as: '$1_total'}")
    async with engine(peer, read_rules(bad)) as provider:
        answer = await read(provider, "queue_lag_total")
    assert isinstance(answer, UnknownMetric)
    assert "it may be the metric of a rule that is set aside: " in answer.message


async def test_a_query_that_comes_out_empty_is_not_sent(peer: Peer) -> None:
    async with engine(peer, load(rule_text(metricsQuery="'<<.GroupBy>>'"))) as provider:
        answer = await read(provider)
    expected = "metric 'queue_lag': metricsQuery of the rule at rules.yaml:2 comes out empty"
    assert (Broken(message=expected, code=500), []) == (answer, peer.requests)


async def test_a_template_that_fails_on_values_is_the_rules_fault(peer: Peer) -> None:
    async with engine(peer, load(rule_text(metricsQuery="'<<slice .Series 2 99>>'"))) as provider:
        answer = await read(provider)
    assert isinstance(answer, Broken)
    assert "can't be filled in: slice from 2 to 99 of a text of 9" in answer.message


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


async def test_what_was_read_is_found_again_without_waiting(peer: Peer) -> None:
    async with engine(peer) as provider:
        before = provider.found(namespace="team-a", metric="queue_lag", selector=EVERYTHING)
        answer = await read(provider)
        after = provider.found(namespace="team-a", metric="queue_lag", selector=EVERYTHING)
    assert (None, answer, 1) == (before, after, len(peer.forms))


async def test_what_other_rules_were_asked_for_is_not_found_any_more(peer: Peer) -> None:
    async with engine(peer) as provider:
        await read(provider)
        provider.replace_rules(load(rule_text()))
        assert provider.found(namespace="team-a", metric="queue_lag", selector=EVERYTHING) is None


async def test_a_failure_is_never_found(peer: Peer) -> None:
    peer.status = 500
    async with engine(peer) as provider:
        assert isinstance(await read(provider), Broken)
        assert provider.found(namespace="team-a", metric="queue_lag", selector=EVERYTHING) is None


async def test_a_refusal_is_never_found(peer: Peer) -> None:
    selector = parse_selector("namespace=team-b")
    async with engine(peer) as provider:
        await read(provider, selector=str(selector))
        assert provider.found(namespace="team-a", metric="queue_lag", selector=selector) is None


class Reads(Silent):
    """An observer that notes how reads ended."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, ReadOutcome]] = []

    def read(self, metric: str, outcome: ReadOutcome) -> None:
        self.ended.append((metric, outcome))


async def test_every_read_is_counted_as_it_ends_also_one_from_the_cache(peer: Peer) -> None:
    notes = Reads()
    async with engine(peer, observer=notes) as provider:
        await read(provider)
        await read(provider)
        provider.found(namespace="team-a", metric="queue_lag", selector=EVERYTHING)
        await read(provider, selector="namespace=x")
        await read(provider, "made_up")
        peer.body = vector(({}, "NaN"))
        await read(provider, selector="a!=b")
    ended = [ReadOutcome.OK, ReadOutcome.OK, ReadOutcome.OK, ReadOutcome.DENIED, ReadOutcome.UNKNOWN, ReadOutcome.NAN]
    assert notes.ended == [("" if outcome is ReadOutcome.UNKNOWN else "queue_lag", outcome) for outcome in ended]
