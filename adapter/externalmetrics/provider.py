"""Which values does this metric have for this namespace and selector? The engine's one question, and its answer."""

import asyncio
from http import HTTPStatus
from math import inf

from adapter.externalmetrics.answers import Answer, Broken, Found, Refused, UnknownMetric
from adapter.externalmetrics.catalog import catalog_of
from adapter.externalmetrics.discovery import SeriesNames
from adapter.externalmetrics.plans import Plan, plan_of
from adapter.externalmetrics.queries import Inexpressible
from adapter.externalmetrics.reading import Reading
from adapter.externalmetrics.rules import RuleSet
from adapter.kube.selectors import Selector

__all__ = ["Answer", "Broken", "ExternalMetricsProvider", "Found", "Refused", "UnknownMetric"]

FRESH_SECONDS = 2.0
"""The oldest answer that a caller gets who asks for a fresh one."""

_MOST_PLANS = 20_000


class ExternalMetricsProvider:
    """Reads of one rule set.

    Names that only Prometheus knows come in through `names_found`; `names_wanted` is set when they are needed at once.
    """

    def __init__(self, *, rules: RuleSet, reading: Reading) -> None:
        self._rules = rules
        self._reading = reading
        self._names = SeriesNames.unknown()
        self._names_listed = asyncio.Event()
        self.names_wanted = asyncio.Event()
        self._catalog = catalog_of(rules, self._names.found)
        self._plans: dict[tuple[str, str, Selector], Plan | Inexpressible] = {}

    @property
    def rules(self) -> RuleSet:
        return self._rules

    def replace_rules(self, rules: RuleSet) -> None:
        """Serve other rules from the next read on; a read on its way ends by the old ones."""
        self._reading.start_anew(rules.servers)
        self._rules = rules
        self._catalog = catalog_of(rules, self._names.found)
        self._plans.clear()
        self.names_wanted.set()

    def names_found(self, names: SeriesNames) -> None:
        """Take in what was found about the names of series."""
        self._names = names
        self._names_listed.set()
        catalog = catalog_of(self._rules, names.found)
        if catalog.metrics != self._catalog.metrics:
            self._plans.clear()
        self._catalog = catalog

    async def names_listed(self) -> None:
        """Wait until names were listed once, or could not be. For one-shot programs; no read waits for it."""
        await self._names_listed.wait()

    def metric_names(self) -> tuple[str, ...]:
        """Every metric that is served right now, sorted."""
        return tuple(self._catalog.metrics)

    async def values(
        self,
        *,
        namespace: str,
        metric: str,
        selector: Selector,
        fresh: bool,
        max_age_seconds: float = inf,
        timeout_seconds: float = 60.0,
    ) -> Answer:
        """The metric's values, at most as old as its rule's `cache`, or 2 s for a caller who asks for `fresh` ones.

        `max_age_seconds` is for a caller who comes back at a pace of its own and must not see its last answer again.

        Never raises for what the world does: each failure is a Broken with its cause. Who waits longer than
        `timeout_seconds` gets one, too, and the query goes on for the others.
        """
        plan = self._planned(namespace, metric, selector)
        if not isinstance(plan, Plan):
            return plan
        cache_seconds = plan.rule.cache_seconds
        max_age_seconds = min(max_age_seconds, cache_seconds, FRESH_SECONDS if fresh else inf)
        kept = self._reading.kept(plan, max_age_seconds)
        if kept is not None:
            return kept
        try:
            async with asyncio.timeout(timeout_seconds):
                return await self._reading.answer(plan, max_age_seconds)
        except TimeoutError:
            message = f"metric {metric!r}: no answer within the {timeout_seconds:g}s that the request allows"
            return Broken(message=message, code=HTTPStatus.GATEWAY_TIMEOUT)

    def _planned(self, namespace: str, metric: str, selector: Selector) -> Plan | Refused | UnknownMetric | Broken:
        plan = self._plans.get((namespace, metric, selector))
        if plan is None:
            served = self._catalog.metrics.get(metric)
            if served is None:
                return self._unserved(metric)
            server = self._reading.server(served.rule.server)
            plan = plan_of(served, server, metric=metric, namespace=namespace, selector=selector)
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            self._plans[namespace, metric, selector] = plan
        return Refused(message=plan.text) if isinstance(plan, Inexpressible) else plan

    def _unserved(self, metric: str) -> UnknownMetric | Broken:
        if self._catalog.undiscovered:
            # One of the names not known yet may be this one: "unknown" would be a guess.
            causes = [self._names.failures.get(listing) for listing in self._catalog.undiscovered]
            cause = next((cause for cause in causes if cause is not None), "the names of series are still being listed")
            return Broken(message=f"metric {metric!r} isn't known yet: {cause}", code=HTTPStatus.SERVICE_UNAVAILABLE)
        return UnknownMetric(message=f"no rule serves the external metric {metric!r}")
