"""What do the functions of a template say of their values? As Go's text/template has them."""

from collections.abc import Callable
from types import MappingProxyType

from adapter.externalmetrics.templatetypes import Function

Value = str | int | bool | tuple[str, ...]
"""A collection is the tuple of its names; all that can be asked of it is whether it is empty, and how long it is."""


def is_true(value: Value) -> bool:
    """Whether `if` takes it for true: everything but what is empty or zero."""
    return bool(value)


def call(function: Function, values: tuple[Value, ...]) -> Value:
    """The function of these values, whose number was checked when the template was read."""
    match function:
        case Function.AND | Function.OR:
            stops_at = function is Function.OR
            return next((value for value in values if bool(value) is stops_at), values[-1])
        case Function.LEN:
            return len(values[0]) if isinstance(values[0], str | tuple) else 0
        case Function.NOT:
            return not values[0]
        case Function.EQ | Function.NE:
            return any(_equal(values[0], other) for other in values[1:]) is (function is Function.EQ)
        case _:
            return _ordered(function, values[0], values[1])


def _equal(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def _ordered(function: Function, one: Value, other: Value) -> bool:
    """Values of different kinds have no order: then nothing holds."""
    if isinstance(one, str) and isinstance(other, str):
        return _ORDERS[function](one > other, one == other)
    if isinstance(one, int) and isinstance(other, int):
        return _ORDERS[function](one > other, one == other)
    return False


_ORDERS: MappingProxyType[Function, Callable[[bool, bool], bool]] = MappingProxyType(
    {
        Function.LT: lambda greater, equal: not greater and not equal,
        Function.LE: lambda greater, equal: not greater or equal,
        Function.GT: lambda greater, equal: greater and not equal,
        Function.GE: lambda greater, equal: greater or equal,
    }
)
