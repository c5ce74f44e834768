"""What queries find: the part of PromQL that a simulation has."""

import pytest

from scaler.simulation.moments import Millis
from scaler.simulation.promql import Failed, evaluate
from scaler.simulation.promql_syntax import parse_promql
from scaler.simulation.series import parse_series
from scaler.simulation.timeline import Amount, Course, Failing, Timeline

COURSES: dict[str, Course] = {
    'lag{q="a",p="0"}': Amount(text="10"),
    'lag{q="a",p="1"}': Amount(text="20"),
    'lag{q="b",p="0"}': Amount(text="5"),
    'cap{q="a",p="0"}': Amount(text="4"),
    "odd": Amount(text="NaN"),
    "down": Failing(message="connection refused"),
}
SERIES = {parse_series(name): Timeline(moments=(Millis(0),), courses=(course,)) for name, course in COURSES.items()}


def values(query: str) -> dict[str, str]:
    """Values by the labels other than the name, as `a=b,...`."""
    found = evaluate(parse_promql(query), SERIES, Millis(0))
    assert not isinstance(found, Failed)
    return {",".join(f"{key}={text}" for key, text in labels if key != "__name__"): value for labels, value in found}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("lag", {"p=0,q=a": "10", "p=1,q=a": "20", "p=0,q=b": "5"}),
        ('lag{q="a",p!="1"}', {"p=0,q=a": "10"}),
        ('{__name__=~"la.",q=~"b|c"}', {"p=0,q=b": "5"}),
        ('lag{q!~"a"}', {"p=0,q=b": "5"}),
        ('lag{missing=""}', {"p=0,q=a": "10", "p=1,q=a": "20", "p=0,q=b": "5"}),
        ("sum(lag)", {"": "35"}),
        ("sum by (q) (lag)", {"q=a": "30", "q=b": "5"}),
        ("sum(lag) by (q)", {"q=a": "30", "q=b": "5"}),
        ("max without (p) (lag)", {"q=a": "20", "q=b": "5"}),
        ("min(lag)", {"": "5"}),
        ("avg by (q) (lag)", {"q=a": "15", "q=b": "5"}),
        ("count(lag)", {"": "3"}),
        ("sum(gone)", {}),
        ("sum(gone) or vector(0)", {"": "0"}),
        ("sum(lag) or vector(0)", {"": "35"}),
        ("sum(lag) / 10 + 1", {"": "4.5"}),
        ("2 * (sum(lag) - 5) % 7", {"": "4"}),
        ("lag > 8", {"p=0,q=a": "10", "p=1,q=a": "20"}),
        ("8 < lag", {"p=0,q=a": "10", "p=1,q=a": "20"}),
        ("lag / cap", {"p=0,q=a": "2.5"}),
        ("-sum(lag)", {"": "-35"}),
        ("clamp_max(lag, 8)", {"p=0,q=a": "8", "p=1,q=a": "8", "p=0,q=b": "5"}),
        ("clamp_min(ceil(abs(sum(lag) / -2)), 3)", {"": "18"}),
        ("floor(sum(lag) / 2)", {"": "17"}),
        ("7", {"": "7"}),
        ("3 / 0", {"": "+Inf"}),
        ("-3 / 0", {"": "-Inf"}),
        ("0 / 0", {"": "NaN"}),
        ("odd", {"": "NaN"}),
        ("floor(odd)", {"": "NaN"}),
        ("sum( # all of them\n lag)", {"": "35"}),
    ],
)
def test_a_query_finds_what_prometheus_would(query: str, expected: dict[str, str]) -> None:
    assert expected == values(query)


def test_a_query_of_a_series_that_fails_fails() -> None:
    assert Failed(message="connection refused") == evaluate(parse_promql("sum(down)"), SERIES, Millis(0))
