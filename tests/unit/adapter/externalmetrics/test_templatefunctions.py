"""Functions say what Go's say."""

import pytest

from adapter.externalmetrics.templatefunctions import Value, call, is_true
from adapter.externalmetrics.templatetypes import Function


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        (Function.NOT, ("",), True),
        (Function.NOT, ("a",), False),
        (Function.AND, ("a", "", "b"), ""),
        (Function.AND, ("a", "b"), "b"),
        (Function.OR, ("", "a", "b"), "a"),
        (Function.OR, ("", 0), 0),
        (Function.EQ, ("a", "b", "a"), True),
        (Function.EQ, ("1", 1), False),
        (Function.EQ, (True, 1), False),
        (Function.NE, ("a", "b"), True),
        (Function.LEN, ("abc",), 3),
        (Function.LEN, (("a", "b"),), 2),
        (Function.LEN, (3,), 0),
        (Function.LT, (1, 2), True),
        (Function.LE, ("b", "a"), False),
        (Function.LE, ("a", "a"), True),
        (Function.GT, ("b", "a"), True),
        (Function.GE, (1, 2), False),
        (Function.GE, (2, 2), True),
        (Function.GT, ("b", 1), False),
    ],
)
def test_a_function_of_values(function: Function, values: tuple[Value, ...], expected: Value) -> None:
    assert expected == call(function, values)


@pytest.mark.parametrize(("value", "expected"), [("", False), (0, False), ((), False), ("0", True), (("a",), True)])
def test_what_is_empty_or_zero_is_false(value: Value, expected: bool) -> None:
    assert expected is is_true(value)
