"""What can be named where an action of a template stands, and what do names after dots stand for?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from adapter.externalmetrics.templatekinds import (
    Data,
    EveryLabel,
    EveryParameter,
    Expression,
    Field,
    Kind,
    LabelValues,
    Variable,
    kind_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What a template may name."""

    fields: Collection[Field]
    label_values: bool = False
    parameters: Collection[str] = ()


Names = Mapping[str, Expression]
"""What variables are: `""` is the dot, `$` what the template was given. A collection's name stands for itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What can be named where an action stands."""

    vocabulary: Vocabulary
    names: Names = field(default_factory=lambda: MappingProxyType({"": Data(), "$": Data()}))


class ExpressionError(ValueError):
    """Text that isn't an expression we can evaluate: why not, and what can be written. `is_syntax` as in a template."""

    def __init__(self, text: str, *, is_syntax: bool = False) -> None:
        super().__init__(text)
        self.is_syntax = is_syntax


def named(name: str, expression: Expression) -> Expression:
    """What the variable `name` stands for when it is given the expression's value."""
    kind = kind_of(expression)
    return expression if kind in _THEMSELVES else Variable(name, kind)


def field_of(of: Expression, chain: tuple[str, ...], vocabulary: Vocabulary) -> Expression:
    """What the names after `of` stand for. Raises ExpressionError."""
    if not chain:
        return of
    name, *rest = chain
    return field_of(_one_field(of, name, vocabulary), tuple(rest), vocabulary)


def _one_field(of: Expression, name: str, vocabulary: Vocabulary) -> Expression:
    match of:
        case EveryLabel():
            return LabelValues(name)
        case EveryParameter():
            text = of.named(name)
            if text is None:
                raise ExpressionError(of.unknown(name))
            return text
        case Data() if name == "Parameters":
            return EveryParameter(tuple(sorted(vocabulary.parameters)))
        case Data() if name == "LabelValuesByName" and vocabulary.label_values:
            return EveryLabel()
        case Data() if name in {known.value for known in vocabulary.fields}:
            return Field(name)
        case Data():
            raise ExpressionError(CORRECTIONS.get(name) or _advice(vocabulary))
        case _:
            raise ExpressionError(f"{kind_of(of).value} has no {name}: write $.{name}")


def _advice(vocabulary: Vocabulary) -> str:
    known = [f"<<.{field.value}>>" for field in vocabulary.fields if field is not Field.GROUP_BY_SLICE]
    if vocabulary.label_values:
        known.append('<<index .LabelValuesByName "LABEL">>')
    known.extend(f'<<index .Parameters "{name}">>' for name in sorted(vocabulary.parameters))
    return f"a template here may use {', '.join(known)}"


_THEMSELVES = frozenset({Kind.LABELS, Kind.GROUPS, Kind.PARAMETERS, Kind.DATA})
CORRECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "LabelMatchersByName": 'the field is called .LabelValuesByName: <<index .LabelValuesByName "LABEL">>',
        "join": "Go's templates have no join; the values of a label come joined by | already",
    }
)
"""What to say of names that are often written."""
