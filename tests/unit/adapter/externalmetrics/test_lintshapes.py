"""What the linter expects of a query's answer."""

from datetime import timedelta

import pytest

from adapter.externalmetrics.lintpromql import Expr, parsed
from adapter.externalmetrics.lintshapes import (
    Emptied,
    divides_by_what_may_be_zero,
    emptied_by,
    has_many_series,
    short_range_of,
)


def expression(promql: str) -> Expr:
    found = parsed(promql)
    assert isinstance(found, Expr)
    return found


@pytest.mark.parametrize(
    "promql",
    [
        "1",
        "vector(0)",
        "time()",
        "scalar(lag)",
        "sum(lag) or vector(0)",
        "sum(lag or vector(0))",
        "(sum(lag) > 3) or on() vector(0)",
        "vector(1) > 0 or vector(0)",
        "-(sum(lag) or vector(0)) * 2",
        "absent(lag)",
        "hour()",
        "sum_over_time(vector(1)[5m:])",
        "vector(1) >= 0",
    ],
)
def test_an_answer_with_a_fallback_is_never_empty(promql: str) -> None:
    assert emptied_by(expression(promql)) is None


@pytest.mark.parametrize(
    "promql",
    [
        "lag",
        "sum(lag)",
        "sum(rate(lag[5m])) by (a)",
        "vector(0) and sum(lag)",
        "sum(lag) + vector(0)",
        "lag or sum(lag)",
        "sum(lag) >= 0",
        "sum(lag) > bool 3",
        "label_replace(lag, 'a', '', '', '')",
    ],
)
def test_an_answer_without_a_fallback_is_empty_without_series(promql: str) -> None:
    assert Emptied.BY_NO_SERIES is emptied_by(expression(promql))


@pytest.mark.parametrize(
    "promql", ["lag > 0", "count(lag == 1)", "sum(lag) > limit", "vector(1) unless vector(0)", "lag <= -1", "lag != 0"]
)
def test_a_comparison_that_zero_fails_empties_the_answer(promql: str) -> None:
    assert Emptied.BY_COMPARISON is emptied_by(expression(promql))


@pytest.mark.parametrize(
    "promql",
    [
        "lag",
        "rate(lag[5m])",
        "lag * 60",
        "-lag",
        "lag / on(a) size",
        "lag * on(a) group_left size",
        "lag or vector(0)",
        "lag and sum(size)",
        "topk(3, lag)",
        "topk(1, lag) by (a)",
        "count_values('v', lag)",
        "avg(lag) by (pod)",
        "max without (queue) (lag)",
        "max_over_time(lag[5m:30s])",
    ],
)
def test_what_nothing_aggregates_has_many_series(promql: str) -> None:
    assert has_many_series(expression(promql))


@pytest.mark.parametrize(
    "promql",
    [
        "1",
        "sum(lag)",
        "sum(lag) by (pod)",
        "max(lag) by (queue)",
        "max without (pod, instance) (lag)",
        "sum(lag) / sum(size)",
        "sum(lag) + 1",
        "2 * sum(lag)",
        "topk(1, lag)",
        "topk(3, sum(lag))",
        "scalar(lag)",
        "vector(scalar(lag))",
        "absent(lag)",
        "histogram_quantile(0.9, sum(rate(lag_bucket[5m])) by (le))",
        "sum(lag) or vector(0)",
    ],
)
def test_what_is_aggregated_has_one(promql: str) -> None:
    assert not has_many_series(expression(promql))


@pytest.mark.parametrize(
    ("promql", "short"),
    [
        ("sum(rate(lag[59s]))", "rate[59s]"),
        ("sum(rate(lag[1m]))", None),
        ("increase(lag[30s]) + 1", "increase[30s]"),
        ("max_over_time(lag[30s])", None),
        ("max_over_time(lag[29s])", "max_over_time[29s]"),
        ("max_over_time(rate(lag[20s])[5m:])", "rate[20s]"),
        ("holt_winters(lag[20s], 0.1, 0.1)", "holt_winters[20s]"),
    ],
)
def test_a_range_is_short_below_two_scrapes_or_one(promql: str, short: str | None) -> None:
    assert short == short_range_of(expression(promql), timedelta(seconds=30))


@pytest.mark.parametrize(
    ("promql", "may_be_zero"),
    [
        ("sum(lag) / sum(size)", True),
        ("sum(lag) / (sum(size))", True),
        ("1 + sum(lag) / sum(size) or vector(0)", True),
        ("sum(lag) / 60", False),
        ("sum(lag) / count(size)", False),
        ("sum(lag) / scalar(size)", False),
        ("sum(lag) / ((2) * -3)", False),
        ("sum(lag) / (3 - lag)", True),
        ("sum(lag) / lag", True),
        ("sum(lag) / (24 * 60)", False),
        ("sum(lag) / clamp_min(sum(size), 1)", False),
        ("sum(lag) / (sum(size) > 0)", False),
        ("sum(lag) * sum(size)", False),
    ],
)
def test_a_division_by_a_vector_may_be_by_zero(promql: str, may_be_zero: bool) -> None:
    assert may_be_zero == divides_by_what_may_be_zero(expression(promql))
