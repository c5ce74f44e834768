"""What does one item of `externalRules` say? Read strictly, key by key."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from adapter.externalmetrics.namespaces import read_allowed_namespaces, read_namespace_policy
from adapter.externalmetrics.naming import read_naming
from adapter.externalmetrics.parameters import NO_PARAMETERS, Parameters, read_parameters
from adapter.externalmetrics.policies import ValuePolicies, read_value_policies
from adapter.externalmetrics.problems import Problem, Reach, RulesError, concerning_one_rule
from adapter.externalmetrics.queryshapes import selectors_in, shape_of
from adapter.externalmetrics.rule import DEFAULT_SERVER, Rule
from adapter.externalmetrics.seriesqueries import SeriesQuery, SeriesQueryError, parse_series_query
from adapter.externalmetrics.templates import Field, Template, TemplateError, Vocabulary, parse_template
from adapter.externalmetrics.yamlvalues import YamlValue


def read_rule(entry: YamlValue) -> Rule:
    """The rule that the item is. Raises RulesError with the line and what to write instead."""
    fields = entry.fields(_KEYS, hints=_HINTS)
    for key in ("seriesQuery", "metricsQuery"):
        if key not in fields or not fields[key].text().strip():
            entry.set_rule_aside(f"the rule has no {key}")
    with concerning_one_rule():
        parameters = read_parameters(fields["parameters"]) if "parameters" in fields else NO_PARAMETERS
        own = _read_own_keys(fields)
    query = _read_query(fields["metricsQuery"], parameters)
    rule = Rule(
        place=entry.place,
        series_query=read_series_query(fields["seriesQuery"]),
        naming=read_naming(fields.get("seriesFilters"), fields.get("name")),
        namespace=read_namespace_policy(entry, fields),
        allowed_namespaces=read_allowed_namespaces(fields["namespaceAllow"]) if "namespaceAllow" in fields else None,
        query=query,
        server=own.server,
        policies=own.policies,
        parameters=parameters,
        regex_values=own.regex_values,
        shape=shape_of(query),
        selectors=selectors_in(query),
        cache_seconds=own.cache_seconds,
        timeout_seconds=own.timeout_seconds,
        window_seconds=own.window_seconds,
    )
    if rule.policies.max_age_seconds is not None and not rule.selectors:
        fields["maxAge"].set_rule_aside(
            "maxAge needs metricsQuery to hold <<.Series>>{<<.LabelMatchers>>} outside of conditions, "
            "so that it is known whose samples count"
        )
    return rule


def read_series_query(value: YamlValue) -> SeriesQuery:
    """The selector that `seriesQuery` is. Raises RulesError."""
    try:
        return parse_series_query(value.text())
    except SeriesQueryError as error:
        value.set_rule_aside(f"seriesQuery {value.text()!r} is no series selector: {error}")


def _read_query(value: YamlValue, parameters: Parameters) -> Template:
    vocabulary = Vocabulary(fields=_QUERY_FIELDS, label_values=True, parameters=tuple(parameters))
    try:
        return parse_template(value.text(), vocabulary)
    except TemplateError as error:
        reach = Reach.FILE if error.is_syntax else Reach.RULE
        problem = Problem(place=value.line(error.line), text=f"metricsQuery: {error}", reach=reach)
        raise RulesError(problem) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class _OwnKeys:
    """Keys that prometheus-adapter doesn't have, so that a wrong value is no reason to refuse a file."""

    server: str
    policies: ValuePolicies
    regex_values: bool
    cache_seconds: float
    timeout_seconds: float
    window_seconds: int | None


def _read_own_keys(fields: Mapping[str, YamlValue]) -> _OwnKeys:
    return _OwnKeys(
        server=fields["server"].text() if "server" in fields else DEFAULT_SERVER,
        policies=read_value_policies(fields),
        regex_values="regexValues" in fields and fields["regexValues"].flag(),
        cache_seconds=fields["cache"].seconds() if "cache" in fields else 10.0,
        timeout_seconds=_read_timeout(fields["timeout"]) if "timeout" in fields else 5.0,
        window_seconds=_read_window(fields["window"]) if "window" in fields else None,
    )


def _read_window(value: YamlValue) -> int:
    seconds = value.seconds()
    if seconds < 1 or seconds != int(seconds):
        value.fail("window has to be whole seconds, at least 1s")
    return int(seconds)


def _read_timeout(value: YamlValue) -> float:
    seconds = value.seconds()
    if not 0 < seconds <= _LONGEST_TIMEOUT_SECONDS:
        value.fail("timeout has to be more than 0s and at most 30s: whoever reads the metric waits that long")
    return seconds


_QUERY_FIELDS = (Field.SERIES, Field.LABEL_MATCHERS, Field.GROUP_BY, Field.GROUP_BY_SLICE)
_LONGEST_TIMEOUT_SECONDS = 30.0
_KEYS = frozenset(
    {"seriesQuery", "seriesFilters", "resources", "name", "metricsQuery"}
    | {"server", "namespace", "namespaceAllow", "parameters", "regexValues"}
    | {"onEmpty", "onNaN", "onInf", "onNegative", "onPartial", "reduce", "maxAge", "window", "cache", "timeout"}
)
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
        "servers": "servers stands beside externalRules, and a rule names one by server",
        "onNan": "the key is called onNaN",
        "onInfinity": "the key is called onInf",
        "onWarnings": "the key is called onPartial",
    }
)
