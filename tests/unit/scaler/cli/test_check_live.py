"""What `lagzero check --live` makes of a Prometheus' answers."""

import msgspec

from adapter.externalmetrics.rules import load_rules
from adapter.prometheus.servers import parse_server
from scaler.cli.check_live import live_reads
from scaler.cli.check_metric import AtZero, Failed, LiveRead, NoNames, Ran
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving, vector

RULE = """\
externalRules:
  - seriesQuery: '{series}'
    resources: {{overrides: {{ns: {{resource: namespace}}}}}}
    metricsQuery: '{query}'
"""
SUM = "sum(<<.Series>>{<<.LabelMatchers>>})"


def rule(*, series: str = "lag", query: str = SUM, more: str = "") -> str:
    return RULE.format(series=series, query=query) + "".join(f"    {line}\n" for line in more.splitlines())


async def reads_of(text: str, peer: Peer) -> tuple[LiveRead, ...]:
    peer.gate.set()
    async with serving(peer) as url:
        rules = load_rules(text, source="rules.yaml")
        return await live_reads(rules, parse_server(url), ManualClock(), namespace="orders")


def answering(value: str = "3", *, age: str = "7", nothing: str | None = None, labels: int = 1) -> Peer:
    """A Prometheus whose series is that old; `nothing` is what it says where no series matches."""

    def evaluate(query: str) -> str:
        if "timestamp(" in query:
            return vector(({}, age))
        if "lagzero_check" in query:
            return vector() if nothing is None else vector(({}, nothing))
        return vector(*(({"queue": str(number)}, value) for number in range(labels)))

    return Peer(evaluate=evaluate)


async def test_a_rule_is_run_for_the_namespace_without_a_selector() -> None:
    [read] = await reads_of(rule(), answering())
    expected = Ran(series=1, value="3", age_seconds=7.0, at_zero=AtZero(answer="missing"))
    assert ("lag", 'sum(lag{ns="orders"})', expected) == (read.metric, read.promql, read.outcome)


async def test_several_series_are_added_up_as_an_autoscaler_does() -> None:
    [read] = await reads_of(rule(), answering("1.5", labels=3))
    assert Ran(series=3, value="4500m", age_seconds=7.0, at_zero=AtZero(answer="missing")) == read.outcome


async def test_no_series_has_no_value() -> None:
    [read] = await reads_of(rule(), Peer())
    assert Ran(series=0, value=None, age_seconds=None, at_zero=AtZero(answer="missing")) == read.outcome


async def test_at_zero_the_query_may_say_zero() -> None:
    [read] = await reads_of(rule(), answering(nothing="0"))
    assert isinstance(read.outcome, Ran)
    assert AtZero(answer="0") == read.outcome.at_zero


async def test_at_zero_the_rule_may_say_zero() -> None:
    [read] = await reads_of(rule(more="onEmpty: zero"), answering())
    assert isinstance(read.outcome, Ran)
    assert AtZero(answer="0 by onEmpty") == read.outcome.at_zero


async def test_at_zero_the_answer_may_be_none() -> None:
    [read] = await reads_of(rule(), answering(nothing="NaN"))
    assert isinstance(read.outcome, Ran)
    assert ("broken", True) == (read.outcome.at_zero.answer, "NaN" in read.outcome.at_zero.problem)


async def test_what_happens_at_zero_is_not_known_of_a_query_that_takes_no_selector() -> None:
    [read] = await reads_of(rule(query="sum(lag)"), answering())
    expected = AtZero(answer="not known: the query takes no selector")
    assert Ran(series=1, value="3", age_seconds=None, at_zero=expected) == read.outcome


async def test_a_value_that_is_no_number_is_a_failure_of_the_rule() -> None:
    [read] = await reads_of(rule(), answering("NaN"))
    assert isinstance(read.outcome, Failed)
    assert (False, True) == (read.outcome.is_worlds, read.outcome.text.startswith("the series {queue="))


async def test_a_refused_query_is_a_failure_of_the_rule_in_prometheus_words() -> None:
    refusal = msgspec.json.encode({"status": "error", "errorType": "bad_data", "error": "parse error: x"}).decode()
    [read] = await reads_of(rule(), Peer(status=400, body=refusal))
    assert Failed(text="prometheus: query failed: parse error: x") == read.outcome


async def test_a_parameter_is_given_by_its_first_word() -> None:
    text = rule(query="sum(rate(lag[<<.Parameters.window>>]))", more="parameters: {window: {short: 1m, long: 5m}}")
    [read] = await reads_of(text, answering())
    assert "sum(rate(lag[1m]))" == read.promql


async def test_a_namespace_that_may_not_read_is_a_failure() -> None:
    [read] = await reads_of(rule(more="namespaceAllow: [mails]"), answering())
    assert Failed(text="namespace 'orders' may not read metric 'lag', says the rule") == read.outcome


async def test_every_name_that_a_pattern_finds_is_run() -> None:
    peer = answering()
    peer.names = ("lag_a", "lag_b")
    reads = await reads_of(rule(series='{__name__=~"lag_.*"}'), peer)
    assert ["lag_a", "lag_b"] == [read.metric for read in reads]


async def test_a_pattern_that_finds_nothing_has_no_metric() -> None:
    [read] = await reads_of(rule(series='{__name__=~"lag_.*"}'), answering())
    assert ("", NoNames()) == (read.metric, read.outcome)


async def test_names_that_cannot_be_listed_are_a_failure() -> None:
    [read] = await reads_of(rule(series='{__name__=~"lag_.*"}'), Peer(status=500))
    assert isinstance(read.outcome, Failed)
    assert read.outcome.text.startswith("prometheus: ")
