"""What does `printf` make of its values? The verbs that say something of texts, numbers and truths."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adapter.externalmetrics.templatekinds import Kind
from adapter.externalmetrics.templatetexts import Text
from adapter.prometheus.promql import escape


class FormatError(ValueError):
    """A format that leaves a mistake in the text, or one that isn't understood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """How one value is written. `width` pads with spaces, or with zeros; a negative one at the right."""

    letter: str
    width: int = 0
    zeros: bool = False


def pieces_of_format(text: str) -> tuple[str | Verb, ...]:
    """The literal texts and verbs of a format. Raises FormatError."""
    return tuple(_pieces(text))


def check_format(text: str, kinds: tuple[Kind, ...]) -> None:
    """Raises FormatError when the values aren't as many, or not of the kinds, as the format wants."""
    verbs = [piece for piece in pieces_of_format(text) if isinstance(piece, Verb)]
    if len(verbs) != len(kinds):
        raise FormatError(f"{text!r} takes {len(verbs)} values")
    for verb, kind in zip(verbs, kinds, strict=True):
        if kind not in _KINDS[verb.letter]:
            raise FormatError(f"%{verb.letter} does not take {kind}")


def formatted(text: str, values: tuple[Text | int | bool, ...]) -> Text:
    """The format filled in with values that were checked."""
    rest = iter(values)
    written = Text(())
    for piece in pieces_of_format(text):
        written += Text.of(piece) if isinstance(piece, str) else _written(piece, next(rest))
    return written


def _pieces(text: str) -> Iterator[str | Verb]:
    position = 0
    for found in _VERB.finditer(text):
        if found.start() > position:
            yield text[position : found.start()]
        position = found.end()
        letter = found["letter"]
        if letter == "%":
            yield "%"
        elif letter not in _KINDS:
            raise FormatError(f"{found[0]!r} is no verb that is known here: use %s, %v, %d, %q or %t")
        else:
            width = int(found["width"] or 0)
            zeros = "0" in found["flags"] and "-" not in found["flags"]
            yield Verb(letter=letter, width=-width if "-" in found["flags"] else width, zeros=zeros)
    if position < len(text):
        yield text[position:]


def _written(verb: Verb, value: Text | int | bool) -> Text:
    if isinstance(value, bool):
        text = Text.of(str(value).lower())
    elif isinstance(value, int):
        text = Text.of(str(value))
    else:
        # What comes from a selector is escaped for the string that it then stands in.
        text = Text.of('"') + value.mapped_literals(escape) + Text.of('"') if verb.letter == "q" else value
    missing = abs(verb.width) - len(text.plain)
    if missing <= 0:
        return text
    padding = Text.of(("0" if verb.zeros else " ") * missing)
    return text + padding if verb.width < 0 else padding + text


_VERB = re.compile(r"%(?P<flags>[-0]*)(?P<width>[0-9]*)(?P<letter>.?)", re.DOTALL)
_KINDS = {
    "s": frozenset({Kind.TEXT, Kind.ANY}),
    "v": frozenset({Kind.TEXT, Kind.NUMBER, Kind.BOOL, Kind.ANY}),
    "q": frozenset({Kind.TEXT, Kind.ANY}),
    "d": frozenset({Kind.NUMBER, Kind.ANY}),
    "t": frozenset({Kind.BOOL, Kind.ANY}),
}
