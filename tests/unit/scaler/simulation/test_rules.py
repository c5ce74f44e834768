"""External metrics through the adapter's rules."""

import pytest

from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable
from scaler.api.types import Milli
from scaler.simulation.rules import unanswerable
from tests.unit.scaler.simulation.scenes import METRICS, SPEC, manifest, run_of, scenario_of

SERIES = """{'lag{namespace="default",p="0"}': [{at: 0s, value: 10}, {at: 1m, missing: true}],
            'lag{namespace="default",p="1"}': [{at: 0s, value: 20}, {at: 1m, missing: true}],
            'lag{namespace="other",p="0"}': [{at: 0s, value: 400}]}"""


def values(*milli: int) -> ExternalValues:
    return ExternalValues(values=tuple(map(Milli, milli)))


def rule(query: str = "sum(<<.Series>>{<<.LabelMatchers>>})", series: str = "lag", more: str = "") -> str:
    resources = '{overrides: {namespace: {resource: "namespace"}}}'
    return f"[{{seriesQuery: '{series}', metricsQuery: '{query}', resources: {resources}{more}}}]"


def readings(rules: str, metrics: str = SERIES) -> list[MetricReading]:
    """At 0 s and at every minute."""
    run = run_of(rules=rules, metrics=metrics, until="2m", settings="{syncPeriod: 1m}")
    return [synced.sync.observation.readings[0] for synced in run.syncs]


def test_a_rule_reads_its_own_namespace() -> None:
    assert values(30_000) == readings(rule())[0]


def test_a_name_may_be_found_by_a_pattern() -> None:
    assert values(30_000) == readings(rule(series='{__name__=~"^la.$"}'))[0]


def test_what_a_query_does_not_find_is_missing() -> None:
    found = readings(rule())[1]
    assert isinstance(found, MetricUnavailable)
    assert found.message.endswith("no metrics returned from external metrics API")


def test_a_rule_may_take_nothing_for_zero() -> None:
    assert values(0) == readings(rule(more=", onEmpty: zero"))[1]


def test_a_rule_may_take_the_last_value_for_a_while() -> None:
    found = readings(rule(more=", onEmpty: last, maxAge: 90s"))
    assert [values(30_000)] * 2 == found[:2]
    assert isinstance(found[2], MetricUnavailable)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (rule(series="other"), "no rule serves the external metric 'lag'"),
        (rule("<<.Series>>{<<.LabelMatchers>>} / 0"), "policy onInf=error"),
    ],
)
def test_what_the_engine_refuses_is_refused(rules: str, said: str) -> None:
    found = readings(rules)[0]
    assert isinstance(found, MetricUnavailable)
    assert said in found.message


def test_a_series_that_fails_fails_the_query() -> None:
    found = readings(rule(), "{'lag{namespace=\"default\"}': [{at: 0s, error: connection refused}]}")[0]
    assert isinstance(found, MetricUnavailable)
    assert found.message.endswith("connection refused")


def test_a_query_beyond_the_simulation_is_told_before_it_runs() -> None:
    scenario = scenario_of(rules=rule("sum(rate(<<.Series>>{<<.LabelMatchers>>}[5m]))"), metrics=SERIES)
    (said,) = unanswerable(scenario)
    assert said.startswith("the query of metric 'lag' can't be asked in a simulation: there is no rate() here")


@pytest.mark.parametrize("rules", ["[]", rule()])
def test_a_query_that_can_be_asked_is_no_problem(rules: str) -> None:
    assert [] == list(unanswerable(scenario_of(rules=rules, metrics=SERIES)))


def test_a_namespace_that_the_rule_does_not_allow_is_refused() -> None:
    found = readings(rule(more=", namespaceAllow: [jobs]"))[0]
    assert isinstance(found, MetricUnavailable)
    assert "namespace 'default' may not read metric 'lag'" in found.message


def test_a_selector_that_names_the_namespaces_label_is_refused() -> None:
    selected = METRICS.replace("{name: lag}", "{name: lag, selector: {matchLabels: {namespace: other}}}")
    run = run_of(autoscaler=manifest(f"{SPEC}, {selected}"), rules=rule(), metrics=SERIES, until="0s")
    found = run.syncs[0].sync.observation.readings[0]
    assert isinstance(found, MetricUnavailable)
    assert "the selector names label 'namespace'" in found.message
