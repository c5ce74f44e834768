"""Which values does this metric have for this namespace and selector? The engine's one question, and its answer."""

import asyncio
from http import HTTPStatus
from math import inf

from adapter.externalmetrics.announcements import announce, announce_taken_over
from adapter.externalmetrics.answers import Answer, Broken, Found, Refused, UnknownMetric, outcome_of
from adapter.externalmetrics.catalog import Catalog, catalog_of
from adapter.externalmetrics.discovery import SeriesNames
from adapter.externalmetrics.plans import Plan, plan_of
from adapter.externalmetrics.queries import Faulty, Inexpressible
from adapter.externalmetrics.reading import Reading
from adapter.externalmetrics.rules import RefusedRule, RuleSet
from adapter.kube.selectors import Selector
from adapter.prometheus.observer import SILENT, EngineObserver

__all__ = ["Answer", "Broken", "ExternalMetricsProvider", "Found", "Refused", "UnknownMetric"]

FRESH_SECONDS = 2.0
"""The oldest answer that a caller gets who asks for a fresh one."""

_MOST_PLANS = 20_000


class ExternalMetricsProvider:
    """Reads of one rule set.

    Names that only Prometheus knows come in through `names_found`; `names_wanted` is set when they are needed at once.
    """

    def __init__(self, *, rules: RuleSet, reading: Reading, observer: EngineObserver = SILENT) -> None:
        self._rules = rules
        self._reading = reading
        self._observer = observer
        self._names = SeriesNames.unknown()
        self._names_listed = asyncio.Event()
        self.names_wanted = asyncio.Event()
        self._catalog = catalog_of(rules, self._names.found)
        self._metric_names = _names_in(self._catalog)
        self._plans: dict[tuple[str, str, Selector], Plan | Inexpressible] = {}

    @property
    def rules(self) -> RuleSet:
        return self._rules

    def replace_rules(self, rules: RuleSet) -> None:
        """Serve other rules from the next read on; a read on its way ends by the old ones."""
        self._reading.start_anew(rules.servers)
        self._rules = rules
        self._catalog = catalog_of(rules, self._names.found)
        self._metric_names = _names_in(self._catalog)
        self._plans.clear()
        self.names_wanted.set()
        announce(rules, self._observer)

    def names_found(self, names: SeriesNames) -> None:
        """Take in what was found about the names of series."""
        self._names = names
        self._names_listed.set()
        catalog = catalog_of(self._rules, names.found)
        if catalog.metrics != self._catalog.metrics:
            self._plans.clear()
        announce_taken_over(catalog, self._catalog)
        self._catalog = catalog
        self._metric_names = _names_in(catalog)

    async def names_listed(self) -> None:
        """Wait until names were listed once, or could not be. For one-shot programs; no read waits for it."""
        await self._names_listed.wait()

    def metric_names(self) -> tuple[str, ...]:
        """Every metric that there is right now, sorted, also those whose rule is set aside: reading them says why."""
        return self._metric_names

    def found(self, *, namespace: str, metric: str, selector: Selector) -> Found | None:
        """The values that a read would be answered with at once, if it was put before and they are still kept."""
        plan = self._plans.get((namespace, metric, selector))
        found = self._reading.found(plan) if isinstance(plan, Plan) else None
        if found is not None:
            self._observer.read(metric, outcome_of(found))
        return found

    def expect(self, *, namespace: str, metric: str, selector: Selector, max_age_seconds: float) -> None:
        """Have it asked for along with others from now on: somebody will soon read it, and accept so old an answer.

        Many who begin at the same time are then one query, and not one each.
        """
        plan = self._planned(namespace, metric, selector)
        if isinstance(plan, Plan):
            self._reading.expect(plan, min(max_age_seconds, plan.rule.cache_seconds))

    def renew(self, *, namespace: str, metric: str, selector: Selector) -> None:
        """Answer its next read by a query that has not been sent yet: something has happened just now."""
        plan = self._plans.get((namespace, metric, selector))
        if isinstance(plan, Plan):
            self._reading.renew(plan)

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
            self._observer.read(metric if self._is_known(metric) else "", outcome_of(plan))
            return plan
        answer = await self._answer(plan, fresh=fresh, max_age_seconds=max_age_seconds, timeout_seconds=timeout_seconds)
        self._observer.read(metric, outcome_of(answer))
        return answer.of_query(plan.promql) if isinstance(answer, Broken) else answer

    async def _answer(self, plan: Plan, *, fresh: bool, max_age_seconds: float, timeout_seconds: float) -> Answer:
        cache_seconds = plan.rule.cache_seconds
        max_age_seconds = min(max_age_seconds, cache_seconds, FRESH_SECONDS if fresh else inf)
        kept = self._reading.kept(plan, max_age_seconds)
        if kept is not None:
            return kept
        try:
            async with asyncio.timeout(timeout_seconds):
                return await self._reading.answer(plan, max_age_seconds)
        except TimeoutError:
            message = f"metric {plan.metric!r}: no answer within the {timeout_seconds:g}s that the request allows"
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
        match plan:
            case Faulty(text=text):
                return Broken(message=f"metric {metric!r}: {text}", code=HTTPStatus.INTERNAL_SERVER_ERROR)
            case Inexpressible(text=text):
                return Refused(message=text)
            case Plan():
                return plan

    def _is_known(self, metric: str) -> bool:
        return metric in self._catalog.metrics or metric in self._catalog.refused

    def _unserved(self, metric: str) -> UnknownMetric | Broken:
        refused = self._catalog.refused.get(metric)
        if refused is not None:
            return Broken(message=f"metric {metric!r}: {_reason(refused)}", code=HTTPStatus.INTERNAL_SERVER_ERROR)
        if self._catalog.undiscovered:
            # One of the names not known yet may be this one: "unknown" would be a guess.
            causes = [self._names.failures.get(listing) for listing in self._catalog.undiscovered]
            cause = next((cause for cause in causes if cause is not None), "the names of series are still being listed")
            return Broken(message=f"metric {metric!r} isn't known yet: {cause}", code=HTTPStatus.SERVICE_UNAVAILABLE)
        nameless = [rule for rule in self._rules.refused if rule.finds is None]
        hint = f"; it may be the metric of a rule that is set aside: {_reason(nameless[0])}" if nameless else ""
        return UnknownMetric(message=f"no rule serves the external metric {metric!r}{hint}")


def _names_in(catalog: Catalog) -> tuple[str, ...]:
    return tuple(sorted((*catalog.metrics, *catalog.refused)))


def _reason(refused: RefusedRule) -> str:
    return f"its rule is set aside, because it can't be served: {refused.problems[0]}"
