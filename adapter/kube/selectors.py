"""Which objects does a label selector choose? Those whose labels fulfil all of its requirements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final

from adapter.kube.go_quote import go_quoted
from adapter.kube.selector_parse import parse_requirements
from adapter.kube.selector_requirement import Operator, Requirement, SelectorError, requirement_of

__all__ = [
    "EVERYTHING",
    "Operator",
    "Requirement",
    "Selector",
    "SelectorError",
    "parse_selector",
    "selector_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selector:
    """Requirements sorted by key, those of one key in the order given. Without any it chooses everything."""

    requirements: tuple[Requirement, ...] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Whether the labels fulfil every requirement."""
        return all(requirement.matches(labels) for requirement in self.requirements)

    def __str__(self) -> str:
        """The form that `labelSelector=` and `status.selector` of a /scale take; parsing it gives an equal selector."""
        return ",".join(map(str, self.requirements))


EVERYTHING: Final = Selector()


@lru_cache(maxsize=8192)
def parse_selector(text: str) -> Selector:
    """The selector a `labelSelector=` parameter states; the empty text chooses everything.

    Raises SelectorError with apimachinery's text.
    """
    return _sorted(parse_requirements(text))


def selector_of(
    match_labels: Mapping[str, str],
    match_expressions: Sequence[tuple[str, str, Sequence[str]]],
) -> Selector:
    """The selector a LabelSelector object states.

    Expressions are (key, operator, values) with the operators `In`, `NotIn`, `Exists` and `DoesNotExist`. Raises
    SelectorError with apimachinery's text, about the first thing wrong: labels by key, then expressions as listed.
    Source: metav1 LabelSelectorAsSelector (v1.37).
    """
    requirements = [requirement_of(key, Operator.EQUALS, (match_labels[key],)) for key in sorted(match_labels)]
    for key, written, values in match_expressions:
        operator = _OBJECT_OPERATORS.get(written)
        if operator is None:
            raise SelectorError(f"{go_quoted(written)} is not a valid label selector operator")
        requirements.append(requirement_of(key, operator, values))
    return _sorted(requirements)


_OBJECT_OPERATORS: Final = {
    "In": Operator.IN,
    "NotIn": Operator.NOT_IN,
    "Exists": Operator.EXISTS,
    "DoesNotExist": Operator.DOES_NOT_EXIST,
}


def _sorted(requirements: Sequence[Requirement]) -> Selector:
    return Selector(requirements=tuple(sorted(requirements, key=attrgetter("key"))))
