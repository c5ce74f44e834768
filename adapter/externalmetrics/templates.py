"""What does a template between << and >> say? The part of Go's text/template that rules use."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adapter.externalmetrics.templateexpressions import ExpressionError, Scope, Vocabulary, parse_expression
from adapter.externalmetrics.templatetypes import (
    Choice,
    EveryLabel,
    Expression,
    Field,
    Loop,
    Output,
    Part,
    Template,
)

__all__ = ["Field", "Template", "TemplateError", "Vocabulary", "parse_template"]


class TemplateError(ValueError):
    """Text that isn't a template we can fill in; `line` counts from 0 within it."""

    def __init__(self, text: str, *, line: int) -> None:
        super().__init__(text)
        self.line = line


def parse_template(text: str, vocabulary: Vocabulary) -> Template:
    """The parts of `text`. Raises TemplateError for what goes beyond `vocabulary`, `if`, `with` and `range`."""
    if "{{" in text:
        raise TemplateError("templates here stand between << and >>, not {{ and }}", line=_line(text, text.index("{{")))
    reader = _Reader(tuple(_pieces(text)), vocabulary)
    parts = reader.block(Scope())
    if reader.ahead is not None:
        raise TemplateError(f"<<{reader.ahead.body}>> has no beginning", line=reader.ahead.line)
    return Template(parts=parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Action:
    body: str
    line: int

    @property
    def word(self) -> str:
        return self.body.split(maxsplit=1)[0] if self.body else ""

    @property
    def rest(self) -> str:
        return self.body[len(self.word) :].strip()


class _Reader:
    """Reads literal texts and actions into parts; a block ends before an action that isn't its own."""

    def __init__(self, pieces: tuple[str | _Action, ...], vocabulary: Vocabulary) -> None:
        self._pieces = list(pieces)
        self._vocabulary = vocabulary

    @property
    def ahead(self) -> _Action | None:
        """The action that ended a block."""
        return self._pieces[0] if self._pieces and isinstance(self._pieces[0], _Action) else None

    def block(self, scope: Scope) -> tuple[Part, ...]:
        parts: list[Part] = []
        while self._pieces and not (isinstance(self._pieces[0], _Action) and self._pieces[0].word in _ENDINGS):
            piece = self._pieces.pop(0)
            parts.append(piece if isinstance(piece, str) else self._part(piece, scope))
        return tuple(parts)

    def _part(self, action: _Action, scope: Scope) -> Part:
        match action.word:
            case "if" | "with":
                return self._choice(action, scope)
            case "range":
                return self._loop(action, scope)
            case _:
                return self._output(action, scope)

    def _output(self, action: _Action, scope: Scope) -> Output:
        expression = self._expression(action, action.body, scope)
        if _is_collection(expression):
            raise TemplateError(
                f"<<{action.body}>> is a collection: take an element, or range over it", line=action.line
            )
        return Output(expression=expression)

    def _choice(self, action: _Action, scope: Scope) -> Choice:
        takes_dot = action.word == "with"
        condition = self._expression(action, action.rest, scope)
        inner = Scope(variables=scope.variables, dot_is_root=scope.dot_is_root and not takes_dot)
        then = self.block(inner)
        return Choice(condition=condition, takes_dot=takes_dot, then=then, otherwise=self._otherwise(action, scope))

    def _loop(self, action: _Action, scope: Scope) -> Loop:
        head = _LOOP.fullmatch(action.rest)
        names = tuple(name for name in (head["first"], head["second"]) if name) if head is not None else ()
        over = self._expression(action, action.rest if head is None else head["over"], scope)
        if not _is_collection(over):
            raise TemplateError(f"<<{action.body}>>: only .LabelValuesByName can be ranged over", line=action.line)
        inner = Scope(variables=scope.variables | frozenset(names), dot_is_root=False)
        key, value = (names[0], names[1]) if len(names) > 1 else ("", "".join(names))
        body = self.block(inner)
        return Loop(over=over, key=key, value=value, body=body, otherwise=self._otherwise(action, scope))

    def _otherwise(self, opening: _Action, scope: Scope) -> tuple[Part, ...]:
        """What stands between `else` and `end`; this reads the `end`, too."""
        ending = self.ahead
        if ending is None:
            raise TemplateError(f"<<{opening.body}>> has no <<end>>", line=opening.line)
        del self._pieces[0]
        if ending.word == "end":
            return ()
        if ending.rest:
            chained = _Action(body=ending.rest, line=ending.line)
            return (self._part(chained, scope),)
        parts = self.block(scope)
        closing = self.ahead
        if closing is None or closing.word != "end":
            raise TemplateError(f"<<{opening.body}>> has no <<end>>", line=opening.line)
        del self._pieces[0]
        return parts

    def _expression(self, action: _Action, text: str, scope: Scope) -> Expression:
        try:
            return parse_expression(text, self._vocabulary, scope)
        except ExpressionError as error:
            raise TemplateError(f"<<{action.body}>> is not understood: {error}", line=action.line) from error


def _is_collection(expression: Expression) -> bool:
    return isinstance(expression, EveryLabel) or expression is Field.GROUP_BY_SLICE


def _pieces(text: str) -> Iterator[str | _Action]:
    position, trim = 0, False
    for action in _ACTION.finditer(text):
        literal = _literal(text, position, action.start(), trim_left=trim)
        literal = literal.rstrip() if action["left"] else literal
        if literal:
            yield literal
        body = action["body"].strip()
        if not _COMMENT.fullmatch(body):
            yield _Action(body=body, line=_line(text, action.start()))
        position, trim = action.end(), bool(action["right"])
    literal = _literal(text, position, len(text), trim_left=trim)
    if literal:
        yield literal


def _literal(text: str, start: int, end: int, *, trim_left: bool) -> str:
    literal = text[start:end]
    if "<<" in literal:
        raise TemplateError("<< is never closed by >>", line=_line(text, start + literal.index("<<")))
    return literal.lstrip() if trim_left else literal


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position)


_ENDINGS = frozenset({"else", "end"})
_ACTION = re.compile(r"<<(?P<left>-(?=\s))?(?P<body>.*?)(?P<right>(?<=\s)-)?>>", re.DOTALL)
_COMMENT = re.compile(r"/\*.*\*/", re.DOTALL)
_LOOP = re.compile(r"\$(?P<first>\w+)(?:\s*,\s*\$(?P<second>\w+))?\s*:=\s*(?P<over>.+)", re.ASCII | re.DOTALL)
