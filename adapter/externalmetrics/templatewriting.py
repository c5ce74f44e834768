"""How does a query come together? Piece by piece, and no value from outside gets out of its place."""

import re

from adapter.externalmetrics.templatefunctions import TemplateFault, Value
from adapter.externalmetrics.templateplaces import (
    Element,
    Place,
    is_amount,
    names_labels,
    names_no_series,
    place_after,
    written_at,
)
from adapter.externalmetrics.templatetexts import Text
from adapter.prometheus.promql import InexpressibleError


class QueryWriter:
    """Takes literal texts and values in their order. Each method raises InexpressibleError for what can't be said.

    `quoting` is whether values in regular expressions are texts; `is_bound` whether only one namespace may be read, so
    that no value may be the name of another series.
    """

    def __init__(self, *, quoting: bool, is_bound: bool) -> None:
        self._quoting = quoting
        self._is_bound = is_bound
        self._written: list[str] = []
        self._drop_comma = False
        self._word: Element | None = None

    def literal(self, text: str) -> None:
        """Text of the rule itself."""
        # PromQL doesn't take the comma of `{<<.LabelMatchers>>,x="y"}` when there is no matcher.
        self._put(_LEADING_COMMA.sub("", text, count=1) if self._drop_comma else text)

    def no_matchers(self) -> None:
        """There was no matcher to write just now."""
        self._drop_comma = True

    def value(self, value: Value) -> None:
        """What an expression gave. Raises TemplateFault for a collection."""
        match value:
            case Text(pieces=pieces):
                for piece in pieces:
                    if isinstance(piece, str):
                        self._put(piece)
                    else:
                        self._element(piece)
            case tuple():
                raise TemplateFault("a collection stands where a text has to")
            case _:
                self._put(str(value).lower() if isinstance(value, bool) else str(value))

    def whole(self) -> str:
        """Everything, when nothing follows any more."""
        self._check_word("")
        return "".join(self._written)

    def _element(self, element: Element) -> None:
        before = "".join(self._written)
        place = place_after(before)
        text = written_at(place, element, quoting=self._quoting)
        self._put(text)
        is_bare = place is Place.BARE and not element.trusted and self._is_bound
        if is_bare and text and not is_amount(text) and not names_labels(before):
            self._word = element

    def _put(self, text: str) -> None:
        if text.strip():
            self._check_word(text)
        self._written.append(text)
        self._drop_comma = False

    def _check_word(self, following: str) -> None:
        """A bare word from a selector may not be a series of its own: that would be read in every namespace."""
        if self._word is not None and not names_no_series(following, "".join(self._written)):
            raise InexpressibleError(
                f"where the rule's query holds {self._word.of}, only a number or a length of time can stand"
            )
        self._word = None


_LEADING_COMMA = re.compile(r"^\s*,")
