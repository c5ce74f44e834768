"""What is a query made of? The expressions of the part of PromQL that a simulation has."""

from dataclasses import dataclass

import re2


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelIs:
    """One matcher. `pattern` is compiled for `=~` and `!~`; `negated` turns the answer around."""

    label: str
    value: str
    regex: bool
    negated: bool

    def holds(self, actual: str) -> bool:
        same = re2.fullmatch(self.value, actual) is not None if self.regex else actual == self.value
        return same is not self.negated


@dataclass(frozen=True, slots=True, kw_only=True)
class Selector:
    """Series by their labels, the name among them as `__name__`."""

    matchers: tuple[LabelIs, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregation:
    """`by` these labels, or `without` them."""

    operator: str
    labels: tuple[str, ...]
    without: bool
    inner: "Expression"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A function of a vector and of numbers."""

    name: str
    arguments: tuple["Expression", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary:
    operator: str
    left: "Expression"
    right: "Expression"


Expression = Number | Selector | Aggregation | Call | Binary
