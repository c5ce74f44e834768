"""What the linter takes for PromQL."""

import pytest

from adapter.externalmetrics.lintpromql import (
    Expr,
    NotPromql,
    Undecided,
    every,
    has_range_without_unit,
    parsed,
    wrong_result_of,
)


@pytest.mark.parametrize(
    "promql",
    [
        'sum by () (lag{a="b",}) or vector(0)',
        "holt_winters(lag[5m], 0.1, 0.1)",
        "double_exponential_smoothing(lag[5m], 0.1, 0.1)",
        "lag # a comment",
        'lag{"a.b"="c"}',
        "lag @ end() offset -5m",
        'lag{a=~"(?i)b"}',
    ],
)
def test_what_prometheus_takes_is_promql(promql: str) -> None:
    assert isinstance(parsed(promql), Expr)


@pytest.mark.parametrize(
    ("promql", "text"),
    [
        ("sum(lag", "unclosed left parenthesis"),
        ('lag{,a="b"}', "invalid promql query"),
        ("rate(lag)", "expected type matrix in call to function 'rate', got vector"),
        ("mean(lag)", "unknown function with name 'mean'"),
        ("", "no expression found in input"),
        ('lag{a=~"("}', "illegal regex for ("),
    ],
)
def test_what_it_does_not_take_says_why(promql: str, text: str) -> None:
    assert NotPromql(text=text) == parsed(promql)


def test_an_expression_of_re2_that_the_parser_does_not_know_is_left_open() -> None:
    assert Undecided() == parsed(r'lag{a=~"\\Qb\\E"}')


@pytest.mark.parametrize(
    ("promql", "answers"),
    [("lag[5m]", "a matrix"), ("lag[5m:]", "a matrix"), ("'text'", "a string"), ("lag", None), ("1", None)],
)
def test_a_metric_is_a_vector_or_a_scalar(promql: str, answers: str | None) -> None:
    found = parsed(promql)
    assert isinstance(found, Expr)
    assert answers == wrong_result_of(found)


def test_every_part_of_an_expression_is_gone_through() -> None:
    found = parsed("sum(rate(lag[5m])) / 60")
    assert isinstance(found, Expr)
    expected = ["BinaryExpr", "AggregateExpr", "Call", "MatrixSelector", "NumberLiteral"]
    assert expected == [type(one).__name__ for one in every(found) if type(one).__name__ != "VectorSelector"]


@pytest.mark.parametrize(
    ("promql", "is_without"),
    [
        ("rate(lag[300])", True),
        ("max_over_time(lag[ 300 :1m])", True),
        ("rate(lag[5m])", False),
        ('lag{a=~"[1]"}', False),
        ("lag{a=~'[1]'} # [1]", False),
    ],
)
def test_a_range_is_a_number_with_a_unit(promql: str, is_without: bool) -> None:
    assert is_without == has_range_without_unit(promql)
