"""What do External metrics read through adapter rules? The adapter's own queries, asked of the scenario's series.

In place of Prometheus stands a small part of PromQL (`promql_syntax`, `promql`); a query beyond it is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adapter.externalmetrics.catalog import Catalog, Served, catalog_of, listings_of
from adapter.externalmetrics.policies import OnEmpty
from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.rules import RuleSet
from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.selectors import SelectorError
from adapter.prometheus.samples import Sample
from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable
from scaler.api.selectors import metric_selector
from scaler.api.types import ExternalMetricSource, MetricIdentifier, Milli
from scaler.controller.readings import external_broken, external_missing
from scaler.simulation.amounts import milli_of_quantity
from scaler.simulation.happenings import Edit
from scaler.simulation.moments import Millis, seconds, wall_clock
from scaler.simulation.promql import Failed, Vector, evaluate, matching
from scaler.simulation.promql_syntax import BeyondThisPromQL, parse_promql
from scaler.simulation.promql_tree import Expression, Selector
from scaler.simulation.scenario import Labels, MetricKey, Scenario
from scaler.simulation.timeline import Timeline


class SeriesThroughRules:
    """A metric is what its rule's query finds, each time anew: the rule's `cache` has no meaning here."""

    def __init__(self, rules: RuleSet, metrics: Mapping[MetricKey, Timeline], *, parity: bool) -> None:
        self._series = {key: timeline for key, timeline in metrics.items() if isinstance(key, Labels)}
        self._catalog = _catalog(rules, tuple(self._series))
        self._parity = parity
        self._expressions: dict[str, Expression] = {}
        self._latest: dict[str, _Latest] = {}

    def read(self, namespace: str, metric: MetricIdentifier, now: Millis) -> MetricReading:
        served = self._catalog.metrics.get(metric.name)
        if served is None:
            return external_broken(namespace, metric, f"no rule serves the external metric {metric.name!r}")
        query = _query(served, namespace, metric)
        if isinstance(query, MetricUnavailable):
            return query
        found = evaluate(self._parsed(query), self._series, now)
        if isinstance(found, Failed):
            return external_broken(namespace, metric, found.message)
        items = items_of(_samples(found, now), metric=metric.name, policies=served.rule.policies)
        if isinstance(items, Unusable):
            return external_broken(namespace, metric, items.text)
        if not items:
            return self._nothing(query, served.rule, now) or external_missing(namespace, metric)
        values = ExternalValues(values=tuple(milli_of_quantity(item.value, parity=self._parity) for item in items))
        self._latest[query] = _Latest(at=now, values=values)
        return values

    def check(self, namespace: str, metric: MetricIdentifier) -> None:
        """Raises BeyondThisPromQL if the metric's query can't be asked here."""
        served = self._catalog.metrics.get(metric.name)
        query = None if served is None else _query(served, namespace, metric)
        if isinstance(query, str):
            self._parsed(query)

    def _parsed(self, query: str) -> Expression:
        parsed = self._expressions.get(query)
        if parsed is None:
            parsed = self._expressions[query] = parse_promql(query)
        return parsed

    def _nothing(self, query: str, rule: Rule, now: Millis) -> ExternalValues | None:
        """What a query that finds nothing means by the rule's onEmpty; None if it means nothing."""
        if rule.policies.on_empty is OnEmpty.ZERO:
            return ExternalValues(values=(Milli(0),))
        latest = self._latest.get(query)
        max_age_seconds = rule.policies.max_age_seconds or 0.0
        if rule.policies.on_empty is OnEmpty.ERROR or latest is None:
            return None
        return latest.values if seconds(Millis(now - latest.at)) <= max_age_seconds else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Latest:
    """What a query found last."""

    at: Millis
    values: ExternalValues


def unanswerable(scenario: Scenario) -> Iterator[str]:
    """Why queries of the scenario's rules can't be asked here, one text each."""
    if scenario.rules is None:
        return
    through = SeriesThroughRules(scenario.rules, scenario.metrics, parity=scenario.settings.parity)
    specs = [scenario.autoscaler.spec, *(step.what.spec for step in scenario.steps if isinstance(step.what, Edit))]
    for metric in [metric for spec in specs for metric in spec.metrics if isinstance(metric, ExternalMetricSource)]:
        try:
            through.check(scenario.autoscaler.key.namespace, metric.metric)
        except BeyondThisPromQL as error:
            yield f"the query of metric {metric.metric.name!r} can't be asked in a simulation: {error}"


def _query(served: Served, namespace: str, metric: MetricIdentifier) -> str | MetricUnavailable:
    """The rule's PromQL, or why the engine refuses the read."""
    allowed = served.rule.allowed_namespaces
    if allowed is not None and namespace not in allowed:
        refusal = f"namespace {namespace!r} may not read metric {metric.name!r}, says the rule"
        return external_broken(namespace, metric, refusal)
    try:
        selector = metric_selector(metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    query = query_of(served.rule, series=served.series, namespace=namespace, selector=selector)
    return external_broken(namespace, metric, query.text) if isinstance(query, Inexpressible) else query.promql


def _samples(found: Vector, now: Millis) -> tuple[Sample, ...]:
    at = wall_clock(now)
    return tuple(Sample(labels=dict(labels), at=at, value=text) for labels, text in found)


def _catalog(rules: RuleSet, series: tuple[Labels, ...]) -> Catalog:
    """What the rules serve, given the names of the scenario's series. A name counts though nothing is there yet."""
    names = {}
    for listing in listings_of(rules):
        try:
            selector = parse_promql(listing.series_query)
        except BeyondThisPromQL:
            continue
        if isinstance(selector, Selector):
            names[listing] = sorted({one.name for one in series if matching(selector, one)})
    return catalog_of(rules, names)
