"""Which words does one action of a template hold? As Go's own reader parts them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, auto


class Sort(StrEnum):
    """What a token is."""

    SPACE = auto()
    TEXT = auto()
    NUMBER = auto()
    VARIABLE = auto()
    FIELD = auto()
    DOT = auto()
    WORD = auto()
    MARK = auto()


class NotAToken(ValueError):
    """Text that Go's reader refuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """`chain` are the names after dots in `$x.a.b` and `.a.b`; `text` is the variable's name without them."""

    sort: Sort
    text: str
    chain: tuple[str, ...] = ()


def tokens_of(text: str) -> tuple[Token, ...]:
    """Every token; a space stands between operands and nowhere else. Raises NotAToken."""
    return tuple(_tokens(text.strip()))


def text_of(literal: str) -> str:
    """What a text in double quotes or backquotes says. Raises NotAToken."""
    if literal[0] == "`":
        return literal[1:-1]
    if not _ESCAPES.fullmatch(literal):
        raise NotAToken(f"{literal} holds a backslash that means nothing: write it twice, or use backquotes")
    return str(ast.literal_eval(literal))


def _tokens(text: str) -> Iterator[Token]:
    position = 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise NotAToken(f"{text[position]!r} can't stand there")
        position = found.end()
        sort, word = Sort(str(found.lastgroup)), found[0]
        if sort is Sort.VARIABLE:
            name, *chain = word.split(".")
            yield Token(sort=sort, text=name, chain=tuple(chain))
        elif sort is Sort.FIELD:
            yield Token(sort=sort, text=word, chain=tuple(word[1:].split(".")))
        else:
            yield Token(sort=sort, text=word)


_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"""|(?P<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`)"""
    r"|(?P<number>[+-]?[0-9][0-9A-Za-z_.]*|'(?:[^'\\\n]|\\.)+')"
    r"|(?P<variable>\$\w*(?:\.\w+)*)"
    r"|(?P<field>(?:\.[^\W\d]\w*)+)"
    r"|(?P<dot>\.)"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<mark>:=|=|,|\||\(|\))"
)
_ESCAPES = re.compile(r'"(?:[^"\\\n]|\\(?:[abfnrtv\\"]|[0-7]{3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))*"')
