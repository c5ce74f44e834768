"""What does a rule make of what its server says? One plan's query, or many in one, as samples and as answers."""

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from http import HTTPStatus

from adapter.externalmetrics.ages import TooOld, aged
from adapter.externalmetrics.answers import Answer, Broken, Cause, Found
from adapter.externalmetrics.groupqueries import group_query, parts_of
from adapter.externalmetrics.hints import Hints
from adapter.externalmetrics.plans import Group, Plan
from adapter.externalmetrics.policies import OnEmpty, OnPartial, Reduce
from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.meta import format_time
from adapter.process.clock import Clock
from adapter.prometheus.errors import (
    PrometheusBusy,
    PrometheusError,
    PrometheusShunned,
    PrometheusTimeout,
    PrometheusUnreachable,
)
from adapter.prometheus.fleet import Fleet
from adapter.prometheus.observer import EngineObserver
from adapter.prometheus.samples import Sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The samples of each plan, all of one answer, `total` of them.

    `at` is when Prometheus evaluated, None for an empty answer.
    """

    samples: Mapping[Plan, tuple[Sample, ...]]
    total: int
    at: datetime | None


class Asker:
    """Asks servers, and makes items of samples by the rules' policies."""

    def __init__(self, fleet: Fleet, clock: Clock, observer: EngineObserver) -> None:
        self._fleet = fleet
        self._clock = clock
        self._observer = observer
        self._hints = Hints(observer)
        self._last: OrderedDict[tuple[str, str, str], _Last] = OrderedDict()

    async def one(self, plan: Plan) -> Answer:
        """The answer of a plan's own query."""
        parts = await self.samples(plan)
        return parts if isinstance(parts, Broken) else self.settled(plan, parts.samples[plan])

    async def samples(self, plan: Plan, *, at: datetime | None = None) -> Parts | Broken:
        """The samples of a plan's own query."""
        found = await self._ask(plan, plan.sent, at)
        return (
            found if isinstance(found, Broken) else Parts(samples={plan: found}, total=len(found), at=_time_of(found))
        )

    async def together(self, group: Group, plans: Sequence[Plan], *, at: datetime | None = None) -> Parts | Broken:
        """The samples of many plans by one query."""
        found = await self._ask(plans[0], group_query(group, plans), at)
        if isinstance(found, Broken):
            return found
        return Parts(samples=parts_of(group, plans, found), total=len(found), at=_time_of(found))

    def settled(self, plan: Plan, samples: Sequence[Sample]) -> Answer:
        """What a plan's samples come to by its rule's policies."""
        policies = plan.rule.policies
        age_seconds = 0.0
        if policies.max_age_seconds is not None:
            dated = aged(samples, max_age_seconds=policies.max_age_seconds)
            if isinstance(dated, TooOld):
                return self._unusable(plan, f"metric {plan.metric!r}: {dated.text}")
            samples, age_seconds = dated.samples, dated.age_seconds
            if samples:
                self._observer.dated(plan.metric, age_seconds)
        items = items_of(samples, metric=plan.metric, policies=policies, window_seconds=plan.window_seconds)
        if isinstance(items, Unusable):
            cause = Cause.ANY if items.is_number else Cause.NOT_A_NUMBER
            return replace(self._unusable(plan, items.text), cause=cause)
        if len(items) > 1 and policies.reduce is Reduce.NONE:
            self._hints.several(plan, len(items))
        if policies.on_empty is OnEmpty.LAST:
            items = self._last_of(plan, items, age_seconds)
        elif not items and policies.on_empty is OnEmpty.ZERO:
            items = (self._zero(plan.metric),)
        return Found(items=items, query=plan.promql)

    async def _ask(self, plan: Plan, promql: str, at: datetime | None) -> tuple[Sample, ...] | Broken:
        client = self._fleet.client(plan.rule.server)
        try:
            result = await client.query(promql, timeout_seconds=plan.rule.timeout_seconds, namespace=plan.tenant, at=at)
        except PrometheusError as error:
            return Broken(message=str(error), code=_code_of(error))
        if result.warnings and plan.rule.policies.on_partial is OnPartial.ERROR:
            return self._unusable(plan, f"query failed: {result.partial_text}")
        if result.warnings:
            self._hints.partial(plan, result.partial_text)
        return result.samples

    def _unusable(self, plan: Plan, text: str) -> Broken:
        return Broken(message=f"{plan.rule.server}: {text}", code=HTTPStatus.INTERNAL_SERVER_ERROR)

    def _last_of(
        self, plan: Plan, items: tuple[ExternalMetricValue, ...], age_seconds: float
    ) -> tuple[ExternalMetricValue, ...]:
        """The items, or, when there are none, those of the last time, as long as their samples aren't too old."""
        now = self._clock.monotonic()
        if items:
            self._last[plan.key] = _Last(sampled_at=now - age_seconds, items=items)
            self._last.move_to_end(plan.key)
            if len(self._last) > _MOST_LAST:
                self._last.popitem(last=False)
            return items
        last, max_age = self._last.get(plan.key), plan.rule.policies.max_age_seconds
        return last.items if last is not None and max_age is not None and now - last.sampled_at <= max_age else ()

    def _zero(self, metric: str) -> ExternalMetricValue:
        now = format_time(self._clock.now())
        return ExternalMetricValue(metric_name=metric, metric_labels={}, timestamp=now, value="0", window=None)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SettledParts:
    """The answers that a grouped one holds, by the keys of the plans; each is made when it is wanted."""

    asker: Asker
    plans: Mapping[Hashable, Plan]
    parts: Parts

    def answer_of(self, key: Hashable) -> Answer:
        """What the samples of that plan come to."""
        plan = self.plans[key]
        return self.asker.settled(plan, self.parts.samples[plan])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Last:
    sampled_at: float
    items: tuple[ExternalMetricValue, ...]


_MOST_LAST = 10_000


def _time_of(samples: Sequence[Sample]) -> datetime | None:
    return samples[0].at if samples else None


def _code_of(error: PrometheusError) -> int:
    match error:
        case PrometheusTimeout():
            return HTTPStatus.GATEWAY_TIMEOUT
        case PrometheusUnreachable() | PrometheusBusy() | PrometheusShunned():
            return HTTPStatus.SERVICE_UNAVAILABLE
        case _:
            return HTTPStatus.INTERNAL_SERVER_ERROR
