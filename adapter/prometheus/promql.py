"""How does a label selector read in PromQL? Matchers that can select neither more nor less than was asked for.

To Prometheus a label that is absent and one that is empty are the same thing; so `!k` and `k=` are both `k=""`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from adapter.kube.selectors import Operator, Requirement


class MatchOperator(StrEnum):
    EQUAL = "="
    NOT_EQUAL = "!="
    REGEX = "=~"
    NOT_REGEX = "!~"


@dataclass(frozen=True, slots=True, kw_only=True)
class Matcher:
    """One condition on a label. `str()` is its PromQL; `value` is plain text, or a regular expression by operator."""

    label: str
    operator: MatchOperator
    value: str

    def __str__(self) -> str:
        return f"{self.label}{self.operator.value}{quote(self.value)}"


class InexpressibleError(ValueError):
    """A requirement that PromQL can't say. The text is meant for whoever wrote the selector."""


def matchers_of(requirements: Sequence[Requirement]) -> tuple[Matcher, ...]:
    """Matchers that together select what the requirements select, in their order.

    Raises InexpressibleError for `gt` and `lt`, and for a key that isn't a label name of Prometheus 2.
    """
    return tuple(matcher_of(requirement) for requirement in requirements)


def matcher_of(requirement: Requirement) -> Matcher:
    """The one matcher that says what `requirement` says. Raises InexpressibleError as `matchers_of` does."""
    key, build = requirement.key, _BUILDERS.get(requirement.operator)
    if build is None:
        raise InexpressibleError(
            f"the selector compares label {key!r} by {requirement.operator.value!r}, which Prometheus can't do: "
            "labels are text there; use in, notin, =, != or exists"
        )
    if not is_label_name(key):
        raise InexpressibleError(
            f"the selector names label {key!r}, which Prometheus can't hold: a label name there has only letters, "
            "digits and underscores and doesn't begin with a digit"
        )
    if key == "__name__":
        raise InexpressibleError("the selector names label '__name__', but the rule decides which series is read")
    return build(key, requirement.values)


def is_label_name(text: str) -> bool:
    """Whether every Prometheus takes `text` as a label name without quotes."""
    return _LABEL_NAME.fullmatch(text) is not None


def quote(value: str) -> str:
    """`value` as a PromQL string in double quotes, whatever it holds."""
    return f'"{escape(value)}"'


def escape(value: str) -> str:
    """`value` as it stands between the double quotes of a PromQL string."""
    if value.isprintable():
        return value.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(_escape_character(character) for character in value)


def quote_regex(value: str) -> str:
    """A regular expression (RE2) that matches exactly `value`; not yet quoted as a string."""
    return _REGEX_META.sub(r"\\\g<0>", value)


def _escape_character(character: str) -> str:
    if character in '\\"':
        return "\\" + character
    if character.isprintable():
        return character
    return f"\\U{ord(character):08x}"


def _any_of(key: str, values: Sequence[str]) -> Matcher:
    if len(values) == 1:
        return Matcher(label=key, operator=MatchOperator.EQUAL, value=values[0])
    return Matcher(label=key, operator=MatchOperator.REGEX, value=_alternatives(values))


def _none_of(key: str, values: Sequence[str]) -> Matcher:
    if len(values) == 1:
        return Matcher(label=key, operator=MatchOperator.NOT_EQUAL, value=values[0])
    return Matcher(label=key, operator=MatchOperator.NOT_REGEX, value=_alternatives(values))


def _present(key: str, _values: Sequence[str]) -> Matcher:
    return Matcher(label=key, operator=MatchOperator.NOT_EQUAL, value="")


def _absent(key: str, _values: Sequence[str]) -> Matcher:
    return Matcher(label=key, operator=MatchOperator.EQUAL, value="")


def _alternatives(values: Sequence[str]) -> str:
    # Prometheus anchors the whole expression, so the alternatives need no group of their own.
    return "|".join(quote_regex(value) for value in values)


_LABEL_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*", re.ASCII)
_REGEX_META = re.compile(r"[\\.+*?()|\[\]{}^$]")
_BUILDERS: Mapping[Operator, Callable[[str, Sequence[str]], Matcher]] = MappingProxyType(
    {
        Operator.EQUALS: _any_of,
        Operator.DOUBLE_EQUALS: _any_of,
        Operator.IN: _any_of,
        Operator.NOT_EQUALS: _none_of,
        Operator.NOT_IN: _none_of,
        Operator.EXISTS: _present,
        Operator.DOES_NOT_EXIST: _absent,
    }
)
