"""Which metrics are served right now, by which rule, from which series?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from adapter.externalmetrics.rules import Rule, RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A question for the names of series: which server is asked, and for which series."""

    server: str
    series_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    rule: Rule
    series: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Metrics by name. `undiscovered` are the listings that haven't worked yet."""

    metrics: Mapping[str, Served]
    undiscovered: tuple[Listing, ...]


def catalog_of(rules: RuleSet, series_names: Mapping[Listing, Sequence[str]]) -> Catalog:
    """What `rules` serve, given the series names found by each listing.

    Of two that give one name, the later rule counts, and within a rule the series that sorts last; a fixed name always
    counts more than one that a pattern found, so a new series can't take over a metric that was spelled out.
    """
    metrics: dict[str, Served] = {}
    for rule in rules.rules:
        for series in sorted(series_names.get(_listing_of(rule), ())) if rule.series_query.name is None else ():
            name = rule.naming.name_of(series)
            if name is not None:
                metrics[name] = Served(rule=rule, series=series)
    for rule in rules.rules:
        if rule.series_query.name is not None and rule.fixed_name is not None:
            metrics[rule.fixed_name] = Served(rule=rule, series=rule.series_query.name)
    undiscovered = tuple(listing for listing in listings_of(rules) if listing not in series_names)
    return Catalog(metrics=MappingProxyType(dict(sorted(metrics.items()))), undiscovered=undiscovered)


def listings_of(rules: RuleSet) -> tuple[Listing, ...]:
    """The distinct listings of the rules whose series names only Prometheus knows."""
    return tuple(dict.fromkeys(_listing_of(rule) for rule in rules.rules if rule.series_query.name is None))


def _listing_of(rule: Rule) -> Listing:
    return Listing(server=rule.server, series_query=rule.series_query.text)
