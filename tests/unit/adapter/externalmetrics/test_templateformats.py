"""A format is checked before it is filled in, and then written as Go writes it."""

import pytest

from adapter.externalmetrics.templateformats import FormatError, Verb, check_format, formatted, pieces_of_format
from adapter.externalmetrics.templatekinds import Kind
from adapter.externalmetrics.templateplaces import Element
from adapter.externalmetrics.templatetexts import Text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("a%%b", ("a", "%", "b")),
        ("%s-%d", (Verb(letter="s"), "-", Verb(letter="d"))),
        ("%05d", (Verb(letter="d", width=5, zeros=True),)),
        ("%-5d", (Verb(letter="d", width=-5),)),
        ("%-05d", (Verb(letter="d", width=-5),)),
    ],
)
def test_a_format_is_texts_and_verbs(text: str, expected: tuple[str | Verb, ...]) -> None:
    assert expected == pieces_of_format(text)


@pytest.mark.parametrize("text", ["%z", "%", "a%", "%5.2f", "%+d"])
def test_a_verb_that_is_not_known_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(FormatError, match="is no verb that is known here: use %s, %v, %d, %q or %t"):
        pieces_of_format(text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("%s", (Kind.TEXT,)),
        ("%v %v %v", (Kind.TEXT, Kind.NUMBER, Kind.BOOL)),
        ("%d", (Kind.ANY,)),
        ("%t", (Kind.BOOL,)),
        ("100%%", ()),
    ],
)
def test_values_of_the_kinds_that_it_wants_are_taken(text: str, kinds: tuple[Kind, ...]) -> None:
    check_format(text, kinds)


@pytest.mark.parametrize(
    ("text", "kinds", "message"),
    [
        ("%s", (), "'%s' takes 1 values"),
        ("%s", (Kind.TEXT, Kind.TEXT), "'%s' takes 1 values"),
        ("%d", (Kind.TEXT,), "%d does not take a text"),
        ("%s", (Kind.NUMBER,), "%s does not take a number"),
        ("%v", (Kind.LABELS,), "%v does not take a collection"),
    ],
)
def test_other_values_are_refused_where_go_would_write_a_mistake(
    text: str, kinds: tuple[Kind, ...], message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        check_format(text, kinds)
    assert message == str(caught.value)


def test_a_value_that_is_longer_than_its_width_is_written_whole() -> None:
    assert "abcdef" == formatted("%3s", (Text.of("abcdef"),)).plain


def test_quotes_are_written_around_a_value_from_outside_and_leave_it_as_it_is() -> None:
    value = Element(of="label 'queue'", texts=('a"b',))
    assert ('"', value, '"') == formatted("%q", (Text.of(value),)).pieces[-3:]
