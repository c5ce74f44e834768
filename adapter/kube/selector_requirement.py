"""What does one clause of a label selector demand, and is it well formed?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

import msgspec

from adapter.kube.go_quote import go_quoted
from adapter.kube.label_rules import label_key_problems, label_value_problems
from adapter.kube.quantity_value import INT64_MAX, INT64_MIN


class SelectorError(ValueError):
    """The selector is not one; the message is the one apimachinery gives."""


class Operator(StrEnum):
    """What a requirement demands of the label; the values are apimachinery's."""

    IN = "in"
    NOT_IN = "notin"
    EQUALS = "="
    DOUBLE_EQUALS = "=="
    NOT_EQUALS = "!="
    EXISTS = "exists"
    DOES_NOT_EXIST = "!"
    GREATER_THAN = "gt"
    LESS_THAN = "lt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One demand on one label; `values` are sorted. Build it with `requirement_of`, which checks it."""

    key: str
    operator: Operator
    values: tuple[str, ...] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Whether the labels fulfil it. A label that is not there fulfils `!=`, `notin` and `!`, and no other."""
        actual = labels.get(self.key)
        match self.operator:
            case Operator.IN | Operator.EQUALS | Operator.DOUBLE_EQUALS:
                return actual in self.values
            case Operator.NOT_IN | Operator.NOT_EQUALS:
                return actual not in self.values
            case Operator.EXISTS:
                return actual is not None
            case Operator.DOES_NOT_EXIST:
                return actual is None
            case Operator.GREATER_THAN | Operator.LESS_THAN:
                return actual is not None and self._compares(actual)
            case _:
                assert_never(self.operator)

    def _compares(self, actual: str) -> bool:
        if not _is_int64(actual):
            return False
        bound = int(self.values[0])
        return int(actual) > bound if self.operator is Operator.GREATER_THAN else int(actual) < bound

    def __str__(self) -> str:
        """As apimachinery prints it; parsing that gives an equal requirement."""
        match self.operator:
            case Operator.EXISTS:
                return self.key
            case Operator.DOES_NOT_EXIST:
                return f"!{self.key}"
            case Operator.IN | Operator.NOT_IN:
                return f"{self.key} {self.operator} ({','.join(self.values)})"
            case Operator.EQUALS | Operator.DOUBLE_EQUALS | Operator.NOT_EQUALS:
                return f"{self.key}{self.operator}{self.values[0]}"
            case Operator.GREATER_THAN:
                return f"{self.key}>{self.values[0]}"
            case Operator.LESS_THAN:
                return f"{self.key}<{self.values[0]}"
            case _:
                assert_never(self.operator)


def requirement_of(key: str, operator: Operator, values: Sequence[str]) -> Requirement:
    """The requirement, its values sorted. Raises SelectorError with every problem apimachinery would name.

    Source: labels NewRequirement (v1.37).
    """
    problems = [f"key: {invalid}" for invalid in invalid_key(key)]
    problems += _count_problems(operator, values)
    for index, value in enumerate(values):
        wrong = label_value_problems(value)
        if wrong:
            problems.append(f"values[{index}][{key}]: Invalid value: {go_quoted(value)}: {'; '.join(wrong)}")
    if problems:
        raise SelectorError(_aggregated(problems))
    return Requirement(key=key, operator=operator, values=tuple(sorted(values)))


def invalid_key(key: str) -> tuple[str, ...]:
    """What apimachinery says after the field's name about a key that is none; empty for a good key."""
    wrong = label_key_problems(key)
    return (f"Invalid value: {go_quoted(key)}: {'; '.join(wrong)}",) if wrong else ()


def _count_problems(operator: Operator, values: Sequence[str]) -> list[str]:
    match operator:
        case Operator.IN | Operator.NOT_IN:
            fits, demand = len(values) > 0, "for 'in', 'notin' operators, values set can't be empty"
        case Operator.EQUALS | Operator.DOUBLE_EQUALS | Operator.NOT_EQUALS:
            fits, demand = len(values) == 1, "exact-match compatibility requires one single value"
        case Operator.EXISTS | Operator.DOES_NOT_EXIST:
            fits, demand = len(values) == 0, "values set must be empty for exists and does not exist"
        case Operator.GREATER_THAN | Operator.LESS_THAN:
            fits, demand = len(values) == 1, "for 'Gt', 'Lt' operators, exactly one value is required"
        case _:
            assert_never(operator)
    problems = [] if fits else [f"values: Invalid value: {_as_go_json(values)}: {demand}"]
    if operator in {Operator.GREATER_THAN, Operator.LESS_THAN}:
        problems += [
            f"values[{index}]: Invalid value: {go_quoted(value)}: {_INTEGER_DEMAND}"
            for index, value in enumerate(values)
            if not _is_int64(value)
        ]
    return problems


_INTEGER_DEMAND: Final = "for 'Gt', 'Lt' operators, the value must be an integer"
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,4000}")


def _is_int64(text: str) -> bool:
    return _INTEGER.fullmatch(text) is not None and INT64_MIN <= int(text) <= INT64_MAX


def _as_go_json(values: Sequence[str]) -> str:
    if not values:
        return "null"
    text = msgspec.json.encode(values).decode()
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _aggregated(problems: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(problems))
    return distinct[0] if len(distinct) == 1 else f"[{', '.join(distinct)}]"
