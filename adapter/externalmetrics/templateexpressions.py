"""What may stand in one action of a template? Fields, values of labels, parameters, literals, some functions."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from types import MappingProxyType

from adapter.externalmetrics.templatetypes import (
    Call,
    EveryLabel,
    Expression,
    Field,
    Function,
    LabelValues,
    Literal,
    ParameterText,
    Variable,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What a template may name."""

    fields: Collection[Field]
    label_values: bool = False
    parameters: Collection[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What loops around the action have named; `dot_is_root` as long as none of them took the dot for itself."""

    variables: frozenset[str] = frozenset()
    dot_is_root: bool = True


class ExpressionError(ValueError):
    """Text that isn't an expression we can evaluate: why not, and what can be written."""


def parse_expression(text: str, vocabulary: Vocabulary, scope: Scope) -> Expression:
    """The expression that `text` is, pipelines included. Raises ExpressionError."""
    return _Reader(text, vocabulary, scope).whole()


class _Reader:
    """Reads tokens from left to right, as Go's own parser does."""

    def __init__(self, text: str, vocabulary: Vocabulary, scope: Scope) -> None:
        self._tokens = [found[0] for found in _TOKEN.finditer(text) if not found[0].isspace()]
        self._vocabulary = vocabulary
        self._scope = scope

    def whole(self) -> Expression:
        expression = self._pipeline()
        if self._tokens:
            raise ExpressionError(f"{self._tokens[0]!r} is not expected there")
        return expression

    def _pipeline(self) -> Expression:
        expression = self._command(())
        while self._tokens[:1] == ["|"]:
            del self._tokens[0]
            expression = self._command((expression,))
        return expression

    def _command(self, piped: tuple[Expression, ...]) -> Expression:
        name = self._tokens[0] if self._tokens else ""
        if name == "index":
            del self._tokens[0]
            return self._index(piped)
        if name in _FUNCTIONS:
            del self._tokens[0]
            return self._call(Function(name), piped)
        if piped:
            raise ExpressionError(f"a value can only be piped into one of {', '.join(_FUNCTIONS)}")
        return self._operand()

    def _call(self, function: Function, piped: tuple[Expression, ...]) -> Expression:
        arguments: list[Expression] = []
        while self._tokens and self._tokens[0] not in {"|", ")"}:
            arguments.append(self._operand())
        arguments.extend(piped)
        least, most = _ARGUMENTS[function]
        if not least <= len(arguments) <= most:
            raise ExpressionError(f"{function.value} takes {least if least == most else f'at least {least}'} values")
        return Call(function=function, arguments=tuple(arguments))

    def _index(self, piped: tuple[Expression, ...]) -> Expression:
        of = self._tokens.pop(0) if self._tokens else ""
        key = piped[0] if piped else self._operand()
        match of.removeprefix("$"), key:
            case ".LabelValuesByName", Literal(value=str() as label) if self._vocabulary.label_values:
                return LabelValues(label)
            case ".Parameters", Literal(value=str() as name):
                return self._parameter(name)
            case ".GroupBySlice", _:
                raise ExpressionError(f"{_NO_GROUPS}: it has no first element")
            case _:
                raise ExpressionError(_advice(self._vocabulary))

    def _operand(self) -> Expression:
        word = self._tokens.pop(0) if self._tokens else ""
        if word == "(":
            return self._parenthesised()
        if word == "." and not self._scope.dot_is_root:
            return Variable("")
        if word.startswith("$") and word[1:] in self._scope.variables:
            return Variable(word[1:])
        literal = _literal_of(word)
        return self._field(word) if literal is None else literal

    def _parenthesised(self) -> Expression:
        inner = self._pipeline()
        if self._tokens[:1] != [")"]:
            raise ExpressionError("a parenthesis is never closed")
        del self._tokens[0]
        return inner

    def _field(self, token: str) -> Expression:
        if token.startswith(".") and not self._scope.dot_is_root:
            raise ExpressionError(f"within range and with, the dot is what they are at: write ${token}")
        head, _, rest = token.removeprefix("$").removeprefix(".").partition(".")
        if head == "LabelValuesByName" and self._vocabulary.label_values:
            return LabelValues(rest) if rest else EveryLabel()
        if head == "Parameters" and rest:
            return self._parameter(rest)
        if "." in token and not rest and head in {field.value for field in self._vocabulary.fields}:
            return Field(head)
        raise ExpressionError(_CORRECTIONS.get(head) or _advice(self._vocabulary))

    def _parameter(self, name: str) -> Expression:
        if name not in self._vocabulary.parameters:
            known = ", ".join(sorted(self._vocabulary.parameters)) or "none"
            raise ExpressionError(f"the rule has no parameter {name!r}; it has {known}")
        return ParameterText(name)


def _literal_of(word: str) -> Literal | None:
    if word in {"true", "false"}:
        return Literal(word == "true")
    if word.lstrip("-").isdecimal():
        return Literal(int(word))
    if word[:1] not in {'"', "`"}:
        return None
    if word[0] == '"' and "\\" in word:
        raise ExpressionError("a text with a backslash stands between backquotes here")
    return Literal(word[1:-1])


def _advice(vocabulary: Vocabulary) -> str:
    known = [f"<<.{field.value}>>" for field in vocabulary.fields if field is not Field.GROUP_BY_SLICE]
    if vocabulary.label_values:
        known.append('<<index .LabelValuesByName "LABEL">>')
    known.extend(f'<<index .Parameters "{name}">>' for name in sorted(vocabulary.parameters))
    return f"a template here may use {', '.join(known)}"


_NO_GROUPS = ".GroupBySlice is always empty for an external metric"
_FUNCTIONS = tuple(function.value for function in Function)
_MANY = 1_000
_ARGUMENTS = MappingProxyType(
    {function: (2, _MANY if function is Function.EQ else 2) for function in Function}
    | {Function.NOT: (1, 1), Function.LEN: (1, 1), Function.AND: (1, _MANY), Function.OR: (1, _MANY)}
)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`|[()|]|\s+|[^\s()|"`]+')
_CORRECTIONS = MappingProxyType(
    {
        "LabelMatchersByName": 'the field is called .LabelValuesByName: <<index .LabelValuesByName "LABEL">>',
        "join": "Go's templates have no join; the values of a label come joined by | already",
    }
)
