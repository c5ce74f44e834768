"""What is a template made of? Literal text, expressions, choices and loops."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Field(StrEnum):
    """A value that the engine fills in; the name is the one the template uses."""

    SERIES = "Series"
    LABEL_MATCHERS = "LabelMatchers"
    GROUP_BY = "GroupBy"
    GROUP_BY_SLICE = "GroupBySlice"
    GROUP = "Group"
    RESOURCE = "Resource"
    NAMESPACE = "Namespace"


class Function(StrEnum):
    """Those of Go's functions that a query can need; `index` is read as what it takes out."""

    NOT = "not"
    AND = "and"
    OR = "or"
    EQ = "eq"
    NE = "ne"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    LEN = "len"


@dataclass(frozen=True, slots=True)
class LabelValues:
    """The values that the selector gives for a label."""

    label: str


@dataclass(frozen=True, slots=True)
class EveryLabel:
    """All labels that the selector gives values for, with them: `.LabelValuesByName` itself."""


@dataclass(frozen=True, slots=True)
class ParameterText:
    """The text that a parameter's value stands for."""

    name: str


@dataclass(frozen=True, slots=True)
class Variable:
    """What a loop is at: a variable it names, or the dot, whose name is empty."""

    name: str


@dataclass(frozen=True, slots=True)
class Literal:
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class Call:
    function: Function
    arguments: tuple["Expression", ...]


Expression = Field | LabelValues | EveryLabel | ParameterText | Variable | Literal | Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What an expression is, at this place."""

    expression: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """`if`: one of two parts; `with`: the same, where the dot becomes what was asked for (`takes_dot`)."""

    condition: Expression
    takes_dot: bool
    then: tuple["Part", ...]
    otherwise: tuple["Part", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """`range`: `body` once for each element, which has the names `key` and `value` (empty: none) and is the dot."""

    over: Expression
    key: str
    value: str
    body: tuple["Part", ...]
    otherwise: tuple["Part", ...]


Part = str | Output | Choice | Loop


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    parts: tuple[Part, ...]

    def uses(self, field: Field) -> bool:
        return field in self.expressions()

    def expressions(self) -> frozenset[Expression]:
        """Every expression in it, also within others."""
        return frozenset(_expressions_of(self.parts))


def _expressions_of(parts: tuple[Part, ...]) -> Iterator[Expression]:
    for part in parts:
        match part:
            case str():
                continue
            case Output(expression=expression):
                yield from _within(expression)
            case Choice(condition=condition, then=then, otherwise=otherwise):
                yield from (*_within(condition), *_expressions_of(then), *_expressions_of(otherwise))
            case Loop(over=over, body=body, otherwise=otherwise):
                yield from (*_within(over), *_expressions_of(body), *_expressions_of(otherwise))


def _within(expression: Expression) -> Iterator[Expression]:
    yield expression
    if isinstance(expression, Call):
        for argument in expression.arguments:
            yield from _within(argument)
