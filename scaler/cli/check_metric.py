"""What does one metric answer right now, how old is it, and what is answered when there is nothing to count?"""

from collections.abc import Sequence
from dataclasses import dataclass

from adapter.externalmetrics.catalog import Served
from adapter.externalmetrics.lintqueries import least_selector
from adapter.externalmetrics.plans import Plan, plan_of
from adapter.externalmetrics.policies import OnEmpty, OnPartial
from adapter.externalmetrics.queries import Inexpressible, Query, query_of
from adapter.externalmetrics.rule import Rule
from adapter.externalmetrics.templates import Field
from adapter.externalmetrics.values import Unusable, items_of
from adapter.kube.external_metrics import ExternalMetricValue
from adapter.kube.quantity import Quantity, parse_quantity
from adapter.kube.selectors import Operator, Requirement, Selector
from adapter.prometheus.client import PrometheusClient
from adapter.prometheus.errors import (
    PrometheusBusy,
    PrometheusError,
    PrometheusShunned,
    PrometheusSilent,
    PrometheusUnreachable,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtZero:
    """What is answered for no series, in words; `problem` is why that is no answer at all."""

    answer: str
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """`value` is that of all series together, None for none.

    `age_seconds` is that of the oldest sample, None where it can't be told.
    """

    series: int
    value: str | None
    age_seconds: float | None
    at_zero: AtZero


@dataclass(frozen=True, slots=True)
class NoNames:
    """Prometheus has no series that the rule's pattern finds, so there is no metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """`is_worlds` when it isn't the rule's fault: the server can't be reached, or is too busy."""

    text: str
    is_worlds: bool = False

    @classmethod
    def of(cls, error: PrometheusError) -> "Failed":
        return cls(text=str(error), is_worlds=isinstance(error, _WORLDS))


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRead:
    """What became of one metric; a rule whose series can't be listed has no metric's name."""

    rule: Rule
    metric: str
    promql: str
    outcome: Ran | NoNames | Failed


async def read_metric(client: PrometheusClient, metric: str, served: Served, namespace: str) -> LiveRead:
    """Run the metric's rule for a namespace, without a selector."""
    return await _Run(client, metric, served, namespace).read()


class _Run:
    """The queries of one metric."""

    def __init__(self, client: PrometheusClient, metric: str, served: Served, namespace: str) -> None:
        self._client = client
        self._metric = metric
        self._served = served
        self._namespace = namespace

    async def read(self) -> LiveRead:
        selector = least_selector(self._served.rule)
        plan = self._plan(selector)
        if isinstance(plan, Inexpressible):
            return self._done("", Failed(text=plan.text))
        try:
            items = await self._items(plan)
            if isinstance(items, Unusable):
                return self._done(plan.promql, Failed(text=self._cause(items)))
            ran = Ran(
                series=len(items),
                value=_total(items),
                age_seconds=await self._age(selector, plan.tenant),
                at_zero=await self._at_zero(selector),
            )
        except PrometheusError as error:
            return self._done(plan.promql, Failed.of(error))
        return self._done(plan.promql, ran)

    async def _items(self, plan: Plan) -> tuple[ExternalMetricValue, ...] | Unusable:
        timeout_seconds = plan.rule.timeout_seconds
        found = await self._client.query(plan.promql, timeout_seconds=timeout_seconds, namespace=plan.tenant)
        if found.warnings and plan.rule.policies.on_partial is OnPartial.ERROR:
            return Unusable(text=found.partial_text)
        return items_of(found.samples, metric=self._metric, policies=plan.rule.policies)

    async def _age(self, selector: Selector, tenant: str) -> float | None:
        rule, series = self._served.rule, self._served.series
        query = query_of(rule, series=series, namespace=self._namespace, selector=selector)
        matchers = ",".join(map(str, query.matchers)) if isinstance(query, Query) else ""
        ages: list[float] = []
        for shape in rule.selectors:
            promql = f"time() - min(timestamp({shape.text(series, matchers)}))"
            found = await self._client.query(promql, timeout_seconds=rule.timeout_seconds, namespace=tenant)
            ages.extend(float(sample.value) for sample in found.samples)
        return max(ages, default=None)

    async def _at_zero(self, selector: Selector) -> AtZero:
        """What is answered for a selector that no series fulfils."""
        rule = self._served.rule
        if not rule.query.uses(Field.LABEL_MATCHERS):
            return AtZero(answer="not known: the query takes no selector")
        plan = self._plan(Selector(requirements=(*selector.requirements, _NOTHING)))
        assert isinstance(plan, Plan), "one matcher more can be expressed, too"
        items = await self._items(plan)
        if isinstance(items, Unusable):
            return AtZero(answer="broken", problem=self._cause(items))
        return AtZero(answer=_total(items) or _WHEN_EMPTY[rule.policies.on_empty])

    def _plan(self, selector: Selector) -> Plan | Inexpressible:
        server = self._client.server
        return plan_of(self._served, server, metric=self._metric, namespace=self._namespace, selector=selector)

    def _cause(self, unusable: Unusable) -> str:
        return unusable.text.removeprefix(f"metric {self._metric!r}: ")

    def _done(self, promql: str, outcome: Ran | Failed) -> LiveRead:
        return LiveRead(rule=self._served.rule, metric=self._metric, promql=promql, outcome=outcome)


def _total(items: Sequence[ExternalMetricValue]) -> str | None:
    """What an autoscaler makes of the items: their sum."""
    return str(Quantity.of_nano(sum(parse_quantity(item.value).nano for item in items))) if items else None


_NOTHING = Requirement(key="lagzero_check", operator=Operator.EQUALS, values=("nothing",))
_WORLDS = (PrometheusUnreachable, PrometheusSilent, PrometheusBusy, PrometheusShunned)
_WHEN_EMPTY = {
    OnEmpty.ERROR: "missing",
    OnEmpty.ZERO: "0 by onEmpty",
    OnEmpty.LAST: "the last value for maxAge, then missing",
}
