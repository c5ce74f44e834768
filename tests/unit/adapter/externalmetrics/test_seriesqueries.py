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


@pytest.mark.parametrize(
    ("query", "name", "may"),
    [
        ('{__name__=~"^queue_.*"}', "queue_lag", True),
        ('{__name__=~"^queue_.*"}', "a_queue_lag", False),
        ('{__name__=~"queue"}', "queue_lag", False),
        ('{__name__=~"queue\\\\..*"}', "queue_lag", False),
        ('{__name__=~"queue_.*",__name__!="queue_lag"}', "queue_lag", False),
        ('{__name__!~".*_total"}', "queue_lag", True),
        ('{job="a"}', "queue_lag", True),
        ('{__name__=~"("}', "queue_lag", True),
    ],
)
def test_it_is_known_which_names_a_pattern_can_find(query: str, name: str, *, may: bool) -> None:
    assert may == parse_series_query(query).may_find(name)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ('{"queue_lag"}', "queue_lag"),
        ("{'queue_lag', zone=\"a\"}", "queue_lag"),
        ('{"queue.lag","my-zone"="a"}', None),
    ],
)
def test_names_and_labels_may_stand_in_quotes_as_in_prometheus_3(query: str, name: str | None) -> None:
    assert name == parse_series_query(query).name
