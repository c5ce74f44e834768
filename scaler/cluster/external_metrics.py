"""Where do External metrics come from? From the engine in this process, or from the external metrics API."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias, assert_never
from urllib.parse import quote

import msgspec

from adapter.externalmetrics.answers import Broken, Found, Refused, UnknownMetric
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError
from adapter.kube.external_metrics import GROUP_VERSION, ExternalMetricValue, NotAMetricList, decode_list
from adapter.kube.quantity import QuantityError, parse_quantity
from adapter.kube.selectors import Selector, SelectorError
from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable
from scaler.api.selectors import metric_selector
from scaler.api.types import ExternalMetricSource, MetricIdentifier, Milli
from scaler.controller.marking import WorkByPod
from scaler.controller.readings import external_broken, external_missing

Items: TypeAlias = Sequence[ExternalMetricValue]


class ExternalMetrics(Protocol):
    """Reads one External metric."""

    async def read(self, namespace: str, metric: ExternalMetricSource, *, fresh: bool) -> MetricReading: ...

    def expect(self, namespace: str, metric: ExternalMetricSource) -> None:
        """This will be read at every sync from now on."""
        ...

    def renew(self, namespace: str, metric: ExternalMetricSource) -> None:
        """What was seen of it until now is out of date."""
        ...

    async def by_pod(
        self, namespace: str, metric: ExternalMetricSource, pod_label: str
    ) -> WorkByPod | MetricUnavailable:
        """The same values, fresh, by the Pod that a label of their series names."""
        ...


class EngineExternalMetrics:
    """The adapter's engine, asked directly.

    An answer may be as old as half the time until the next look, or a look would see the last one's answer again.
    """

    def __init__(
        self, provider: ExternalMetricsProvider, *, sync_period_seconds: float, wake_interval_seconds: float
    ) -> None:
        self._provider = provider
        self._ages = {False: sync_period_seconds / 2, True: wake_interval_seconds / 2}

    def expect(self, namespace: str, metric: ExternalMetricSource) -> None:
        selector = _selector(metric.metric)
        if not isinstance(selector, MetricUnavailable):
            name, age = metric.metric.name, self._ages[False]
            self._provider.expect(namespace=namespace, metric=name, selector=selector, max_age_seconds=age)

    def renew(self, namespace: str, metric: ExternalMetricSource) -> None:
        selector = _selector(metric.metric)
        if not isinstance(selector, MetricUnavailable):
            self._provider.renew(namespace=namespace, metric=metric.metric.name, selector=selector)

    async def read(self, namespace: str, metric: ExternalMetricSource, *, fresh: bool) -> MetricReading:
        items = await self._items(namespace, metric.metric, fresh=fresh)
        return items if isinstance(items, MetricUnavailable) else reading_of_items(namespace, metric.metric, items)

    async def by_pod(
        self, namespace: str, metric: ExternalMetricSource, pod_label: str
    ) -> WorkByPod | MetricUnavailable:
        items = await self._items(namespace, metric.metric, fresh=True)
        return (
            items if isinstance(items, MetricUnavailable) else work_of_items(namespace, metric.metric, items, pod_label)
        )

    async def _items(self, namespace: str, wanted: MetricIdentifier, *, fresh: bool) -> Items | MetricUnavailable:
        selector = _selector(wanted)
        if isinstance(selector, MetricUnavailable):
            return selector
        answer = await self._provider.values(
            namespace=namespace,
            metric=wanted.name,
            selector=selector,
            fresh=fresh,
            max_age_seconds=self._ages[fresh],
        )
        match answer:
            case Found():
                return answer.items
            case UnknownMetric() | Refused() | Broken():
                return external_broken(namespace, wanted, answer.message)
            case _ as unreachable:
                assert_never(unreachable)


class ApiExternalMetrics:
    """external.metrics.k8s.io through the API server, whoever serves it. It has no way to ask for fresh values."""

    def __init__(self, client: KubeClient) -> None:
        self._client = client

    def expect(self, namespace: str, metric: ExternalMetricSource) -> None:
        """Nothing: whoever serves the API reads each by itself."""

    def renew(self, namespace: str, metric: ExternalMetricSource) -> None:
        """Nothing: the API has no way to ask for it."""

    async def read(self, namespace: str, metric: ExternalMetricSource, *, fresh: bool) -> MetricReading:  # noqa: ARG002 -- see the class
        items = await self._items(namespace, metric.metric)
        return items if isinstance(items, MetricUnavailable) else reading_of_items(namespace, metric.metric, items)

    async def by_pod(
        self, namespace: str, metric: ExternalMetricSource, pod_label: str
    ) -> WorkByPod | MetricUnavailable:
        items = await self._items(namespace, metric.metric)
        return (
            items if isinstance(items, MetricUnavailable) else work_of_items(namespace, metric.metric, items, pod_label)
        )

    async def _items(self, namespace: str, wanted: MetricIdentifier) -> Items | MetricUnavailable:
        selector = _selector(wanted)
        if isinstance(selector, MetricUnavailable):
            return selector
        path = f"/apis/{GROUP_VERSION}/namespaces/{namespace}/{quote(wanted.name, safe='')}"
        params = {"labelSelector": str(selector)} if selector.requirements else {}
        try:
            body = await self._client.get(path, msgspec.Raw, params=params)
            return decode_list(bytes(body)).items
        except ApiError as error:
            return external_broken(namespace, wanted, error.message)
        except NotAMetricList as error:
            return external_broken(namespace, wanted, str(error))


def reading_of_items(namespace: str, metric: MetricIdentifier, items: Items) -> ExternalValues | MetricUnavailable:
    """The items' values; none at all is a metric that is missing, never a zero."""
    if not items:
        return external_missing(namespace, metric)
    values = _values(namespace, metric, items)
    return values if isinstance(values, MetricUnavailable) else ExternalValues(values=values)


def work_of_items(
    namespace: str, metric: MetricIdentifier, items: Items, pod_label: str
) -> WorkByPod | MetricUnavailable:
    """The items' values summed by Pod. None at all is a metric that is missing: then nobody can tell who works."""
    if not items:
        return external_missing(namespace, metric)
    values = _values(namespace, metric, items)
    if isinstance(values, MetricUnavailable):
        return values
    work: dict[str, int] = {}
    for item, value in zip(items, values, strict=True):
        pod = (item.metric_labels or {}).get(pod_label, "")
        work[pod] = work.get(pod, 0) + value
    nameless = Milli(work.pop("", 0))
    return WorkByPod(by_pod={pod: Milli(value) for pod, value in work.items()}, nameless=nameless)


def _values(namespace: str, metric: MetricIdentifier, items: Items) -> tuple[Milli, ...] | MetricUnavailable:
    try:
        return tuple(Milli(parse_quantity(item.value).milli_value()) for item in items)
    except QuantityError as error:
        return external_broken(namespace, metric, f"the answer holds a value that is no quantity: {error}")


def _selector(metric: MetricIdentifier) -> Selector | MetricUnavailable:
    try:
        return metric_selector(metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
