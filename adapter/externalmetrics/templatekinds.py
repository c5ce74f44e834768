"""What is an expression of a template made of, and which kind of value does it give?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


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
    """Go's functions, all but `call`, for which there is nothing to be called."""

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
    INDEX = "index"
    SLICE = "slice"
    PRINT = "print"
    PRINTF = "printf"
    PRINTLN = "println"
    HTML = "html"
    JS = "js"
    URLQUERY = "urlquery"


class Kind(StrEnum):
    """What an expression gives, known before it is evaluated; ANY where it depends on values."""

    TEXT = "a text"
    NUMBER = "a number"
    BOOL = "true or false"
    LABELS = "a collection"
    PARAMETERS = "a table"
    GROUPS = "an empty collection"
    DATA = "everything there is"
    ANY = "a value"


@dataclass(frozen=True, slots=True)
class LabelValues:
    """The values that the selector gives for a label."""

    label: str


@dataclass(frozen=True, slots=True)
class EveryLabel:
    """All labels that the selector gives values for, with them: `.LabelValuesByName` itself."""


@dataclass(frozen=True, slots=True)
class Data:
    """All that a template is filled with: the dot at its beginning."""


@dataclass(frozen=True, slots=True)
class ParameterText:
    """The text that a parameter's value stands for."""

    name: str


@dataclass(frozen=True, slots=True)
class EveryParameter:
    """The rule's parameters, by their names: `.Parameters` itself."""

    names: tuple[str, ...]

    def named(self, name: str) -> ParameterText | None:
        """The parameter, if there is one of that name."""
        return ParameterText(name) if name in self.names else None

    def unknown(self, name: str) -> str:
        """What to say of a name that there isn't."""
        return f"the rule has no parameter {name!r}; it has {', '.join(self.names) or 'none'}"


@dataclass(frozen=True, slots=True)
class Variable:
    """A text, number or truth with a name; the dot's is empty, and that of what a template within was given is `$`."""

    name: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Literal:
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class Call:
    function: Function
    arguments: tuple["Expression", ...]
    kind: Kind = Kind.ANY


Expression = Field | LabelValues | EveryLabel | Data | ParameterText | EveryParameter | Variable | Literal | Call


def kind_of(expression: Expression) -> Kind:
    """What the expression gives."""
    match expression:
        case Variable(kind=kind) | Call(kind=kind):
            return kind
        case Literal(value=value):
            return _LITERALS[type(value)]
        case Field():
            return Kind.GROUPS if expression is Field.GROUP_BY_SLICE else Kind.TEXT
        case _:
            return _KINDS[type(expression)]


def within(expression: Expression) -> Iterator[Expression]:
    """The expression and all that it is made of."""
    yield expression
    if isinstance(expression, Call):
        for argument in expression.arguments:
            yield from within(argument)


_LITERALS: Mapping[type, Kind] = MappingProxyType({bool: Kind.BOOL, int: Kind.NUMBER, str: Kind.TEXT})
_KINDS: Mapping[type, Kind] = MappingProxyType(
    {
        LabelValues: Kind.TEXT,
        ParameterText: Kind.TEXT,
        EveryLabel: Kind.LABELS,
        EveryParameter: Kind.PARAMETERS,
        Data: Kind.DATA,
    }
)
