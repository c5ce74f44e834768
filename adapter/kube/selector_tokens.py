"""Into which words does the text of a label selector fall?"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class TokenKind(Enum):
    """What a word is."""

    END = auto()
    IDENTIFIER = auto()
    COMMA = auto()
    OPEN = auto()
    CLOSED = auto()
    NOT = auto()
    OPERATOR = auto()
    KEYWORD = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One word as it was written. `in` and `notin` are keywords after a key and identifiers elsewhere."""

    kind: TokenKind
    text: str

    @property
    def is_identifier(self) -> bool:
        """Whether it can stand where a key or a value is expected."""
        return self.kind in {TokenKind.IDENTIFIER, TokenKind.KEYWORD}


_END: Final = Token(TokenKind.END, "")
_SPECIAL: Final = {
    ")": TokenKind.CLOSED,
    ",": TokenKind.COMMA,
    "!": TokenKind.NOT,
    "==": TokenKind.OPERATOR,
    "=": TokenKind.OPERATOR,
    ">": TokenKind.OPERATOR,
    "<": TokenKind.OPERATOR,
    "!=": TokenKind.OPERATOR,
    "(": TokenKind.OPEN,
}
_KEYWORDS: Final = frozenset({"in", "notin"})
_SPACE: Final = frozenset(" \t\r\n")
_STOPS: Final = _SPACE | frozenset("=!(),><")


def tokens_of(text: str) -> tuple[Token, ...]:
    """The words of `text`, an END last. A NUL ends it, as it does in Go's lexer.

    Source: labels Lexer (v1.37).
    """
    text = text.partition("\0")[0]
    tokens = []
    position = 0
    while position < len(text):
        if text[position] in _SPACE:
            position += 1
            continue
        token = _token_at(text, position)
        tokens.append(token)
        position += len(token.text)
    return (*tokens, _END)


def _token_at(text: str, start: int) -> Token:
    for width in (2, 1):
        special = text[start : start + width]
        if special in _SPECIAL:
            return Token(_SPECIAL[special], special)
    end = start
    while end < len(text) and text[end] not in _STOPS:
        end += 1
    word = text[start:end]
    return Token(TokenKind.KEYWORD if word in _KEYWORDS else TokenKind.IDENTIFIER, word)
