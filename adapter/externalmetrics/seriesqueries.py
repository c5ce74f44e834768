"""Which series does a rule's `seriesQuery` speak of: one name, or whatever a pattern finds?"""

import re
from dataclasses import dataclass

import re2

from adapter.externalmetrics.naming import compiled_pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A matcher as written, and the label that it is about."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCondition:
    """A matcher of `__name__`: its operator, and its value as written."""

    operator: str
    value: str

    def holds(self, name: str) -> bool:
        """Whether a name fulfils it; one whose expression can't be read doesn't say no."""
        if self.operator in {"=", "!="}:
            return (name == self.value) is (self.operator == "=")
        # Between double quotes a backslash is written twice.
        text = self.value.replace("\\\\", "\\")
        try:
            pattern = compiled_pattern(rf"\A(?:{text})\z")
        except re2.error:
            return True
        return (pattern.search(name) is not None) is (self.operator == "=~")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesQuery:
    """A series selector as written; `name` is the one series name it can mean, None when names must be looked up.

    `conditions` are the matchers, as written, by which it leaves out series that have another value.
    """

    text: str
    name: str | None
    conditions: tuple[Condition, ...] = ()
    names: tuple[NameCondition, ...] = ()

    def may_find(self, series: str) -> bool:
        """Whether a series of that name could be one of them."""
        return all(one.holds(series) for one in self.names)


class SeriesQueryError(ValueError):
    """Text that isn't a series selector."""


def parse_series_query(text: str) -> SeriesQuery:
    """Read `name`, `name{...}`, `{__name__="name"}`, `{"name"}` or any other selector. Raises SeriesQueryError."""
    stripped = text.strip()
    head = _HEAD.match(stripped)
    if head is None:
        raise SeriesQueryError("it has to begin with a series name or with {")
    rest = stripped[head.end() :]
    matchers = _matchers_of(rest) if rest else []
    if not head["name"] and not matchers:
        raise SeriesQueryError("it selects every series: name one, or give a matcher")
    names = {_literal_of(operator, value) for label, operator, value in matchers if label == _NAMED}
    names |= {head["name"]} if head["name"] else set()
    conditions = tuple(
        Condition(label=label, text=f'{label}{operator}"{value}"')
        for label, operator, value in matchers
        if label != _NAMED and (operator, value) != ("!=", "")
    )
    found = tuple(
        NameCondition(operator=operator, value=value) for label, operator, value in matchers if label == _NAMED
    )
    only = names.pop() if len(names) == 1 else None
    return SeriesQuery(text=stripped, name=only, conditions=conditions, names=found)


def _matchers_of(text: str) -> list[tuple[str, str, str]]:
    body = _BRACES.fullmatch(text)
    if body is None:
        raise SeriesQueryError("after the name there may only be one pair of braces with matchers")
    found, position, inside = [], 0, body["body"]
    while position < len(inside):
        matcher = _MATCHER.match(inside, position)
        if matcher is None:
            raise SeriesQueryError(f'not a matcher such as label="value": {inside[position:].strip()!r}')
        if matcher["only"] is not None:  # Prometheus 3 takes a name in quotes between the braces
            found.append((_NAMED, "=", matcher["only"][1:-1]))
        else:
            found.append((matcher["label"].strip("\"'`"), matcher["operator"], matcher["value"][1:-1]))
        position = matcher.end()
    return found


def _literal_of(operator: str, value: str) -> str | None:
    if operator == "=~":
        value = value.removeprefix("^").removesuffix("$")
    return value if operator in {"=", "=~"} and _NAME.fullmatch(value) else None


_NAMED = "__name__"
_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*", re.ASCII)
_HEAD = re.compile(r"(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)?\s*(?=\{|$)", re.ASCII)
_BRACES = re.compile(r"\{(?P<body>.*)\}", re.DOTALL)
_STRING = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`"""
_MATCHER = re.compile(
    rf"\s*(?:(?P<label>[a-zA-Z_][a-zA-Z0-9_]*|{_STRING})\s*(?P<operator>=~|!~|!=|=)\s*(?P<value>{_STRING})"
    rf"|(?P<only>{_STRING}))\s*(?:,\s*|$)",
    re.ASCII,
)
