"""Which values does this metric have for this namespace and selector? The engine's one question, and its answer."""

import asyncio
from http import HTTPStatus

from adapter.externalmetrics.answers import Answer, Broken, Found, Refused, UnknownMetric
from adapter.externalmetrics.cache import AnswerCache
from adapter.externalmetrics.catalog import catalog_of
from adapter.externalmetrics.discovery import SeriesNames
from adapter.externalmetrics.queries import Inexpressible, query_of
from adapter.externalmetrics.rules import OnEmpty, Rule, RuleSet
from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.meta import format_time
from adapter.kube.selectors import Selector
from adapter.process.clock import Clock
from adapter.prometheus.client import PrometheusClient
from adapter.prometheus.errors import PrometheusBusy, PrometheusError, PrometheusTimeout, PrometheusUnreachable

__all__ = ["Answer", "Broken", "ExternalMetricsProvider", "Found", "Refused", "UnknownMetric"]

FRESH_SECONDS = 2.0
"""The oldest answer that a caller gets who asks for a fresh one."""


class ExternalMetricsProvider:
    """Reads of one rule set from one server.

    Names that only Prometheus knows come in through `names_found`; `names_wanted` is set when they are needed at once.
    """

    def __init__(self, *, client: PrometheusClient, clock: Clock, cache: AnswerCache, rules: RuleSet) -> None:
        self._client = client
        self._clock = clock
        self._cache = cache
        self._rules = rules
        self._names = SeriesNames.unknown()
        self._names_listed = asyncio.Event()
        self.names_wanted = asyncio.Event()
        self._catalog = catalog_of(rules, self._names.found)

    @property
    def rules(self) -> RuleSet:
        return self._rules

    def replace_rules(self, rules: RuleSet) -> None:
        """Serve other rules from the next read on; a read on its way ends by the old ones."""
        self._rules = rules
        self._catalog = catalog_of(rules, self._names.found)
        self._cache.clear()
        self.names_wanted.set()

    def names_found(self, names: SeriesNames) -> None:
        """Take in what was found about the names of series."""
        self._names = names
        self._names_listed.set()
        self._catalog = catalog_of(self._rules, names.found)

    async def names_listed(self) -> None:
        """Wait until names were listed once, or could not be. For one-shot programs; no read waits for it."""
        await self._names_listed.wait()

    def metric_names(self) -> tuple[str, ...]:
        """Every metric that is served right now, sorted."""
        return tuple(self._catalog.metrics)

    async def values(self, *, namespace: str, metric: str, selector: Selector, fresh: bool) -> Answer:
        """The metric's values, at most as old as its rule's `cache`, or 2 s for a caller who asks for `fresh` ones.

        Never raises for what the world does: each failure is a Broken with its cause.
        """
        served = self._catalog.metrics.get(metric)
        if served is None:
            return self._unserved(metric)
        query = query_of(served.rule, series=served.series, namespace=namespace, selector=selector)
        if isinstance(query, Inexpressible):
            return Refused(message=query.text)
        max_age = min(FRESH_SECONDS, served.rule.cache_seconds) if fresh else served.rule.cache_seconds
        return await self._cache.answer(
            (metric, query), lambda: self._ask(served.rule, metric, query), max_age_seconds=max_age
        )

    async def _ask(self, rule: Rule, metric: str, query: str) -> Answer:
        try:
            result = await self._client.query(query, timeout_seconds=rule.timeout_seconds)
        except PrometheusError as error:
            return Broken(message=str(error), code=_code_of(error))
        items = items_of(result, metric=metric)
        if isinstance(items, Unusable):
            return Broken(message=f"{self._client.server.name}: {items.text}", code=HTTPStatus.INTERNAL_SERVER_ERROR)
        if not items and rule.on_empty is OnEmpty.ZERO:
            items = (self._zero(metric),)
        return Found(items=items, query=query)

    def _zero(self, metric: str) -> ExternalMetricValue:
        now = format_time(self._clock.now())
        return ExternalMetricValue(metric_name=metric, metric_labels={}, timestamp=now, value="0", window=None)

    def _unserved(self, metric: str) -> Answer:
        if self._catalog.undiscovered:
            # One of the names not known yet may be this one: "unknown" would be a guess.
            causes = [self._names.failures.get(query) for query in self._catalog.undiscovered]
            cause = next((cause for cause in causes if cause is not None), "the names of series are still being listed")
            return Broken(message=f"metric {metric!r} isn't known yet: {cause}", code=HTTPStatus.SERVICE_UNAVAILABLE)
        return UnknownMetric(message=f"no rule serves the external metric {metric!r}")


def _code_of(error: PrometheusError) -> int:
    match error:
        case PrometheusTimeout():
            return HTTPStatus.GATEWAY_TIMEOUT
        case PrometheusUnreachable() | PrometheusBusy():
            return HTTPStatus.SERVICE_UNAVAILABLE
        case _:
            return HTTPStatus.INTERNAL_SERVER_ERROR
