"""Which metrics are served right now, by which rule, from which series?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from adapter.externalmetrics.problems import Place
from adapter.externalmetrics.rule import Finds, RefusedRule
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
class TakenOver:
    """A metric that a rule spells out, and that a later rule's pattern finds as well: the later one is served."""

    metric: str
    spelled_out: Place
    pattern: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Metrics by name; `refused` are those that only a refused rule would serve.

    `undiscovered` are the listings that haven't worked yet.
    """

    metrics: Mapping[str, Served]
    refused: Mapping[str, RefusedRule]
    undiscovered: tuple[Listing, ...]
    taken_over: tuple[TakenOver, ...] = ()


def catalog_of(rules: RuleSet, series_names: Mapping[Listing, Sequence[str]]) -> Catalog:
    """What `rules` serve, given the series names found by each listing.

    Of two that give one name, the later rule counts, and within a rule the series that sorts last. A rule that is
    refused takes no name from one that is served.
    """
    metrics: dict[str, Served] = {}
    taken_over: list[TakenOver] = []
    for rule in rules.rules:
        found = {name: Served(rule=rule, series=series) for name, series in _named(rule.finds, series_names)}
        taken_over.extend(
            TakenOver(metric=name, spelled_out=metrics[name].rule.place, pattern=rule.place)
            for name in found.keys() & metrics.keys()
            if metrics[name].rule.fixed_name == name
        )
        metrics |= found
    refused: dict[str, RefusedRule] = {}
    for each in rules.refused:
        named = () if each.finds is None else _named(each.finds, series_names)
        refused |= {name: each for name, _ in named if name not in metrics}
    return Catalog(
        metrics=MappingProxyType(dict(sorted(metrics.items()))),
        refused=MappingProxyType(refused),
        undiscovered=tuple(listing for listing in listings_of(rules) if listing not in series_names),
        taken_over=tuple(taken_over),
    )


def listings_of(rules: RuleSet) -> tuple[Listing, ...]:
    """The distinct listings of the rules whose series names only Prometheus knows."""
    all_finds = (*(rule.finds for rule in rules.rules), *(rule.finds for rule in rules.refused if rule.finds))
    return tuple(dict.fromkeys(_listing_of(finds) for finds in all_finds if finds.series_query.name is None))


def _named(finds: Finds, series_names: Mapping[Listing, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Each metric's name, and the series it is read from."""
    only = finds.series_query.name
    for series in (only,) if only is not None else sorted(series_names.get(_listing_of(finds), ())):
        name = finds.naming.name_of(series)
        if name is not None:
            yield name, series


def _listing_of(finds: Finds) -> Listing:
    return Listing(server=finds.server, series_query=finds.series_query.text)
