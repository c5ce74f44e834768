"""Is a rule's query simple enough to be asked for many selectors at once, and which selector decides its age?

Read by a strict comparison of text: what isn't recognised is asked one by one, exactly as the rule says.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapter.externalmetrics.templates import Field, Template
from adapter.externalmetrics.templatetypes import Output


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectorShape:
    """`<<.Series>>{...<<.LabelMatchers>>...}`, with the rule's own matchers on either side, commas included."""

    before: str
    after: str

    def text(self, series: str, matchers: str) -> str:
        """The vector selector with these matchers."""
        parts = (self.before.strip().strip(",").strip(), matchers, self.after.strip().strip(",").strip())
        return f"{series}{{{','.join(part for part in parts if part)}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryShape:
    """One aggregation by labels around one function of one selector; an empty `aggregation` or `function` is none."""

    aggregation: str
    by: tuple[str, ...]
    function: str
    window: str
    selector: SelectorShape

    def text(self, series: str, matchers: str, also_by: Sequence[str]) -> str:
        """The query for these matchers, whose answer keeps the labels `also_by` besides the rule's own."""
        inner = self.selector.text(series, matchers) + self.window
        if self.function:
            inner = f"{self.function}({inner})"
        if not self.aggregation:
            return inner
        return f"{self.aggregation}({inner}) by ({','.join(dict.fromkeys((*self.by, *also_by)))})"

    def keeps(self, label: str) -> bool:
        """Whether the rule's own answer has `label`."""
        return not self.aggregation or label in self.by


def shape_of(template: Template) -> QueryShape | None:
    """The shape of a query; None for one that isn't recognised."""
    found = _QUERY.fullmatch(_marked(template))
    if found is None or bool(found["window"]) != bool(found["function"]):
        return None
    by = found["by_first"] if found["by_first"] is not None else found["by_last"] or ""
    return QueryShape(
        aggregation=found["aggregation"] or "",
        by=tuple(name for name in re.split(r"[\s,]+", by.replace(_GROUP_BY, "")) if name),
        function=found["function"] or "",
        window=found["window"] or "",
        selector=_selector_of(found),
    )


def selectors_in(template: Template) -> tuple[SelectorShape, ...]:
    """Every distinct `<<.Series>>{...<<.LabelMatchers>>...}` of a query that has neither conditions nor loops."""
    return tuple(dict.fromkeys(_selector_of(found) for found in _ANY_SELECTOR.finditer(_marked(template))))


def _selector_of(found: re.Match[str]) -> SelectorShape:
    return SelectorShape(before=found["before"], after=found["after"])


def _marked(template: Template) -> str:
    """The template's text with a mark for each field; empty when it has more than text and fields."""
    marked = []
    for part in template.parts:
        match part:
            case str():
                marked.append(part)
            case Output(expression=Field() as field) if field in _MARKS:
                marked.append(_MARKS[field])
            case _:
                return ""
    return "".join(marked).strip()


_SERIES, _MATCHERS, _GROUP_BY = "\x01", "\x02", "\x03"
_MARKS = {Field.SERIES: _SERIES, Field.LABEL_MATCHERS: _MATCHERS, Field.GROUP_BY: _GROUP_BY}
_STRING = r""""(?:[^"\\\n\x01-\x03]|\\.)*"|'(?:[^'\\\n\x01-\x03]|\\.)*'|`[^`\x01-\x03]*`"""
_MATCHER = rf"[a-zA-Z_][a-zA-Z0-9_]*\s*(?:=~|!~|!=|=)\s*(?:{_STRING})"
_BEFORE = rf"(?:{_MATCHER}\s*,\s*)*"
_AFTER = rf"\s*(?:,\s*{_MATCHER}\s*)*,?\s*"
_SELECTOR = rf"{_SERIES}\s*\{{\s*(?P<before>{_BEFORE}){_MATCHERS}(?P<after>{_AFTER})\}}"
_FUNCTIONS = (
    "rate|increase|irate|delta|idelta|deriv|changes|resets|avg_over_time|min_over_time|max_over_time|sum_over_time"
    "|count_over_time|last_over_time|present_over_time"
)
_INNER = rf"(?:(?P<function>{_FUNCTIONS})\s*\(\s*)?{_SELECTOR}\s*(?P<window>\[[0-9a-z]+\])?\s*(?(function)\))"
_LABELS = rf"\s*(?:{_GROUP_BY}\s*|[a-zA-Z_][a-zA-Z0-9_]*\s*(?:,\s*[a-zA-Z_][a-zA-Z0-9_]*\s*)*)?"
_QUERY = re.compile(
    r"(?:(?P<aggregation>sum|max|min|count|avg)\s*"
    rf"(?:by\s*\((?P<by_first>{_LABELS})\)\s*)?\(\s*)?"
    rf"{_INNER}\s*"
    rf"(?(aggregation)\)\s*(?(by_first)|(?:by\s*\((?P<by_last>{_LABELS})\)\s*)?))"
)
_ANY_SELECTOR = re.compile(_SELECTOR)
