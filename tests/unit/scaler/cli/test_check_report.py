"""How the live values look, and which of them are findings."""

import msgspec
import pytest

from adapter.externalmetrics.lintoverflow import Target
from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.rules import load_rules
from adapter.kube.quantity import parse_quantity
from scaler.cli.check_metric import AtZero, Failed, LiveRead, NoNames, Ran
from scaler.cli.check_report import as_json, as_text, live_findings, overflow_findings

RULES = load_rules(
    "externalRules:\n- {seriesQuery: lag, resources: {namespaced: false}, metricsQuery: 'lag{<<.LabelMatchers>>}'}\n"
    "- {seriesQuery: age, resources: {namespaced: false}, metricsQuery: 'age{<<.LabelMatchers>>}', reduce: max}\n",
    source="rules.yaml",
)
MISSING = AtZero(answer="missing")


def read(outcome: Ran | NoNames | Failed, *, number: int = 0) -> LiveRead:
    return LiveRead(rule=RULES.rules[number], metric="lag", promql="lag{\n}", outcome=outcome)


def ran(*, series: int = 1, value: str | None = "3", at_zero: AtZero = MISSING) -> Ran:
    return Ran(series=series, value=value, age_seconds=2.6, at_zero=at_zero)


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (ran(), []),
        (ran(series=0, value=None), ["warning: metric 'lag' in orders: the query works and finds nothing now"]),
        (
            ran(series=2, value="6"),
            ["warning: metric 'lag' in orders: 2 series, which an autoscaler without a selector adds up to 6"],
        ),
        (
            ran(at_zero=AtZero(answer="broken", problem="the scalar is NaN")),
            ["warning: metric 'lag' in orders: without a series a read fails: the scalar is NaN"],
        ),
        (NoNames(), ["warning: seriesQuery finds no series of the last hour: the rule serves no metric now"]),
        (Failed(text="prometheus: no"), ["error: metric 'lag' in orders: prometheus: no"]),
    ],
)
def test_what_is_wrong_with_a_live_value_is_a_finding(outcome: Ran | NoNames | Failed, expected: list[str]) -> None:
    assert expected == [f"{one.severity}: {one.message}" for one in live_findings([read(outcome)], "orders")]


def test_several_series_of_a_rule_that_reduces_them_are_none() -> None:
    assert [] == list(live_findings([read(ran(series=2), number=1)], "orders"))


def test_live_values_are_a_table() -> None:
    expected = (
        "\nMETRIC   SERIES   VALUE   AGE   AT ZERO   RULE\n"
        "lag      1        3       3s    missing   rules.yaml:2\n\n"
        "0 rules, 0 errors, 0 warnings"
    )
    assert expected == as_text([], [], [read(ran()), read(Failed(text="no"))])


def test_as_json_live_values_are_entries_of_their_own() -> None:
    [entry] = msgspec.json.decode(as_json([], [read(ran()), read(NoNames())], "orders"))
    live = {"metric": "lag", "query": "lag{\n}", "series": 1, "value": "3", "ageSeconds": 2.6, "atZero": "missing"}
    assert {
        "file": "rules.yaml",
        "line": 2,
        "severity": "info",
        "rule": "live",
        "message": "metric 'lag' in orders: 1 series, 3",
        "instead": "",
        "live": live,
    } == entry


@pytest.mark.parametrize(
    ("namespace", "value", "count"), [("orders", "3M", 1), ("other", "3M", 0), ("orders", "2M", 0), ("orders", None, 0)]
)
def test_a_live_value_that_is_too_large_for_a_target_is_a_finding(
    namespace: str, value: str | None, count: int
) -> None:
    target = Target(place=Place(source="hpa.yaml"), namespace="orders", metric="lag", amount=parse_quantity("1m"))
    found = overflow_findings([read(ran(value=value)), read(Failed(text="no"))], [target], namespace)
    assert count == len(list(found))
