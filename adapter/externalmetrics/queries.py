"""Which PromQL reads this metric, for this namespace and selector?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import re2

from adapter.externalmetrics.namespaces import AnyNamespace, FixedNamespace, OwnNamespace
from adapter.externalmetrics.naming import compiled_pattern
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.templatefunctions import TemplateFault
from adapter.externalmetrics.templaterendering import render
from adapter.externalmetrics.templates import Field
from adapter.kube.selectors import Operator, Requirement, Selector
from adapter.prometheus.promql import InexpressibleError, Matcher, MatchOperator, matcher_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Inexpressible:
    """Why no query says exactly what was asked for; a text for whoever wrote the selector."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulty(Inexpressible):
    """Why the rule makes no query of what was asked for: its own fault, not of whoever wrote the selector."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """PromQL and the matchers in it, the namespace's last."""

    promql: str
    matchers: tuple[Matcher, ...]


def query_of(rule: Rule, *, series: str, namespace: str, selector: Selector) -> Query | Inexpressible:
    """The rule's query for `series`, with the selector's matchers and, last, the namespace's."""
    try:
        bound = _namespace_matchers(rule, namespace)
        _refuse_bound(bound, selector)
        taken = rule.query_parameters
        translated = tuple(_translated(rule, requirement) for requirement in selector.requirements)
        filters = (requirement for requirement in translated if requirement.key not in taken)
        matchers = (*_matchers_of(filters, are_regexes=rule.regex_values), *bound)
        values = _Values(rule=rule, series=series, requirements=translated, matchers=matchers, bound=bound)
        promql = render(rule.query, values)
    except InexpressibleError as error:
        return Inexpressible(text=str(error))
    except TemplateFault as error:
        return Faulty(text=f"metricsQuery of the rule at {rule.place} can't be filled in: {error}")
    if not promql:
        return Faulty(text=f"metricsQuery of the rule at {rule.place} comes out empty")
    return Query(promql=promql, matchers=matchers)


def _namespace_matchers(rule: Rule, namespace: str) -> tuple[Matcher, ...]:
    match rule.namespace:
        case OwnNamespace(label=label):
            return (Matcher(label=label, operator=MatchOperator.EQUAL, value=namespace),)
        case FixedNamespace(label=label, namespace=fixed):
            return (Matcher(label=label, operator=MatchOperator.EQUAL, value=fixed),)
        case AnyNamespace():
            return ()


def _refuse_bound(bound: tuple[Matcher, ...], selector: Selector) -> None:
    for matcher in bound:
        if any(requirement.key == matcher.label for requirement in selector.requirements):
            raise InexpressibleError(
                f"the selector names label {matcher.label!r}, which is the namespace's: "
                "the namespace asked for decides it"
            )


def _translated(rule: Rule, requirement: Requirement) -> Requirement:
    """The requirement with the texts that its values stand for, where the rule has a parameter of that key."""
    table = rule.parameters.get(requirement.key)
    if table is None:
        return requirement
    for value in requirement.values:
        if value not in table:
            known = ", ".join(sorted(table))
            raise InexpressibleError(f"parameter {requirement.key!r} has no value {value!r}; it has {known}")
    texts = tuple(sorted(table[value] for value in requirement.values))
    return Requirement(key=requirement.key, operator=requirement.operator, values=texts)


def _matchers_of(requirements: Iterable[Requirement], *, are_regexes: bool) -> tuple[Matcher, ...]:
    return tuple(
        _regex_matcher(one) if are_regexes and one.operator in _SETS else matcher_of(one) for one in requirements
    )


def _regex_matcher(requirement: Requirement) -> Matcher:
    """`regexValues: true`: the values of a set are regular expressions themselves, as prometheus-adapter takes them."""
    exact = matcher_of(requirement)
    value = "|".join(requirement.values)
    try:
        compiled_pattern(value)
    except re2.error as error:
        raise InexpressibleError(f"{value!r} for label {requirement.key!r} is no regular expression") from error
    operator = MatchOperator.REGEX if requirement.operator is Operator.IN else MatchOperator.NOT_REGEX
    return Matcher(label=exact.label, operator=operator, value=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Values:
    """What a query's template is filled with."""

    rule: Rule
    series: str
    requirements: tuple[Requirement, ...]
    matchers: tuple[Matcher, ...]
    bound: tuple[Matcher, ...]

    @property
    def fields(self) -> Mapping[Field, str]:
        joined = ",".join(map(str, self.matchers))
        return {Field.SERIES: self.series, Field.LABEL_MATCHERS: joined, Field.GROUP_BY: ""}

    @property
    def label_names(self) -> tuple[str, ...]:
        named = (requirement.key for requirement in self.requirements)
        return tuple(sorted({*named, *(matcher.label for matcher in self.bound)}))

    @property
    def values_are_regexes(self) -> bool:
        return self.rule.regex_values

    @property
    def is_bound(self) -> bool:
        return bool(self.bound)

    def label(self, name: str) -> tuple[str, ...]:
        """What the selector says the label is; nothing when it doesn't speak of it."""
        for matcher in self.bound:
            if matcher.label == name:
                return (matcher.value,)
        named = [requirement for requirement in self.requirements if requirement.key == name]
        if len(named) > 1 or any(requirement.operator not in _POSITIVE for requirement in named):
            raise InexpressibleError(
                f"the rule's query takes the value of label {name!r}, so the selector has to give it by = or in, once"
            )
        return named[0].values if named else ()

    def parameter(self, name: str) -> tuple[str, ...]:
        """The texts of the parameter, which the selector has to give."""
        texts = self.label(name)
        if not texts:
            known = ", ".join(sorted(self.rule.parameters[name]))
            raise InexpressibleError(f"the selector has to give {name!r}, as {name}=VALUE; it can be {known}")
        return texts


_POSITIVE = frozenset({Operator.EQUALS, Operator.DOUBLE_EQUALS, Operator.IN, Operator.DOES_NOT_EXIST})
_SETS = frozenset({Operator.IN, Operator.NOT_IN})
