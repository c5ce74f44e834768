"""Which PromQL reads this metric, for this namespace and selector?"""

import re
from dataclasses import dataclass
from typing import assert_never

from adapter.externalmetrics.namespaces import AnyNamespace, OwnNamespace
from adapter.externalmetrics.rules import Rule
from adapter.externalmetrics.templates import Context, Field, LabelValues, Part
from adapter.kube.selectors import Operator, Requirement, Selector
from adapter.prometheus.promql import InexpressibleError, Matcher, MatchOperator, escape, matchers_of, quote_regex


@dataclass(frozen=True, slots=True, kw_only=True)
class Inexpressible:
    """Why no query says exactly what was asked for; a text for whoever wrote the selector."""

    text: str


def query_of(rule: Rule, *, series: str, namespace: str, selector: Selector) -> str | Inexpressible:
    """The rule's query for `series`, with the selector's matchers and, last, the namespace's."""
    own = rule.namespace.label if isinstance(rule.namespace, OwnNamespace) else None
    if own is not None and any(requirement.key == own for requirement in selector.requirements):
        return Inexpressible(
            text=f"the selector names label {own!r}, which is the namespace's: the namespace asked for decides it"
        )
    try:
        matchers = (*matchers_of(selector.requirements), *_namespace_matchers(rule, namespace))
        values = _Values(requirements=selector.requirements, own_label=own, namespace=namespace)
        return _filled(rule.query.parts, series, ",".join(str(matcher) for matcher in matchers), values)
    except InexpressibleError as error:
        return Inexpressible(text=str(error))


def _namespace_matchers(rule: Rule, namespace: str) -> tuple[Matcher, ...]:
    match rule.namespace:
        case OwnNamespace(label=label):
            return (Matcher(label=label, operator=MatchOperator.EQUAL, value=namespace),)
        case AnyNamespace():
            return ()
    assert_never(rule.namespace)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Values:
    requirements: tuple[Requirement, ...]
    own_label: str | None
    namespace: str

    def of(self, label: str) -> tuple[str, ...]:
        """What the selector says `label` is; nothing when it doesn't speak of it."""
        if label == self.own_label:
            return (self.namespace,)
        named = [requirement for requirement in self.requirements if requirement.key == label]
        if len(named) > 1 or any(requirement.operator not in _POSITIVE for requirement in named):
            raise InexpressibleError(
                f"the rule's query takes the value of label {label!r}, so the selector has to give it by = or in, once"
            )
        return named[0].values if named else ()


def _filled(parts: tuple[Part, ...], series: str, matchers: str, values: _Values) -> str:
    filled = {Field.SERIES: series, Field.LABEL_MATCHERS: matchers, Field.GROUP_BY: ""}
    written: list[str] = []
    drop_comma = False
    for part in parts:
        match part:
            case Field():
                written.append(filled[part])
            case LabelValues():
                written.append(_value_text(part, values.of(part.label)))
            case _:
                # `{<<.LabelMatchers>>,x="y"}` without a matcher would begin with a comma, which PromQL doesn't take.
                written.append(_LEADING_COMMA.sub("", part, count=1) if drop_comma else part)
        drop_comma = part is Field.LABEL_MATCHERS and not matchers
    return "".join(written).strip()


def _value_text(part: LabelValues, values: tuple[str, ...]) -> str:
    if part.context is Context.REGEX:
        alternatives = "|".join(quote_regex(value) for value in values)
        return escape(f"(?:{alternatives})" if len(values) > 1 else alternatives)
    if len(values) > 1:
        raise InexpressibleError(
            f"the rule's query takes one value of label {part.label!r}, and the selector gives several"
        )
    value = values[0] if values else ""
    match part.context:
        case Context.STRING:
            return escape(value)
        case Context.BARE if _BARE.fullmatch(value):
            return value
        case Context.RAW_STRING if "`" not in value:
            return value
    raise InexpressibleError(
        f"the rule's query can't hold the value {value!r} of label {part.label!r} where it uses it"
    )


_POSITIVE = frozenset({Operator.EQUALS, Operator.DOUBLE_EQUALS, Operator.IN, Operator.DOES_NOT_EXIST})
_LEADING_COMMA = re.compile(r"^\s*,")
_BARE = re.compile(r"[A-Za-z0-9_.:-]*", re.ASCII)
