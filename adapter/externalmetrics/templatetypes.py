"""What is a template made of? Literal text, expressions, variables, choices, loops and templates within it."""

from collections.abc import Iterator
from dataclasses import dataclass

from adapter.externalmetrics.templatekinds import Expression, Field, within


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What an expression is, at this place."""

    expression: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """`$name := x` makes a variable, which ends with the block around it; `$name = x` gives it another value."""

    name: str
    expression: Expression
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """`if` and `with`: one of two parts. `names` are variables, the dot among them, that what was asked for gets."""

    condition: Expression
    names: tuple[str, ...]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """`template`: the parts of another, which knows no variables of this one; `given` is its dot and its `$`."""

    given: Expression
    parts: tuple["Part", ...]


Part = str | Output | Assignment | Choice | Loop | Inner


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    parts: tuple[Part, ...]

    def uses(self, field: Field) -> bool:
        return field in self.expressions()

    def expressions(self) -> frozenset[Expression]:
        """Every expression in it, also within others."""
        return frozenset(_expressions_of(self.parts))

    @property
    def literal_text(self) -> str:
        """All that it says whatever it is filled with, pieced together."""
        return " ".join(_texts_of(self.parts))


def _expressions_of(parts: tuple[Part, ...]) -> Iterator[Expression]:
    for part in parts:
        match part:
            case str():
                continue
            case Output(expression=expression) | Assignment(expression=expression):
                yield from within(expression)
            case Choice(condition=one, then=body, otherwise=other) | Loop(over=one, body=body, otherwise=other):
                yield from (*within(one), *_expressions_of(body), *_expressions_of(other))
            case Inner(given=given, parts=body):
                yield from (*within(given), *_expressions_of(body))


def _texts_of(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        match part:
            case str():
                yield part
            case Choice(then=body, otherwise=other) | Loop(body=body, otherwise=other):
                yield from (*_texts_of(body), *_texts_of(other))
            case Inner(parts=body):
                yield from _texts_of(body)
            case _:
                continue
