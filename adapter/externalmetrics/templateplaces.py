"""How is a value written where it stands in a query, so that it stays one value? Escaped for its kind of string."""

import re
from dataclasses import dataclass
from enum import StrEnum

from adapter.prometheus.promql import InexpressibleError, escape, quote_regex


class Place(StrEnum):
    """Outside strings, or within one: by its delimiter, and whether its text is used as a regular expression."""

    BARE = "bare"
    STRING = "string"
    SINGLE_QUOTED = "single-quoted string"
    REGEX = "regular expression"
    SINGLE_QUOTED_REGEX = "single-quoted regular expression"
    RAW_STRING = "raw string"


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """What a selector gives: texts from outside. `trusted` are those that the rule itself holds, of a parameter."""

    of: str
    texts: tuple[str, ...]
    trusted: bool = False


def place_after(text: str) -> Place:
    """Where what follows `text` stands."""
    open_string = _OPEN_STRING.fullmatch(text)
    if open_string is None:
        return Place.BARE
    delimiter = open_string["delimiter"]
    if delimiter == "`":
        return Place.RAW_STRING
    before = text[: open_string.start("delimiter")].rstrip()
    if before.endswith(("=~", "!~")):
        return Place.REGEX if delimiter == '"' else Place.SINGLE_QUOTED_REGEX
    return Place.STRING if delimiter == '"' else Place.SINGLE_QUOTED


def is_amount(text: str) -> bool:
    """Whether a bare text is a number or a length of time, and so can't be taken for a series."""
    return _AMOUNT.fullmatch(text) is not None


def names_labels(text: str) -> bool:
    """Whether what follows `text` stands in a list of labels, such as that of `by`."""
    return _LABEL_LIST.search(text) is not None


def names_no_series(following: str, text: str) -> bool:
    """Whether a bare word between `text` and `following` is a function, a label, or a series with matchers."""
    after = following.lstrip()
    if text.rfind("{") > text.rfind("}") and after.startswith(("=", "!")):
        return True
    return after.startswith(("(", "{")) or (after.startswith("=") and not after.startswith("=="))


def written_at(place: Place, element: Element, *, quoting: bool) -> str:
    """The element's text there; a regular expression has its texts quoted, or, without `quoting`, as they are.

    Raises InexpressibleError for several texts where only one can stand, and for one that would leave its place.
    """
    if place is Place.REGEX or place is Place.SINGLE_QUOTED_REGEX:
        alternatives = "|".join(quote_regex(text) if quoting else text for text in element.texts)
        whole = f"(?:{alternatives})" if len(element.texts) > 1 else alternatives
        return escape(whole) if place is Place.REGEX else _escape_single(whole)
    if len(element.texts) > 1:
        raise InexpressibleError(f"the rule's query takes one value of {element.of}, and the selector gives several")
    text = element.texts[0] if element.texts else ""
    match place:
        case Place.STRING:
            return escape(text)
        case Place.SINGLE_QUOTED:
            return _escape_single(text)
        case Place.BARE if element.trusted or _BARE.fullmatch(text):
            return text
        case Place.RAW_STRING if "`" not in text:
            return text
    raise InexpressibleError(f"the rule's query can't hold the value {text!r} of {element.of} where it uses it")


def _escape_single(text: str) -> str:
    # Between single quotes a double quote stands for itself, and PromQL takes no backslash before it.
    return escape(text).replace('\\"', '"').replace("'", "\\'")


# Whole strings, comments and anything else, then the beginning of a string that isn't closed.
_OPEN_STRING = re.compile(
    r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|#[^\n]*(?:\n|$)|[^"'`#])*+"""
    r"""(?:(?P<delimiter>["'`]).*)""",
    re.DOTALL,
)
_AMOUNT = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|(?:[0-9]+(?:ms|[smhdwy]))+", re.ASCII)
_LABEL_LIST = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([\w\s,]*$", re.ASCII)
_BARE = re.compile(r"[A-Za-z0-9_.:-]*", re.ASCII)
