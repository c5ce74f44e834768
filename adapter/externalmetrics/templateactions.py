"""Where in a text do the actions of a template stand, and which of them belong to a template of its own?"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapter.externalmetrics.templatetokens import NotAToken, text_of


class TemplateError(ValueError):
    """Text that isn't a template we can fill in; `line` counts from 0 within it.

    `is_syntax` is whether Go refuses it, too, when it reads it; the rest goes wrong there when it is filled in.
    """

    def __init__(self, text: str, *, line: int, is_syntax: bool) -> None:
        super().__init__(text)
        self.line = line
        self.is_syntax = is_syntax


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What stands between << and >>."""

    body: str
    line: int

    @property
    def word(self) -> str:
        found = _WORD.match(self.body)
        return "" if found is None else found[0]

    @property
    def rest(self) -> str:
        return self.body[len(self.word) :].strip()

    def wrong(self, text: str, *, is_syntax: bool = True) -> TemplateError:
        """The error that this action is."""
        return TemplateError(text, line=self.line, is_syntax=is_syntax)


Piece = str | Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """A template's literal texts and actions in their order, and those of the templates that it defines by name."""

    main: tuple[Piece, ...]
    defined: Mapping[str, tuple[Piece, ...]]


def pieces_of(text: str) -> Pieces:
    """Raises TemplateError for an action or a definition that doesn't end."""
    main: list[Piece] = []
    defined: dict[str, tuple[Piece, ...]] = {}
    _take(list(_split(text)), main, defined)
    return Pieces(main=tuple(main), defined=defined)


def _take(pieces: list[Piece], into: list[Piece], defined: dict[str, tuple[Piece, ...]]) -> None:
    depth = 0
    while pieces:
        piece = pieces.pop(0)
        word = piece.word if isinstance(piece, Action) else ""
        if isinstance(piece, Action) and (word == "block" or (word == "define" and not depth)):
            name = _name_of(piece)
            _define(name, piece, _body_of(pieces, piece), defined)
            if word == "block":
                into.append(Action(body=f"template {piece.rest}", line=piece.line))
            continue
        if isinstance(piece, Action) and word == "define":
            raise piece.wrong(f"<<{piece.body}>> has to stand outside of all others")
        depth += (word in _OPENING) - (word == "end")
        into.append(piece)


def _define(name: str, action: Action, body: Sequence[Piece], defined: dict[str, tuple[Piece, ...]]) -> None:
    inner: list[Piece] = []
    _take(list(body), inner, defined)
    if any(isinstance(piece, Action) or piece.strip() for piece in defined.get(name, ())):
        raise action.wrong(f"template {name!r} is defined twice: keep one")
    defined[name] = tuple(inner)


def _body_of(pieces: list[Piece], opening: Action) -> tuple[Piece, ...]:
    """What stands before the `end` of `opening`, taken out of `pieces` with it."""
    body: list[Piece] = []
    depth = 1
    while pieces:
        piece = pieces.pop(0)
        word = piece.word if isinstance(piece, Action) else ""
        depth += (word in _OPENING) - (word == "end")
        if not depth:
            return tuple(body)
        body.append(piece)
    raise opening.wrong(f"<<{opening.body}>> has no <<end>>")


def _name_of(action: Action) -> str:
    found = _NAME.match(action.rest)
    if found is None:
        raise action.wrong(f"<<{action.body}>> needs a name in quotes")
    try:
        return text_of(found[0])
    except NotAToken as error:
        raise action.wrong(f"<<{action.body}>>: {error}") from error


def _split(text: str) -> Iterator[Piece]:
    position, trim = 0, False
    for action in _ACTION.finditer(text):
        literal = _literal(text, position, action.start(), trim_left=trim)
        literal = literal.rstrip() if action["left"] else literal
        if literal:
            yield literal
        body = action["body"].strip()
        if not _COMMENT.fullmatch(body):
            yield Action(body=body, line=_line(text, action.start()))
        position, trim = action.end(), bool(action["right"])
    literal = _literal(text, position, len(text), trim_left=trim)
    if literal:
        yield literal


def _literal(text: str, start: int, end: int, *, trim_left: bool) -> str:
    literal = text[start:end]
    if "<<" in literal:
        line = _line(text, start + literal.index("<<"))
        raise TemplateError("<< is never closed by >>", line=line, is_syntax=True)
    return literal.lstrip() if trim_left else literal


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position)


_OPENING = frozenset({"if", "with", "range", "block", "define"})
_WORD = re.compile(r"[a-z]+\b", re.ASCII)
_NAME = re.compile(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`')
# A text in quotes may hold what looks like the end.
_ACTION = re.compile(
    r'<<(?P<left>-(?=\s))?(?P<body>(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|.)*?)(?P<right>(?<=\s)-)?>>', re.DOTALL
)
_COMMENT = re.compile(r"/\*.*\*/", re.DOTALL)
