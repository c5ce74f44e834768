"""What does a template between << and >> say? Go's text/template, read whole before anything is filled in."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from adapter.externalmetrics.templateactions import Action, Piece, Pieces, TemplateError, pieces_of
from adapter.externalmetrics.templateexpressions import ExpressionReader
from adapter.externalmetrics.templatekinds import Expression, Field, Kind, Literal, Variable, kind_of
from adapter.externalmetrics.templatescopes import ExpressionError, Scope, Vocabulary, named
from adapter.externalmetrics.templatetokens import NotAToken, text_of, tokens_of
from adapter.externalmetrics.templatetypes import Assignment, Choice, Inner, Loop, Output, Part, Template

__all__ = ["Field", "Template", "TemplateError", "Vocabulary", "parse_template"]


def parse_template(text: str, vocabulary: Vocabulary) -> Template:
    """The parts of `text`. Raises TemplateError for what Go refuses, and for what goes beyond `vocabulary`."""
    pieces = pieces_of(text)
    reader = _Reader(pieces.main, pieces, ())
    parts = reader.block(Scope(vocabulary=vocabulary))
    if reader.ahead is not None:
        raise reader.ahead.wrong(f"<<{reader.ahead.body}>> has no beginning")
    if "{{" in text:
        line = text.count("\n", 0, text.index("{{"))
        raise TemplateError("templates here stand between << and >>, not {{ and }}", line=line, is_syntax=False)
    return Template(parts=parts)


class _Reader:
    """Reads literal texts and actions into parts; a block ends before an action that isn't its own.

    `within` are the names of the templates whose parts are being read.
    """

    def __init__(self, pieces: Sequence[Piece], all_pieces: Pieces, within: tuple[str, ...]) -> None:
        self._pieces = list(pieces)
        self._all = all_pieces
        self._within = within

    @property
    def ahead(self) -> Action | None:
        """The action that ended a block."""
        return self._pieces[0] if self._pieces and isinstance(self._pieces[0], Action) else None

    def block(self, scope: Scope) -> tuple[Part, ...]:
        parts: list[Part] = []
        while self._pieces and not (isinstance(self._pieces[0], Action) and self._pieces[0].word in _ENDINGS):
            piece = self._pieces.pop(0)
            part = piece if isinstance(piece, str) else self._part(piece, scope)
            if isinstance(part, Assignment) and part.is_new:
                scope = _with_names(scope, {part.name: part.expression})
            if not (isinstance(part, Assignment) and named(part.name, part.expression) == part.expression):
                parts.append(part)
        return tuple(parts)

    def _part(self, action: Action, scope: Scope) -> Part:
        match action.word:
            case "if" | "with":
                return self._choice(action, scope)
            case "range":
                return self._loop(action, scope)
            case "template":
                return self._inner(action, scope)
            case _:
                return self._assignment_or_output(action, scope)

    def _assignment_or_output(self, action: Action, scope: Scope) -> Assignment | Output:
        assigned = _ASSIGNED.fullmatch(action.body)
        return self._output(action, scope) if assigned is None else self._assignment(action, assigned, scope)

    def _output(self, action: Action, scope: Scope) -> Output:
        expression = self._expression(action, action.body, scope)
        if kind_of(expression) not in _WRITTEN:
            text = f"<<{action.body}>> is {kind_of(expression).value}: take an element, or range over it"
            raise action.wrong(text, is_syntax=False)
        return Output(expression=expression)

    def _assignment(self, action: Action, assigned: re.Match[str], scope: Scope) -> Assignment:
        expression, name = self._expression(action, assigned["value"], scope), assigned["name"]
        is_new = assigned["how"] == ":="
        before = scope.names.get(name)
        if not is_new and before is None:
            raise action.wrong(f"<<{action.body}>>: there is no variable ${name}")
        if not is_new and before != named(name, expression):
            raise action.wrong(f"<<{action.body}>>: ${name} can't become {kind_of(expression).value}", is_syntax=False)
        return Assignment(name=name, expression=expression, is_new=is_new)

    def _choice(self, action: Action, scope: Scope) -> Choice:
        assigned = _ASSIGNED.fullmatch(action.rest)
        condition = self._expression(action, action.rest if assigned is None else assigned["value"], scope)
        names = (() if assigned is None else (assigned["name"],)) + (("",) if action.word == "with" else ())
        inner = _with_names(scope, dict.fromkeys(names, condition))
        then = self.block(inner)
        return Choice(
            condition=condition,
            names=tuple(name for name in names if isinstance(inner.names[name], Variable)),
            then=then,
            otherwise=self._otherwise(action, scope if assigned is None else inner),
        )

    def _loop(self, action: Action, scope: Scope) -> Loop:
        head = _LOOP.fullmatch(action.rest)
        over = self._expression(action, action.rest if head is None else head["over"], scope)
        if kind_of(over) not in _RANGED:
            text = f"<<{action.body}>>: only .LabelValuesByName can be ranged over"
            raise action.wrong(text, is_syntax=False)
        key, value = _loop_names(head)
        body = self.block(_with_names(scope, dict.fromkeys((key, value, ""), Literal(""))))
        return Loop(over=over, key=key, value=value, body=body, otherwise=self._otherwise(action, scope))

    def _inner(self, action: Action, scope: Scope) -> Inner:
        head = _TEMPLATE.fullmatch(action.rest)
        if head is None:
            raise action.wrong(f"<<{action.body}>> needs a name in quotes")
        name, given = text_of(head["name"]), head["given"]
        if name not in self._all.defined or name in self._within:
            problem = "contains itself" if name in self._within else "is not defined"
            raise action.wrong(f"<<{action.body}>>: template {name!r} {problem}", is_syntax=False)
        expression = self._expression(action, given, scope) if given else Literal("")
        names = MappingProxyType({each: named(each, expression) for each in ("", "$")})
        reader = _Reader(self._all.defined[name], self._all, (*self._within, name))
        parts = reader.block(Scope(vocabulary=scope.vocabulary, names=names))
        if reader.ahead is not None:
            raise reader.ahead.wrong(f"<<{reader.ahead.body}>> has no beginning")
        return Inner(given=expression, parts=parts)

    def _otherwise(self, opening: Action, scope: Scope) -> tuple[Part, ...]:
        """What stands between `else` and `end`; this reads the `end`, too."""
        ending = self.ahead
        if ending is None:
            raise opening.wrong(f"<<{opening.body}>> has no <<end>>")
        del self._pieces[0]
        if ending.word == "end":
            return ()
        if ending.rest:
            return self._chained(opening, ending, scope)
        parts = self.block(scope)
        closing = self.ahead
        if closing is None or closing.word != "end":
            raise opening.wrong(f"<<{opening.body}>> has no <<end>>")
        del self._pieces[0]
        return parts

    def _chained(self, opening: Action, ending: Action, scope: Scope) -> tuple[Part, ...]:
        chained = Action(body=ending.rest, line=ending.line)
        if chained.word != opening.word or chained.word == "range":
            raise ending.wrong(f"<<{ending.body}>> can't stand after <<{opening.body}>>")
        return (self._choice(chained, scope),)

    def _expression(self, action: Action, text: str, scope: Scope) -> Expression:
        try:
            return ExpressionReader(tokens_of(text), scope).whole()
        except NotAToken as error:
            raise action.wrong(f"<<{action.body}>> is not understood: {error}") from error
        except ExpressionError as error:
            text = f"<<{action.body}>> is not understood: {error}"
            raise action.wrong(text, is_syntax=error.is_syntax) from error


def _with_names(scope: Scope, given: Mapping[str, Expression]) -> Scope:
    names = {name: named(name, expression) for name, expression in given.items()}
    return Scope(vocabulary=scope.vocabulary, names=MappingProxyType({**scope.names, **names}))


def _loop_names(head: re.Match[str] | None) -> tuple[str, str]:
    """The names of the key and of the value; one alone is the value's."""
    if head is None:
        return "", ""
    return (head["first"], head["second"]) if head["second"] else ("", head["first"])


_ENDINGS = frozenset({"else", "end"})
_WRITTEN = frozenset({Kind.TEXT, Kind.NUMBER, Kind.BOOL, Kind.ANY})
_RANGED = frozenset({Kind.LABELS, Kind.GROUPS})
_ASSIGNED = re.compile(r"\$(?P<name>\w+)\s*(?P<how>:?=)\s*(?P<value>.+)", re.ASCII | re.DOTALL)
_LOOP = re.compile(r"\$(?P<first>\w+)(?:\s*,\s*\$(?P<second>\w+))?\s*:=\s*(?P<over>.+)", re.ASCII | re.DOTALL)
_TEMPLATE = re.compile(r'(?P<name>"(?:[^"\\\n]|\\.)*"|`[^`]*`)\s*(?P<given>.*)', re.DOTALL)
