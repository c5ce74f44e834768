"""Do a rule's series and its query speak of the same? What `seriesQuery` selects that the query doesn't."""

import re
from collections.abc import Iterator, Sequence

from promql_parser import Matcher, MatchOp, VectorSelector

from adapter.externalmetrics.lintfindings import Finding, LintRule, warning
from adapter.externalmetrics.lintpromql import parsed
from adapter.externalmetrics.namespaces import AnyNamespace
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.yamlvalues import YamlValue


def series_findings(rule: Rule, series_query: YamlValue, metrics_query: str) -> Iterator[Finding]:
    """Both queries as the rule has them."""
    name = constant_name(rule)
    if rule.series_query.name is None and name is not None:
        message = f"every series that seriesQuery finds is called {name!r}, and only the last of them is served"
        instead = "keep a part of the series' name by a group, as: ${1}, or give seriesQuery one name"
        yield warning(rule.place, LintRule.SHARED_NAME, message, instead=instead)
    bound = "" if isinstance(rule.namespace, AnyNamespace) else rule.namespace.label
    for matcher in _matchers_of(rule.series_query.text):
        if matcher.name != bound and not re.search(rf"\b{re.escape(matcher.name)}\b", metrics_query):
            message = f"{matcher} of seriesQuery finds names only, and metricsQuery reads series without it, too"
            instead = f"write it in metricsQuery as well: {{{matcher},<<.LabelMatchers>>}}"
            yield warning(series_query.place, LintRule.SERIES_MATCHERS, message, instead=instead)


def constant_name(rule: Rule) -> str | None:
    """The name that the rule gives whatever the series is called."""
    parts = [part for part in rule.naming.parts if isinstance(part, str)]
    return "".join(parts) if len(parts) == len(rule.naming.parts) else None


def _matchers_of(series_query: str) -> Sequence[Matcher]:
    """The conditions on labels that leave out more than series without the label."""
    selector = parsed(series_query)
    return tuple(
        matcher
        for matcher in (selector.matchers.matchers if isinstance(selector, VectorSelector) else ())
        if matcher.name != "__name__" and not (matcher.op == MatchOp.NotEqual and not matcher.value)
    )
