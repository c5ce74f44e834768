"""Do a rule's series and its query speak of the same? What `seriesQuery` selects that the query doesn't."""

from collections.abc import Iterator

from adapter.externalmetrics.lintfindings import Finding, LintRule, warning
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.rulewarnings import unrepeated_conditions
from adapter.externalmetrics.yamlvalues import YamlValue


def series_findings(rule: Rule, series_query: YamlValue) -> Iterator[Finding]:
    """`series_query` is where the rule has it."""
    name = constant_name(rule)
    if rule.series_query.name is None and name is not None:
        message = f"every series that seriesQuery finds is called {name!r}, and only the last of them is served"
        instead = "keep a part of the series' name by a group, as: ${1}, or give seriesQuery one name"
        yield warning(rule.place, LintRule.SHARED_NAME, message, instead=instead)
    for condition in unrepeated_conditions(rule):
        message = f"{condition.text} of seriesQuery finds names only, and metricsQuery reads series without it, too"
        if rule.series_query.name is not None:
            message = (
                f"{condition.text} of seriesQuery doesn't count: the name is known, and metricsQuery reads others, too"
            )
        instead = f"write it in metricsQuery as well: {{{condition.text},<<.LabelMatchers>>}}"
        yield warning(series_query.place, LintRule.SERIES_MATCHERS, message, instead=instead)


def constant_name(rule: Rule) -> str | None:
    """The name that the rule gives whatever the series is called."""
    parts = [part for part in rule.naming.parts if isinstance(part, str)]
    return "".join(parts) if len(parts) == len(rule.naming.parts) else None
