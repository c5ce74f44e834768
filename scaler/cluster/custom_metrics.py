"""What do custom metrics say of pods and other objects? Read from custom.metrics.k8s.io as upstream does."""

from datetime import timedelta
from urllib.parse import quote

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, NotFound
from adapter.kube.meta import TimestampError, parse_time
from adapter.kube.quantity import QuantityError, parse_quantity
from adapter.kube.selectors import Selector, SelectorError
from scaler.algorithm.model import MetricReading, MetricUnavailable, ObjectValue, PodMetric, PodMetrics
from scaler.api.selectors import metric_selector
from scaler.api.types import MetricIdentifier, Milli, ObjectMetricSource, PodsMetricSource
from scaler.cluster.kinds import Kinds, UnknownKindError
from scaler.controller.readings import object_broken, pods_metric_broken, pods_metric_missing

_GROUP = "/apis/custom.metrics.k8s.io"
_VERSIONS = ("v1beta2", "v1beta1")
_DEFAULT_WINDOW_SECONDS = 60


class _Described(msgspec.Struct, frozen=True):
    name: str = ""


class _MetricValue(msgspec.Struct, rename="camel", frozen=True):
    timestamp: str
    value: str | int | float
    described_object: _Described = msgspec.field(default_factory=_Described)
    window_seconds: int | None = None


class _MetricValueList(msgspec.Struct, frozen=True):
    items: tuple[_MetricValue, ...] | None = None


class CustomMetrics:
    """The custom metrics API, in the newest version that is served."""

    def __init__(self, *, client: KubeClient, kinds: Kinds) -> None:
        self._client = client
        self._kinds = kinds
        self._version: str | None = None

    async def read_pods(self, namespace: str, metric: PodsMetricSource, selector: str) -> MetricReading:
        """The metric of every pod that the target selects."""
        wanted = metric.metric
        params = _params(wanted)
        if isinstance(params, MetricUnavailable):
            return params
        path = f"namespaces/{namespace}/pods/*/{quote(wanted.name, safe='')}"
        try:
            items = await self._get(path, params | {"labelSelector": selector})
            by_pod = {item.described_object.name: _pod_metric(item) for item in items}
        except ApiError as error:
            return pods_metric_broken(wanted, error.message)
        except (QuantityError, TimestampError) as error:
            return pods_metric_broken(wanted, str(error))
        return PodMetrics(by_pod=by_pod) if by_pod else pods_metric_missing(wanted)

    async def read_object(self, namespace: str, metric: ObjectMetricSource) -> MetricReading:
        """The metric of the described object."""
        wanted, described = metric.metric, metric.described_object
        params = _params(wanted)
        if isinstance(params, MetricUnavailable):
            return params
        try:
            path = await self._object_path(namespace, metric)
            items = await self._get(path, params)
            if not items:
                return object_broken(namespace, described, wanted, "the custom metrics API returned no values")
            return ObjectValue(value=_milli(items[0]))
        except ApiError as error:
            return object_broken(namespace, described, wanted, error.message)
        except (UnknownKindError, QuantityError) as error:
            return object_broken(namespace, described, wanted, str(error))

    async def _object_path(self, namespace: str, metric: ObjectMetricSource) -> str:
        described, name = metric.described_object, quote(metric.metric.name, safe="")
        api_version = described.api_version or "v1"
        if described.kind == "Namespace" and "/" not in api_version:
            return f"namespaces/{quote(described.name, safe='')}/metrics/{name}"
        resource = await self._kinds.resource(api_version, described.kind)
        scope = f"namespaces/{namespace}/" if resource.namespaced else ""
        return f"{scope}{resource.qualified}/{quote(described.name, safe='')}/{name}"

    async def _get(self, path: str, params: dict[str, str]) -> tuple[_MetricValue, ...]:
        version = self._version or await self._served_version()
        listed = await self._client.get(f"{_GROUP}/{version}/{path}", _MetricValueList, params=params)
        return listed.items or ()

    async def _served_version(self) -> str:
        for version in _VERSIONS[:-1]:
            try:
                await self._client.get(f"{_GROUP}/{version}", msgspec.Raw)
            except NotFound:
                continue
            self._version = version
            return version
        return _VERSIONS[-1]


def _params(metric: MetricIdentifier) -> dict[str, str] | MetricUnavailable:
    try:
        selector: Selector = metric_selector(metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    return {"metricLabelSelector": str(selector)} if selector.requirements else {}


def _pod_metric(item: _MetricValue) -> PodMetric:
    seconds = _DEFAULT_WINDOW_SECONDS if item.window_seconds is None else item.window_seconds
    return PodMetric(value=_milli(item), timestamp=parse_time(item.timestamp), window=timedelta(seconds=seconds))


def _milli(item: _MetricValue) -> Milli:
    return Milli(parse_quantity(str(item.value)).milli_value())
