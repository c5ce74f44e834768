"""Which metrics are served right now, by which rule, from which series?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from adapter.externalmetrics.rules import Rule, RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    rule: Rule
    series: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Metrics by name. `undiscovered` are the series queries whose series names aren't known yet."""

    metrics: Mapping[str, Served]
    undiscovered: tuple[str, ...]


def catalog_of(rules: RuleSet, series_names: Mapping[str, Sequence[str]]) -> Catalog:
    """What `rules` serve, given the series names found for each series query that has to be looked up.

    Of two that give one name, the later rule counts, and within a rule the series that sorts last; a fixed name always
    counts more than one that a pattern found, so a new series can't take over a metric that was spelled out.
    """
    metrics: dict[str, Served] = {}
    for rule in rules.rules:
        for series in sorted(series_names.get(rule.series_query.text, ())) if rule.series_query.name is None else ():
            name = rule.naming.name_of(series)
            if name is not None:
                metrics[name] = Served(rule=rule, series=series)
    for rule in rules.rules:
        if rule.series_query.name is not None and rule.fixed_name is not None:
            metrics[rule.fixed_name] = Served(rule=rule, series=rule.series_query.name)
    undiscovered = tuple(query for query in queries_to_discover(rules) if query not in series_names)
    return Catalog(metrics=MappingProxyType(dict(sorted(metrics.items()))), undiscovered=undiscovered)


def queries_to_discover(rules: RuleSet) -> tuple[str, ...]:
    """The distinct series queries whose series names only Prometheus knows."""
    return tuple(dict.fromkeys(rule.series_query.text for rule in rules.rules if rule.series_query.name is None))
