"""What becomes of values that need a decision: none at all, NaN, infinite, negative, old, several?"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from adapter.externalmetrics.yamlvalues import YamlValue


class OnEmpty(StrEnum):
    """What a query that finds nothing means: no value (the caller decides), zero, or the last value there was."""

    ERROR = "error"
    ZERO = "zero"
    LAST = "last"


class OnNotFinite(StrEnum):
    """What NaN, an infinity or a number too large means: an error, zero, or the largest number of its sign."""

    ERROR = "error"
    ZERO = "zero"
    CLAMP = "clamp"


class OnNegative(StrEnum):
    """What a number below zero means."""

    PASS = "pass"  # noqa: S105 -- a policy, no password
    ZERO = "zero"
    ERROR = "error"


class OnPartial(StrEnum):
    """What an answer with warnings means, which a sum over too few stores has: an error, or what it says."""

    ERROR = "error"
    SERVE = "serve"


class Reduce(StrEnum):
    """What becomes of several items; NONE leaves them, and whoever reads them adds them up."""

    NONE = "none"
    SUM = "sum"
    MAX = "max"
    FIRST = "first"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuePolicies:
    """The decisions of one rule. `max_age_seconds` is how old a sample may be; None leaves it to Prometheus."""

    on_empty: OnEmpty = OnEmpty.ERROR
    on_nan: OnNotFinite = OnNotFinite.ERROR
    on_infinity: OnNotFinite = OnNotFinite.ERROR
    on_negative: OnNegative = OnNegative.PASS
    on_partial: OnPartial = OnPartial.ERROR
    reduce: Reduce = Reduce.NONE
    max_age_seconds: float | None = None


def read_value_policies(fields: Mapping[str, YamlValue]) -> ValuePolicies:
    """The policies among a rule's keys. Raises RulesError."""
    policies = ValuePolicies(
        on_empty=_choice(fields, "onEmpty", OnEmpty.ERROR),
        on_nan=_choice(fields, "onNaN", OnNotFinite.ERROR),
        on_infinity=_choice(fields, "onInf", OnNotFinite.ERROR),
        on_negative=_choice(fields, "onNegative", OnNegative.PASS),
        on_partial=_choice(fields, "onPartial", OnPartial.ERROR),
        reduce=_choice(fields, "reduce", Reduce.NONE),
        max_age_seconds=_read_max_age(fields["maxAge"]) if "maxAge" in fields else None,
    )
    if policies.on_nan is OnNotFinite.CLAMP:
        fields["onNaN"].fail("NaN is no number, so it can't be clamped to one: write error or zero")
    if policies.on_empty is OnEmpty.LAST and policies.max_age_seconds is None:
        fields["onEmpty"].fail("onEmpty: last needs maxAge, for how long the last value counts: write maxAge: 5m")
    return policies


Choice = TypeVar("Choice", bound=StrEnum)


def _choice(fields: Mapping[str, YamlValue], key: str, default: Choice) -> Choice:
    if key not in fields:
        return default
    value, choices = fields[key], type(default)
    try:
        return choices(value.text())
    except ValueError:
        *others, last = (choice.value for choice in choices)
        value.fail(f"{key} is {', '.join(others)} or {last}, not {value.text()!r}")


def _read_max_age(value: YamlValue) -> float:
    seconds = value.seconds()
    if seconds <= 0:
        value.fail("maxAge has to be more than 0s")
    return seconds
