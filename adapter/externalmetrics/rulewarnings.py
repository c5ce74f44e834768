"""What of a rule that can be served may be other than it looks?"""

import re
from collections.abc import Iterator

from adapter.externalmetrics.namespaces import AnyNamespace
from adapter.externalmetrics.problems import Problem
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.seriesqueries import Condition
from adapter.externalmetrics.templates import Field


def warnings_of(rule: Rule) -> Iterator[Problem]:
    """What to say when the rule is loaded; it is served all the same."""
    if not rule.query.uses(Field.LABEL_MATCHERS):
        text = "metricsQuery has no <<.LabelMatchers>>: selectors and the namespace are ignored"
        yield Problem(place=rule.place, text=text)
    if rule.series_query.name is not None and rule.fixed_name is None:
        text = "seriesFilters or name leave nothing of the one series of seriesQuery: the rule serves no metric"
        yield Problem(place=rule.place, text=text)
    for condition in unrepeated_conditions(rule) if rule.series_query.name is not None else ():
        text = f"{condition.text} of seriesQuery doesn't count: the metric is there without such series, too"
        yield Problem(place=rule.place, text=f"{text}, and metricsQuery reads the others as well")


def unrepeated_conditions(rule: Rule) -> tuple[Condition, ...]:
    """What `seriesQuery` demands of a label that `metricsQuery` doesn't speak of, and that isn't the namespace's."""
    bound = "" if isinstance(rule.namespace, AnyNamespace) else rule.namespace.label
    said = rule.query.literal_text
    return tuple(
        condition
        for condition in rule.series_query.conditions
        if condition.label != bound and not re.search(rf"\b{re.escape(condition.label)}\b", said)
    )
