"""Which series does a text name? `name{label="value"}`, as Prometheus prints it."""

import re
from typing import Final

from scaler.simulation.scenario import Labels


class NotASeries(ValueError):
    """A text that names no series."""


def parse_series(text: str) -> Labels:
    """The series, its labels in order. One with an empty value is one that isn't there."""
    head = _HEAD.fullmatch(text.strip())
    if head is None:
        raise NotASeries("it isn't a name with labels in braces")
    labels: dict[str, str] = {}
    inside, position = head["labels"] or "", 0
    while position < len(inside):
        pair = _PAIR.match(inside, position)
        if pair is None:
            raise NotASeries(f'not a label such as name="worker": {inside[position:].strip()!r}')
        if pair["label"] in labels:
            raise NotASeries(f"label {pair['label']!r} is given twice")
        labels[pair["label"]] = unquoted(pair["value"])
        position = pair.end()
    return Labels(name=head["name"], labels=tuple(sorted((key, value) for key, value in labels.items() if value)))


def unquoted(literal: str) -> str:
    """What a quoted string of PromQL says."""
    body = literal[1:-1]
    return body if literal[0] == "`" else _ESCAPE.sub(_unescaped, body)


def _unescaped(escape: re.Match[str]) -> str:
    text = escape[1]
    return chr(int(text[1:], 16)) if len(text) > 1 else _LETTERS.get(text, text)


_HEAD: Final = re.compile(r"(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)\s*(?:\{(?P<labels>.*)\})?", re.ASCII | re.DOTALL)
_STRING: Final = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`"""
_PAIR: Final = re.compile(rf"\s*(?P<label>[a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*(?P<value>{_STRING})\s*(?:,\s*|$)", re.ASCII)
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|.)")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
