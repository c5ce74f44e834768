"""A value stays one value wherever a query holds it."""

import pytest

from adapter.externalmetrics.templateplaces import Element, Place, place_after, written_at
from adapter.prometheus.promql import InexpressibleError


@pytest.mark.parametrize(
    ("before", "place"),
    [
        ("topk(", Place.BARE),
        ('a{b="', Place.STRING),
        ("a{b='x", Place.SINGLE_QUOTED),
        ('a{b=~ "', Place.REGEX),
        ("a{b=~'", Place.SINGLE_QUOTED_REGEX),
        ('a{b!~"x-', Place.REGEX),
        ("a{b=`", Place.RAW_STRING),
        ('a{b="\\"', Place.STRING),
        ('a{b="c"} + ', Place.BARE),
        ("# don't\na{b=\"", Place.STRING),
        ("# don't\n", Place.BARE),
        ('a{b="#', Place.STRING),
        ('a{b="x"} # "', Place.BARE),
    ],
)
def test_it_is_known_where_in_the_query_a_value_goes(before: str, place: Place) -> None:
    assert place == place_after(before)


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        (Place.STRING, "a\"'\\", "a\\\"'\\\\"),
        (Place.SINGLE_QUOTED, "a\"'\\", "a\"\\'\\\\"),
        (Place.SINGLE_QUOTED, '\\"', '\\\\"'),
        (Place.REGEX, "a.b", r"a\\.b"),
        (Place.SINGLE_QUOTED_REGEX, "a.'", r"a\\.\'"),
        (Place.RAW_STRING, 'a"', 'a"'),
        (Place.BARE, "5m", "5m"),
    ],
)
def test_a_value_is_escaped_for_its_place(place: Place, text: str, expected: str) -> None:
    assert expected == written_at(place, Element(of="label 'x'", texts=(text,)), quoting=True)


@pytest.mark.parametrize(
    ("place", "texts"),
    [(Place.BARE, ("1) or (b",)), (Place.RAW_STRING, ("a`",)), (Place.STRING, ("a", "b")), (Place.BARE, ("a", "b"))],
)
def test_a_value_that_would_leave_its_place_is_refused(place: Place, texts: tuple[str, ...]) -> None:
    with pytest.raises(InexpressibleError):
        written_at(place, Element(of="label 'x'", texts=texts), quoting=True)


def test_what_the_rule_itself_says_may_stand_anywhere() -> None:
    assert written_at(Place.BARE, Element(of="parameter 'x'", texts=("a + b",), trusted=True), quoting=True) == "a + b"


def test_regular_expressions_are_quoted_unless_the_rule_takes_them_as_they_are() -> None:
    element = Element(of="label 'x'", texts=("a.*", "b"))
    assert [written_at(Place.REGEX, element, quoting=quoting) for quoting in (True, False)] == [
        r"(?:a\\.\\*|b)",
        "(?:a.*|b)",
    ]
