"""Which external metrics are configured, and how is each of them read? `externalRules`, read strictly."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from adapter.externalmetrics.documents import rule_entries
from adapter.externalmetrics.namespaces import NamespacePolicy, read_namespace_policy
from adapter.externalmetrics.naming import Naming, read_naming
from adapter.externalmetrics.problems import Place, Problem, RulesError
from adapter.externalmetrics.seriesqueries import SeriesQuery, SeriesQueryError, parse_series_query
from adapter.externalmetrics.templates import Field, Template, TemplateError, parse_template
from adapter.externalmetrics.yamlvalues import YamlValue

__all__ = ["OnEmpty", "Place", "Problem", "Rule", "RuleSet", "RulesError", "join_rules", "load_rules"]


class OnEmpty(StrEnum):
    """What a query that finds nothing means: no value at all (the caller decides), or the value zero."""

    ERROR = "error"
    ZERO = "zero"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """How metrics are found, named and read. `cache` and `timeout` in seconds."""

    place: Place
    series_query: SeriesQuery
    naming: Naming
    namespace: NamespacePolicy
    query: Template
    on_empty: OnEmpty = OnEmpty.ERROR
    cache_seconds: float = 10.0
    timeout_seconds: float = 5.0

    @property
    def fixed_name(self) -> str | None:
        """The metric's name when it is known without asking Prometheus."""
        return self.naming.name_of(self.series_query.name) if self.series_query.name is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Rules in the order of their files; of two that serve one name the later counts. Warnings stop nothing."""

    rules: tuple[Rule, ...]
    warnings: tuple[Problem, ...] = ()


def load_rules(text: str, *, source: str) -> RuleSet:
    """The rules that a file's `text` holds; `source` is the file's name for messages.

    Raises RulesError with one problem for each rule that can't be served.
    """
    found = rule_entries(text, source=source)
    rules: list[Rule] = []
    problems: list[Problem] = []
    for entry in found.entries:
        try:
            rules.append(_read_rule(entry))
        except RulesError as error:
            problems.extend(error.problems)
    if problems:
        raise RulesError(*problems)
    return join_rules(RuleSet(rules=tuple(rules), warnings=found.warnings + _warnings_of(tuple(rules))))


def join_rules(*sets: RuleSet) -> RuleSet:
    """All rules of several files as one set. Raises RulesError when two of them name the same metric."""
    joined = tuple(rule for one in sets for rule in one.rules)
    first: dict[str, Rule] = {}
    problems = []
    for rule in joined:
        name = rule.fixed_name
        if name is None:
            continue
        if name in first:
            text = f"metric {name!r} is served by the rule at {first[name].place} already: give one another name.as"
            problems.append(Problem(place=rule.place, text=text))
        first.setdefault(name, rule)
    if problems:
        raise RulesError(*problems)
    return RuleSet(rules=joined, warnings=tuple(warning for one in sets for warning in one.warnings))


def _read_rule(entry: YamlValue) -> Rule:
    fields = entry.fields(_KEYS, hints=_HINTS)
    for key in ("seriesQuery", "metricsQuery"):
        if key not in fields or not fields[key].text().strip():
            entry.fail(f"the rule has no {key}")
    return Rule(
        place=entry.place,
        series_query=_read_series_query(fields["seriesQuery"]),
        naming=read_naming(fields.get("seriesFilters"), fields.get("name")),
        namespace=read_namespace_policy(entry, fields.get("resources")),
        query=_read_query(fields["metricsQuery"]),
        on_empty=_read_on_empty(fields["onEmpty"]) if "onEmpty" in fields else OnEmpty.ERROR,
        cache_seconds=fields["cache"].seconds() if "cache" in fields else 10.0,
        timeout_seconds=_read_timeout(fields["timeout"]) if "timeout" in fields else 5.0,
    )


def _read_series_query(value: YamlValue) -> SeriesQuery:
    try:
        return parse_series_query(value.text())
    except SeriesQueryError as error:
        value.fail(f"seriesQuery {value.text()!r} is no series selector: {error}")


def _read_query(value: YamlValue) -> Template:
    try:
        return parse_template(value.text(), fields=_QUERY_FIELDS, label_values=True)
    except TemplateError as error:
        raise RulesError(Problem(place=value.line(error.line), text=f"metricsQuery: {error}")) from error


def _read_on_empty(value: YamlValue) -> OnEmpty:
    try:
        return OnEmpty(value.text())
    except ValueError:
        value.fail(f"onEmpty is error or zero, not {value.text()!r}")


def _read_timeout(value: YamlValue) -> float:
    seconds = value.seconds()
    if not 0 < seconds <= _LONGEST_TIMEOUT_SECONDS:
        value.fail("timeout has to be more than 0s and at most 30s: whoever reads the metric waits that long")
    return seconds


def _warnings_of(rules: tuple[Rule, ...]) -> tuple[Problem, ...]:
    return tuple(warning for rule in rules for warning in _warnings_of_rule(rule))


def _warnings_of_rule(rule: Rule) -> tuple[Problem, ...]:
    texts = []
    if not rule.query.uses(Field.LABEL_MATCHERS):
        texts.append("metricsQuery has no <<.LabelMatchers>>: selectors and the namespace are ignored")
    if rule.series_query.name is not None and rule.fixed_name is None:
        texts.append("seriesFilters or name leave nothing of the one series of seriesQuery: the rule serves no metric")
    return tuple(Problem(place=rule.place, text=text) for text in texts)


_QUERY_FIELDS = (Field.SERIES, Field.LABEL_MATCHERS, Field.GROUP_BY)
_LONGEST_TIMEOUT_SECONDS = 30.0
_KEYS = frozenset({"seriesQuery", "seriesFilters", "resources", "name", "metricsQuery", "onEmpty", "cache", "timeout"})
_HINTS: Mapping[str, str] = MappingProxyType(
    {
        "namespaced": "namespaced belongs under resources",
        "overrides": "overrides belongs under resources",
        "template": "template belongs under resources",
        "matches": "matches belongs under name",
        "as": "as belongs under name",
        "query": "the key is called metricsQuery",
        "metricQuery": "the key is called metricsQuery",
        "seriesFilter": "the key is called seriesFilters",
    }
)
