"""Targets by which a stock autoscaler's count may wrap around are named before they do it."""

from datetime import timedelta

import pytest

from adapter.externalmetrics.lint import RulesText, lint
from adapter.externalmetrics.lintfindings import LintRule
from adapter.externalmetrics.lintoverflow import Target, value_finding
from adapter.externalmetrics.problems import Place
from adapter.kube.quantity import parse_quantity

RULE = """\
externalRules:
  - seriesQuery: lag
    resources: {{namespaced: false}}
    metricsQuery: sum(<<.Series>>{{<<.LabelMatchers>>}}) or vector(0)
    onInf: {on_inf}
---
kind: {kind}
spec:
  metrics:
    - {{type: External, external: {{metric: {{name: lag}}, target: {{type: AverageValue, averageValue: {target}}}}}}}
"""


def found(*, target: str, on_inf: str = "error", kind: str = "HorizontalPodAutoscaler") -> list[tuple[LintRule, int]]:
    text = RULE.format(target=target, on_inf=on_inf, kind=kind)
    report = lint([RulesText(source="rules.yaml", text=text)], scrape_interval=timedelta(seconds=30))
    return [(one.rule, one.place.line) for one in report.findings]


@pytest.mark.parametrize(
    ("target", "on_inf", "is_named"),
    [
        ("30", "error", False),
        ("30", "clamp", True),
        ("5M", "clamp", False),
        ("1m", "error", True),
        ("5m", "error", False),
        ("0.5", "error", False),
        ("0", "error", False),
        ("many", "error", False),
    ],
)
def test_a_target_that_values_can_be_too_large_for_is_named(target: str, on_inf: str, *, is_named: bool) -> None:
    assert ([(LintRule.OVERFLOW, 10)] if is_named else []) == found(target=target, on_inf=on_inf)


def test_our_own_autoscaler_does_not_wrap() -> None:
    assert [] == found(target="1m", on_inf="clamp", kind="ZeroPodAutoscaler")


@pytest.mark.parametrize(("value", "is_named"), [("64424509410", False), ("64424509411", True)])
def test_the_value_of_now_is_held_against_the_target(value: str, *, is_named: bool) -> None:
    target = Target(place=Place(source="hpa.yaml", line=1), namespace="a", metric="lag", amount=parse_quantity("30"))
    assert is_named == (value_finding(target, parse_quantity(value)) is not None)
