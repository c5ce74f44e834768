"""Which queries will a rule send? A few samples: without a selector, and with one that gives what the query takes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adapter.externalmetrics.namespaces import AnyNamespace
from adapter.externalmetrics.queries import Inexpressible, Query, query_of
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.templatekinds import LabelValues
from adapter.kube.selectors import Operator, Requirement, Selector

SAMPLE_NAMESPACE = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A selector and the query for it. `asks` is the selector in words, for messages."""

    asks: str
    query: Query | Inexpressible


def bare_sample(rule: Rule) -> Sample:
    """What a read without a selector sends; what the query can't do without, a parameter, is given."""
    return _sample(rule, _first_words(rule))


def full_samples(rule: Rule) -> Iterator[Sample]:
    """What a read sends that gives every label the query takes: as a word, as a length of time, as a number."""
    for value in ("sample", "5m", "1"):
        yield _sample(rule, {"sample": "sample", **dict.fromkeys(labels_taken(rule), value), **_first_words(rule)})


def worded_samples(rule: Rule) -> Iterator[Sample]:
    """What a read sends for each word of each parameter, the others at their first."""
    for name in sorted(rule.query_parameters):
        for word in tuple(rule.parameters[name])[:_MOST_WORDS]:
            yield _sample(rule, {**_first_words(rule), name: word})


def several_sample(rule: Rule, label: str) -> Sample:
    """What a read sends whose selector allows two values of a label."""
    others = {name: value for name, value in _first_words(rule).items() if name != label}
    requirements = [Requirement(key=name, operator=Operator.EQUALS, values=(value,)) for name, value in others.items()]
    several = Requirement(key=label, operator=Operator.IN, values=("a", "b"))
    return _asked(rule, Selector(requirements=(*requirements, several)), asks=f"{label} in (a,b)")


def labels_taken(rule: Rule) -> tuple[str, ...]:
    """The labels whose values the query takes out of the selector."""
    bound = "" if isinstance(rule.namespace, AnyNamespace) else rule.namespace.label
    named = {one.label for one in rule.query.expressions() if isinstance(one, LabelValues)}
    return tuple(sorted(named - {bound} - rule.parameters.keys()))


def sample_series(rule: Rule) -> str:
    """The series' name; some name for a rule whose names only Prometheus knows."""
    return rule.series_query.name or "sample_series"


def least_selector(rule: Rule) -> Selector:
    """The selector that gives nothing but what the query can't do without: the first word of each parameter."""
    return _selector(_first_words(rule))


def _first_words(rule: Rule) -> Mapping[str, str]:
    return {name: next(iter(rule.parameters[name])) for name in rule.query_parameters}


def _sample(rule: Rule, values: Mapping[str, str]) -> Sample:
    return _asked(rule, _selector(values), asks=",".join(map("=".join, sorted(values.items()))))


def _selector(values: Mapping[str, str]) -> Selector:
    return Selector(
        requirements=tuple(
            Requirement(key=name, operator=Operator.EQUALS, values=(value,)) for name, value in sorted(values.items())
        )
    )


def _asked(rule: Rule, selector: Selector, *, asks: str) -> Sample:
    query = query_of(rule, series=sample_series(rule), namespace=SAMPLE_NAMESPACE, selector=selector)
    return Sample(asks=asks, query=query)


_MOST_WORDS = 20
