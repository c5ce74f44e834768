"""Which objects does a selector of the spec choose? The API's object form, and a scale's text, as Selectors."""

from functools import lru_cache
from typing import Final

from adapter.kube.selectors import EVERYTHING, Selector, selector_of
from scaler.api.types import LabelSelector

_REMEMBERED: Final = 32_768


@lru_cache(maxsize=_REMEMBERED)
def metric_selector(selector: LabelSelector | None) -> Selector:
    """The selector of a metric; none chooses every series. Raises SelectorError with the parser's text."""
    if selector is None:
        return EVERYTHING
    expressions = [(wanted.key, wanted.operator, wanted.values) for wanted in selector.match_expressions]
    return selector_of(dict(selector.match_labels), expressions)
