"""Queries that can't be asked in a simulation."""

import pytest

from scaler.simulation.promql_syntax import BeyondThisPromQL, parse_promql


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("rate(lag[5m])", "there is no rate() here"),
        ("lag[5m]", "'[' is more PromQL than a simulation has"),
        ("lag offset 5m", "'offset' is more PromQL"),
        ("5m", "'5m' can't stand here"),
        ("lag @ 5", "'@' is more PromQL"),
        ("lag * on (q) cap", "`on` after '*'"),
        ("lag > bool 5", "`bool` after '>'"),
        ("sum(lag", "the end stands where ')' is needed"),
        ("sum(lag))", "')' is more PromQL"),
        ("", "the query ends too early"),
        ("sum(lag) +", "the query ends too early"),
        ("lag{q}", "not a matcher: q}"),
        ("lag{q=5}", "not a matcher: q=5"),
        ('lag{q=~"("}', "'(' is no regular expression"),
        ("clamp_max(lag)", "clamp_max() takes 2 arguments"),
        ("lag ~ 5", "'~ 5' can't be read"),
        ('"text"', "'\"text\"' can't stand here"),
    ],
)
def test_what_is_too_much_is_named(query: str, said: str) -> None:
    with pytest.raises(BeyondThisPromQL) as refused:
        parse_promql(query)
    assert said in str(refused.value)
