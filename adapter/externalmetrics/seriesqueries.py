"""Which series does a rule's `seriesQuery` speak of: one name, or whatever a pattern finds?"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesQuery:
    """A series selector as written; `name` is the one series name it can mean, None when names must be looked up."""

    text: str
    name: str | None


class SeriesQueryError(ValueError):
    """Text that isn't a series selector."""


def parse_series_query(text: str) -> SeriesQuery:
    """Read `name`, `name{...}`, `{__name__="name",...}` or any other selector. Raises SeriesQueryError."""
    stripped = text.strip()
    head = _HEAD.match(stripped)
    if head is None:
        raise SeriesQueryError("it has to begin with a series name or with {")
    rest = stripped[head.end() :]
    matchers = _matchers_of(rest) if rest else []
    if not head["name"] and not matchers:
        raise SeriesQueryError("it selects every series: name one, or give a matcher")
    names = {_literal_of(operator, value) for label, operator, value in matchers if label == "__name__"}
    names |= {head["name"]} if head["name"] else set()
    return SeriesQuery(text=stripped, name=names.pop() if len(names) == 1 else None)


def _matchers_of(text: str) -> list[tuple[str, str, str]]:
    body = _BRACES.fullmatch(text)
    if body is None:
        raise SeriesQueryError("after the name there may only be one pair of braces with matchers")
    found, position, inside = [], 0, body["body"]
    while position < len(inside):
        matcher = _MATCHER.match(inside, position)
        if matcher is None:
            raise SeriesQueryError(f'not a matcher such as label="value": {inside[position:].strip()!r}')
        found.append((matcher["label"], matcher["operator"], matcher["value"][1:-1]))
        position = matcher.end()
    return found


def _literal_of(operator: str, value: str) -> str | None:
    if operator == "=~":
        value = value.removeprefix("^").removesuffix("$")
    return value if operator in {"=", "=~"} and _NAME.fullmatch(value) else None


_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*", re.ASCII)
_HEAD = re.compile(r"(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)?\s*(?=\{|$)", re.ASCII)
_BRACES = re.compile(r"\{(?P<body>.*)\}", re.DOTALL)
_STRING = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`"""
_MATCHER = re.compile(
    rf"\s*(?P<label>[a-zA-Z_][a-zA-Z0-9_]*)\s*(?P<operator>=~|!~|!=|=)\s*(?P<value>{_STRING})\s*(?:,\s*|$)", re.ASCII
)
