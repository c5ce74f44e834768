"""What do the functions of a template say of their values? As Go's text/template has them."""

import html
import urllib.parse
from collections.abc import Callable
from types import MappingProxyType

from adapter.externalmetrics.templateformats import formatted
from adapter.externalmetrics.templatekinds import Function
from adapter.externalmetrics.templatetexts import Text

Value = Text | int | bool | tuple[str, ...]
"""A collection is the tuple of its names; all that can be asked of it is whether it is empty, and how long it is."""


class TemplateFault(ValueError):
    """A template that can't be filled in with these values, by no fault of theirs."""


def call(function: Function, values: tuple[Value, ...]) -> Value:
    """The function of these values, whose number was checked when the template was read. Raises TemplateFault."""
    match function:
        case Function.EQ | Function.NE:
            return any(_equal(values[0], other) for other in values[1:]) is (function is Function.EQ)
        case Function.LT | Function.LE | Function.GT | Function.GE:
            return _ordered(function, values[0], values[1])
        case Function.HTML | Function.JS | Function.URLQUERY:
            return _printed(values).mapped(_ESCAPES[function])
        case _:
            return _OTHERS[function](values)


def _length(values: tuple[Value, ...]) -> int:
    [value] = values
    return len(value.plain.encode()) if isinstance(value, Text) else len(_collection(value))


def _formatted(values: tuple[Value, ...]) -> Text:
    form, *rest = values
    return formatted(_text(form).plain, tuple(map(_scalar, rest)))


def _printed(values: tuple[Value, ...]) -> Text:
    """All of them, with a space between two of which neither is a text."""
    written = Text(())
    for before, value in zip((Text(()), *values), values, strict=False):
        apart = not isinstance(before, Text) and not isinstance(value, Text)
        written += (Text.of(" ") if apart else Text(())) + _text(value)
    return written


def _joined(texts: list[Text], separator: str) -> Text:
    written = Text(())
    for number, text in enumerate(texts):
        written += (Text.of(separator) if number else Text(())) + text
    return written


def _slice(values: tuple[Value, ...]) -> Text:
    text, *bounds = values
    whole = _text(text)
    length = len(whole.plain.encode())
    start, end = (_number(bound) for bound in (*bounds, *(0, length)[len(bounds) :]))
    if not 0 <= start <= end <= length:
        raise TemplateFault(f"slice from {start} to {end} of a text of {length}")
    return whole.part(start, end)


def _text(value: Value) -> Text:
    scalar = _scalar(value)
    if isinstance(scalar, Text):
        return scalar
    return Text.of(str(scalar).lower() if isinstance(scalar, bool) else str(scalar))


def _scalar(value: Value) -> Text | int | bool:
    if isinstance(value, tuple):
        raise TemplateFault("a collection stands where a text has to")
    return value


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise TemplateFault("a text stands where a number has to")
    return value


def _collection(value: Value) -> tuple[str, ...]:
    if not isinstance(value, tuple):
        raise TemplateFault("len measures a text or a collection")
    return value


def _equal(one: Value, other: Value) -> bool:
    if type(one) is not type(other):
        raise TemplateFault("values of different kinds are compared")
    return one.plain == other.plain if isinstance(one, Text) and isinstance(other, Text) else one == other


def _ordered(function: Function, one: Value, other: Value) -> bool:
    if isinstance(one, Text) and isinstance(other, Text):
        return _ORDERS[function](one.plain > other.plain, one.plain == other.plain)
    if type(one) is int and type(other) is int:
        return _ORDERS[function](one > other, one == other)
    raise TemplateFault("values without an order are compared")


def _js(text: str) -> str:
    return "".join(_JS.get(character, character) for character in text)


_ORDERS: MappingProxyType[Function, Callable[[bool, bool], bool]] = MappingProxyType(
    {
        Function.LT: lambda greater, equal: not greater and not equal,
        Function.LE: lambda greater, equal: not greater or equal,
        Function.GT: lambda greater, equal: greater and not equal,
        Function.GE: lambda greater, equal: greater or equal,
    }
)
_OTHERS: MappingProxyType[Function, Callable[[tuple[Value, ...]], Value]] = MappingProxyType(
    {
        Function.NOT: lambda values: not values[0],
        Function.LEN: _length,
        Function.SLICE: _slice,
        Function.PRINT: _printed,
        Function.PRINTF: _formatted,
        Function.PRINTLN: lambda values: _joined([_text(value) for value in values], " ") + Text.of("\n"),
    }
)
_JS = MappingProxyType(
    {"\\": "\\\\", "'": "\\'", '"': '\\"'} | {character: f"\\u{ord(character):04X}" for character in "<>&="}
)
_ESCAPES: MappingProxyType[Function, Callable[[str], str]] = MappingProxyType(
    {
        Function.HTML: lambda text: html.escape(text).replace("&quot;", "&#34;").replace("&#x27;", "&#39;"),
        Function.JS: _js,
        Function.URLQUERY: urllib.parse.quote_plus,
    }
)
