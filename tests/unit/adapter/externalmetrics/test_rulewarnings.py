"""What is served and may be other than it looks is a warning."""

import pytest

from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text


def test_a_query_without_matchers_is_a_warning() -> None:
    rules = load(rule_text(metricsQuery="'sum(<<.Series>>)'"))
    expected = "rules.yaml:2: metricsQuery has no <<.LabelMatchers>>: selectors and the namespace are ignored"
    assert [expected] == [str(warning) for warning in rules.warnings]


@pytest.mark.parametrize(
    ("series", "query", "count"),
    [
        ('queue_lag{vhost="/",queue!=""}', "sum(<<.Series>>{<<.LabelMatchers>>})", 1),
        ('queue_lag{vhost="/"}', 'sum(<<.Series>>{vhost="/",<<.LabelMatchers>>})', 0),
        ('queue_lag{namespace="a"}', "sum(<<.Series>>{<<.LabelMatchers>>})", 0),
        ('{__name__=~"queue_.*",vhost="/"}', "sum(<<.Series>>{<<.LabelMatchers>>})", 0),
    ],
)
def test_a_matcher_beside_a_fixed_name_that_counts_nowhere_is_a_warning(series: str, query: str, count: int) -> None:
    rules = load(rule_text(seriesQuery=f"'{series}'", metricsQuery=f"'{query}'"))
    assert count == len(rules.warnings)


def test_a_rule_whose_filters_leave_nothing_is_a_warning() -> None:
    rules = load(rule_text(seriesFilters="[{is: nothing}]"))
    expected = (
        "rules.yaml:2: seriesFilters or name leave nothing of the one series of seriesQuery: the rule serves no metric"
    )
    assert [expected] == [str(warning) for warning in rules.warnings]
