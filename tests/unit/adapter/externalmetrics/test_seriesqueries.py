"""A series query is one name, or something that only Prometheus can resolve."""

import pytest

from adapter.externalmetrics.seriesqueries import SeriesQueryError, parse_series_query


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("queue_lag", "queue_lag"),
        (" job:lag:sum5m \n", "job:lag:sum5m"),
        ("queue_lag{}", "queue_lag"),
        ('queue_lag {job="a", namespace!="",}', "queue_lag"),
        ('{__name__="queue_lag",name!=""}', "queue_lag"),
        ("{ name!='', __name__='queue_lag' }", "queue_lag"),
        ('{__name__=~"queue_lag"}', "queue_lag"),
        ('{__name__=~"^queue_lag$"}', "queue_lag"),
        ('{__name__=~"^queue_.*"}', None),
        ('{__name__=~"a|b"}', None),
        ('{__name__!="a"}', None),
        ('{job="a"}', None),
        (r'{job=~"a\"}.*",b=`c`}', None),
    ],
)
def test_the_name_is_known_when_the_selector_allows_only_one(text: str, name: str | None) -> None:
    assert name == parse_series_query(text).name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "a b",
        "sum(a)",
        "a{",
        "a}",
        "a{b}",
        'a{b="c"',
        'a{b="c"}[5m]',
        'a{b=="c"}',
        "a{b=c}",
        'a{b="c" d="e"}',
        "1a",
    ],
)
def test_what_is_no_selector_is_refused(text: str) -> None:
    with pytest.raises(SeriesQueryError):
        parse_series_query(text)
