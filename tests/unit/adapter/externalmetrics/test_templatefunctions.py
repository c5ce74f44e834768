"""Functions say what Go's say."""

import pytest

from adapter.externalmetrics.templatefunctions import TemplateFault, Value, call
from adapter.externalmetrics.templatekinds import Function
from adapter.externalmetrics.templateplaces import Element
from adapter.externalmetrics.templatetexts import Text
from adapter.prometheus.promql import InexpressibleError

QUEUE = Text.of(Element(of="label 'queue'", texts=("a.b",)))
TWO = Text.of(Element(of="label 'queue'", texts=("a", "b")))


def given(*values: str | int | tuple[str, ...]) -> tuple[Value, ...]:
    return tuple(Text.of(value) if isinstance(value, str) else value for value in values)


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        (Function.NOT, ("",), True),
        (Function.NOT, ("a",), False),
        (Function.EQ, ("a", "b", "a"), True),
        (Function.NE, ("a", "b"), True),
        (Function.LEN, ("abc",), 3),
        (Function.LEN, ("\u00e9",), 2),
        (Function.LEN, (("a", "b"),), 2),
        (Function.LT, (1, 2), True),
        (Function.LE, ("b", "a"), False),
        (Function.LE, ("a", "a"), True),
        (Function.GT, ("b", "a"), True),
        (Function.GE, (1, 2), False),
        (Function.GE, (2, 2), True),
    ],
)
def test_a_function_of_values(function: Function, values: tuple[str | int, ...], expected: Value) -> None:
    assert expected == call(function, given(*values))


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        (Function.PRINT, ("a", "b", 1, 2, True), "ab1 2 true"),
        (Function.PRINTLN, ("a", 1), "a 1\n"),
        (Function.PRINTF, ("%s-%v-%d%%", "a", 2, 3), "a-2-3%"),
        (Function.PRINTF, ("%q", 'a"b'), '"a\\"b"'),
        (Function.PRINTF, ("%05d|%-4s|%3s|", 42, "a", "b"), "00042|a   |  b|"),
        (Function.PRINTF, ("%t", True), "true"),
        (Function.SLICE, ("abcdef", 1, 3), "bc"),
        (Function.SLICE, ("abcdef", 4), "ef"),
        (Function.SLICE, ("abcdef",), "abcdef"),
        (Function.HTML, ("a<'\"&",), "a&lt;&#39;&#34;&amp;"),
        (Function.JS, ("a<'=",), "a\\u003C\\'\\u003D"),
        (Function.URLQUERY, ("a b/c",), "a+b%2Fc"),
    ],
)
def test_a_function_that_writes(function: Function, values: tuple[str | int, ...], expected: str) -> None:
    written = call(function, given(*values))
    assert isinstance(written, Text)
    assert expected == written.plain


def test_what_comes_from_a_selector_stays_apart_from_what_is_written_around_it() -> None:
    written = call(Function.PRINTF, (Text.of("x-%s"), QUEUE))
    assert isinstance(written, Text)
    assert Text.of("x-") + QUEUE == written


def test_a_part_of_a_value_from_a_selector_is_still_one() -> None:
    assert Text.of(Element(of="label 'queue'", texts=("a.",))) == call(Function.SLICE, (QUEUE, 0, 2))


def test_several_values_have_no_part() -> None:
    with pytest.raises(InexpressibleError):
        call(Function.SLICE, (TWO, 0, 1))


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (Function.EQ, ("1", 1)),
        (Function.EQ, (True, 1)),
        (Function.GT, ("b", 1)),
        (Function.LEN, (3,)),
        (Function.SLICE, ("abc", 2, 9)),
        (Function.SLICE, ("abc", 2, 1)),
        (Function.SLICE, ("abc", "a")),
        (Function.PRINT, (("a",),)),
    ],
)
def test_values_that_a_function_cannot_take_are_the_templates_fault(
    function: Function, values: tuple[str | int, ...]
) -> None:
    with pytest.raises(TemplateFault):
        call(function, given(*values))
