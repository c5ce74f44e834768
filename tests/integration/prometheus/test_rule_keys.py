"""What a rule's own keys mean, on a real Prometheus."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapter.externalmetrics.answers import Answer, Broken, Found
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.externalmetrics.queries import Query, query_of
from adapter.externalmetrics.rules import load_rules
from adapter.kube.meta import parse_time
from adapter.kube.selectors import parse_selector
from adapter.process.clock import SystemClock
from adapter.prometheus.servers import parse_server
from tests.support.prometheus_server import RealPrometheus

pytestmark = pytest.mark.integration

OWN = "  resources: {overrides: {namespace: {resource: namespace}}}\n"
PLAIN = "'<<.Series>>{<<.LabelMatchers>>}'"


@asynccontextmanager
async def engine(prometheus: RealPrometheus, rule: str) -> AsyncIterator[ExternalMetricsProvider]:
    rules = load_rules(f"externalRules:\n- seriesQuery: rule_keys\n{rule}", source="rules.yaml")
    async with run_engine(rules, parse_server(prometheus.url), SystemClock(), limits=EngineLimits()) as provider:
        yield provider


async def read(provider: ExternalMetricsProvider, selector: str, namespace: str = "team-a") -> Answer:
    return await provider.values(namespace=namespace, metric="rule_keys", selector=parse_selector(selector), fresh=True)


def values(answer: Answer) -> list[str]:
    assert isinstance(answer, Found), answer
    return [item.value for item in answer.items]


def expose_aged(prometheus: RealPrometheus, case: str, seconds_ago: float) -> None:
    """A series whose last sample is that old; the marker, another each time, comes with a scrape that has seen it."""
    milliseconds = round((SystemClock().now().timestamp() - seconds_ago) * 1000)
    prometheus.exporter.set(f'rule_keys{{case="{case}"}}', f"5 {milliseconds}")
    prometheus.expose(f'rule_keys_marker{{case="{case}"}}', str(milliseconds))


@pytest.mark.parametrize("query", [PLAIN, "'sum(<<.Series>>{<<.LabelMatchers>>}) # the sum'", "'0 + " + PLAIN[1:]])
async def test_a_sample_is_dated_by_the_time_of_its_scrape(prometheus: RealPrometheus, query: str) -> None:
    expose_aged(prometheus, "aged", 100)
    rule = f"  resources: {{namespaced: false}}\n  metricsQuery: {query}\n  maxAge: "
    async with engine(prometheus, f"{rule}4m\n") as provider:
        fine = await read(provider, "case=aged")
    async with engine(prometheus, f"{rule}90s\n") as provider:
        old = await read(provider, "case=aged")
    assert isinstance(fine, Found)
    age = SystemClock().now().timestamp() - parse_time(fine.items[0].timestamp).timestamp()
    assert (True, True) == (100 <= age < 160, isinstance(old, Broken) and "maxAge is 90s" in old.message)


async def test_of_several_series_the_oldest_sample_counts(prometheus: RealPrometheus) -> None:
    expose_aged(prometheus, "old", 100)
    prometheus.expose('rule_keys{case="young"}', "7")
    rule = "  resources: {namespaced: false}\n  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})'\n  maxAge: 50s\n"
    async with engine(prometheus, rule) as provider:
        async with asyncio.TaskGroup() as tasks:
            young = tasks.create_task(read(provider, "case=young"))
            old = tasks.create_task(read(provider, "case=old"))
        both = await read(provider, "case in (young,old)")
    assert (["7"], True, True) == (
        values(young.result()),
        isinstance(old.result(), Broken),
        isinstance(both, Broken),
    )


async def test_a_parameter_reaches_a_series_whose_label_no_selector_can_say(prometheus: RealPrometheus) -> None:
    prometheus.expose('rule_keys{topic="orders#v1/eu"}', "3")
    parameters = "{topic: {orders: 'orders#v1/eu'}}"
    rule = f"  resources: {{namespaced: false}}\n  metricsQuery: {PLAIN}\n  parameters: {parameters}\n"
    async with engine(prometheus, rule) as provider:
        assert ["3"] == values(await read(provider, "topic=orders"))


async def test_regular_expressions_in_sets_choose_as_prometheus_adapter_does(prometheus: RealPrometheus) -> None:
    prometheus.expose('rule_keys{regex="a.b"}', "1")
    prometheus.expose('rule_keys{regex="axb"}', "1")
    rule = f"  resources: {{namespaced: false}}\n  metricsQuery: 'count({PLAIN[1:-1]})'\n  regexValues: "
    async with engine(prometheus, f"{rule}true\n") as provider:
        taken = values(await read(provider, "regex in (a.b)"))
    async with engine(prometheus, f"{rule}false\n") as provider:
        quoted = values(await read(provider, "regex in (a.b)"))
    assert (["2"], ["1"]) == (taken, quoted)


SELECTS_V = parse_selector("p=v")
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=16)


@pytest.mark.parametrize("quoted", ['"<<.Parameters.p>>"', "'x<<.Parameters.p>>'"])
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=ANY_TEXT)
def test_whatever_a_text_holds_it_stays_one_value(prometheus: RealPrometheus, quoted: str, text: str) -> None:
    # absent() gives the very values of the equalities in its selector.
    rules = (
        "externalRules:\n- seriesQuery: s\n  resources: {namespaced: false}\n  parameters: {p: {v: t}}\n"
        f"  metricsQuery: |-\n    absent(nothing{{a={quoted}}})\n"
    )
    [rule] = load_rules(rules, source="f").rules
    query = query_of(replace(rule, parameters={"p": {"v": text}}), series="s", namespace="n", selector=SELECTS_V)
    assert isinstance(query, Query)
    [labels] = prometheus.select(query.promql)
    assert labels["a"].removeprefix("x" if quoted.startswith("'") else "") == text


SELECTORS = st.lists(
    st.sampled_from(
        ["name=a", "name!=a", "name in (a,b)", "name", "!name", "zone notin (x)", "namespace=team-b", "ns!=x"]
    ),
    max_size=3,
    unique=True,
).map(",".join)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(selectors=st.lists(SELECTORS, min_size=1, max_size=4))
def test_nobody_reads_another_namespace(prometheus: RealPrometheus, selectors: list[str]) -> None:
    for namespace in ("team-a", "team-b"):
        series = f'rule_keys{{namespace="{namespace}",name="a"}}'
        if series not in _EXPOSED:
            prometheus.expose(series, "1")
            _EXPOSED.add(series)
    found = asyncio.run(_namespaces_read(prometheus, selectors))
    assert found <= {("team-a", "team-a"), ("team-b", "team-b")}


_EXPOSED: set[str] = set()


async def _namespaces_read(prometheus: RealPrometheus, selectors: list[str]) -> set[tuple[str, str | None]]:
    seen: set[tuple[str, str | None]] = set()
    reads = [(namespace, selector) for namespace in ("team-a", "team-b") for selector in selectors]
    async with engine(prometheus, f"{OWN}  metricsQuery: {PLAIN}\n") as provider:
        async with asyncio.TaskGroup() as tasks:
            asked = [(ns, tasks.create_task(read(provider, selector, ns))) for ns, selector in reads]
        for namespace, task in asked:
            answer = task.result()
            items = answer.items if isinstance(answer, Found) else ()
            seen.update((namespace, (item.metric_labels or {}).get("namespace")) for item in items)
    return seen
