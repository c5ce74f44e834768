"""What of a rule that can be read is still wrong, or other than it looks?"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import zip_longest

from adapter.externalmetrics.lintfindings import Finding, LintRule, error, warning
from adapter.externalmetrics.lintquerychecks import Subject, query_findings
from adapter.externalmetrics.lintseries import series_findings
from adapter.externalmetrics.namespaces import AnyNamespace
from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.templatekinds import EveryLabel, LabelValues
from adapter.externalmetrics.templates import Field
from adapter.externalmetrics.templatetypes import Choice, Inner, Loop, Output, Part
from adapter.externalmetrics.yamlvalues import YamlValue
from adapter.prometheus.promql import is_label_name


def rule_findings(entry: YamlValue, rule: Rule, scrape_interval: timedelta) -> Iterator[Finding]:
    """`entry` is what `rule` was read from."""
    fields = {key: value for key, value in entry.entries().items() if not value.is_null}
    place = fields["metricsQuery"].line(0)
    subject = Subject(rule=rule, place=place, decides_empty="onEmpty" in fields, decides_nan="onNaN" in fields)
    yield from _matchers_findings(rule, place)
    yield from query_findings(subject, scrape_interval)
    yield from series_findings(rule, fields["seriesQuery"])
    yield from _name_findings(rule, fields["name"].place if "name" in fields else entry.place)
    yield from _parameter_findings(rule, fields)


def _matchers_findings(rule: Rule, place: Place) -> Iterator[Finding]:
    if not rule.query.uses(Field.LABEL_MATCHERS) and EveryLabel() not in rule.query.expressions():
        taken = sorted({one.label for one in rule.query.expressions() if isinstance(one, LabelValues)})
        ignored = (
            f"of a selector only {', '.join(taken)} counts" if taken else "selectors and the namespace are ignored"
        )
        message = f"metricsQuery has no <<.LabelMatchers>>: {ignored}"
        instead = "write <<.Series>>{<<.LabelMatchers>>}"
        yield warning(place, LintRule.LABEL_MATCHERS, message, instead=instead)
    if isinstance(rule.namespace, AnyNamespace) and _has_unsafe_comma(rule.query.parts):
        message = "without a selector prometheus-adapter sends a comma without a matcher before it, which is no PromQL"
        instead = 'write <<.LabelMatchers>> last: {a="b",<<.LabelMatchers>>}; lagzero leaves the comma out'
        yield warning(place, LintRule.COMMA, message, instead=instead)


def _has_unsafe_comma(parts: tuple[Part, ...]) -> bool:
    for part, following in zip_longest(parts, parts[1:]):
        match part:
            case Output(expression=Field.LABEL_MATCHERS):
                if isinstance(following, str) and following.lstrip().startswith(","):
                    return True
            case Choice(then=inner, otherwise=otherwise) | Loop(body=inner, otherwise=otherwise):
                if _has_unsafe_comma(inner) or _has_unsafe_comma(otherwise):
                    return True
            case Inner(parts=inner):
                if _has_unsafe_comma(inner):
                    return True
            case _:
                continue
    return False


def _name_findings(rule: Rule, place: Place) -> Iterator[Finding]:
    name = rule.fixed_name
    if rule.series_query.name is not None and name is None:
        message = "seriesFilters or name leave nothing of the one series of seriesQuery: the rule serves no metric"
        yield warning(place, LintRule.NO_METRIC, message, instead="correct the expression, or leave it out")
    if name is not None and (not name.isprintable() or name in {".", ".."} or any(one in name for one in "/%?# ")):
        message = f"no autoscaler can name a metric {name!r}: the name is a piece of a path"
        yield error(
            place, LintRule.METRIC_NAME, message, instead="give it a name of letters, digits and -_.: by name.as"
        )


def _parameter_findings(rule: Rule, fields: dict[str, YamlValue]) -> Iterator[Finding]:
    for name in rule.parameters:
        if name not in rule.query_parameters and not is_label_name(name):
            place = fields["parameters"].entries()[name].place
            message = f"every selector that gives {name!r} is refused: Prometheus has no label of that name"
            instead = "name the label as Prometheus has it, or take the parameter by <<.Parameters.NAME>>"
            yield error(place, LintRule.SELECTOR, message, instead=instead)
