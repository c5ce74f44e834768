"""What does one item of `externalRules` say? Read strictly, key by key."""

from collections.abc import Mapping
from types import MappingProxyType

from adapter.externalmetrics.namespaces import read_allowed_namespaces, read_namespace_policy
from adapter.externalmetrics.naming import read_naming
from adapter.externalmetrics.parameters import NO_PARAMETERS, Parameters, read_parameters
from adapter.externalmetrics.policies import read_value_policies
from adapter.externalmetrics.problems import Problem, RulesError
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
            entry.fail(f"the rule has no {key}")
    parameters = read_parameters(fields["parameters"]) if "parameters" in fields else NO_PARAMETERS
    query = _read_query(fields["metricsQuery"], parameters)
    rule = Rule(
        place=entry.place,
        series_query=_read_series_query(fields["seriesQuery"]),
        naming=read_naming(fields.get("seriesFilters"), fields.get("name")),
        namespace=read_namespace_policy(entry, fields),
        allowed_namespaces=read_allowed_namespaces(fields["namespaceAllow"]) if "namespaceAllow" in fields else None,
        query=query,
        server=fields["server"].text() if "server" in fields else DEFAULT_SERVER,
        policies=read_value_policies(fields),
        parameters=parameters,
        regex_values="regexValues" in fields and fields["regexValues"].flag(),
        shape=shape_of(query),
        selectors=selectors_in(query),
        cache_seconds=fields["cache"].seconds() if "cache" in fields else 10.0,
        timeout_seconds=_read_timeout(fields["timeout"]) if "timeout" in fields else 5.0,
    )
    if rule.policies.max_age_seconds is not None and not rule.selectors:
        fields["maxAge"].fail(
            "maxAge needs metricsQuery to hold <<.Series>>{<<.LabelMatchers>>} outside of conditions, "
            "so that it is known whose samples count"
        )
    return rule


def _read_series_query(value: YamlValue) -> SeriesQuery:
    try:
        return parse_series_query(value.text())
    except SeriesQueryError as error:
        value.fail(f"seriesQuery {value.text()!r} is no series selector: {error}")


def _read_query(value: YamlValue, parameters: Parameters) -> Template:
    vocabulary = Vocabulary(fields=_QUERY_FIELDS, label_values=True, parameters=tuple(parameters))
    try:
        return parse_template(value.text(), vocabulary)
    except TemplateError as error:
        raise RulesError(Problem(place=value.line(error.line), text=f"metricsQuery: {error}")) from error


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
    | {"onEmpty", "onNaN", "onInf", "onNegative", "reduce", "maxAge", "cache", "timeout"}
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
    }
)
