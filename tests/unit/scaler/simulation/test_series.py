"""Series as Prometheus prints them."""

import pytest

from scaler.simulation.scenario import Labels
from scaler.simulation.series import NotASeries, parse_series


@pytest.mark.parametrize(
    ("text", "series"),
    [
        ("lag", Labels("lag", ())),
        ("lag{}", Labels("lag", ())),
        ('lag{b="2",a="1"}', Labels("lag", (("a", "1"), ("b", "2")))),
        ("lag{a='x', b=`y`,}", Labels("lag", (("a", "x"), ("b", "y")))),
        (r'lag{a="say \"hi\"\n\u0041"}', Labels("lag", (("a", 'say "hi"\nA'),))),
        ('lag{a=""}', Labels("lag", ())),
        ('job:lag:sum{a="/"}', Labels("job:lag:sum", (("a", "/"),))),
    ],
)
def test_a_series_is_a_name_and_its_labels(text: str, series: Labels) -> None:
    assert series == parse_series(text)


@pytest.mark.parametrize(
    "text", ["", "{a='1'}", "lag{a}", 'lag{a="1" b="2"}', 'lag{a="1",a="2"}', "lag x", 'lag{a=~"1"}']
)
def test_what_names_no_series_is_refused(text: str) -> None:
    with pytest.raises(NotASeries):
        parse_series(text)
