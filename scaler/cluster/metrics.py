"""How is a metric of a spec read? By its source: each has an API of its own."""

from typing import assert_never

from scaler.algorithm.model import MetricReading, MetricUnavailable
from scaler.api.types import (
    ContainerResourceMetricSource,
    ExternalMetricSource,
    MetricSpec,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.external_metrics import ExternalMetrics
from scaler.cluster.resource_metrics import ResourceMetrics


class ClusterMetrics:
    """All metric sources of one cluster. A metric that can't be read is a value, and never shrinks a target."""

    def __init__(self, *, external: ExternalMetrics, resource: ResourceMetrics, custom: CustomMetrics) -> None:
        self._external = external
        self._resource = resource
        self._custom = custom

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading:
        match metric:
            case ExternalMetricSource():
                return await self._external.read(namespace, metric, fresh=fresh)
            case ObjectMetricSource():
                return await self._custom.read_object(namespace, metric)
            case PodsMetricSource():
                return await self._custom.read_pods(namespace, metric, selector)
            case ResourceMetricSource():
                return await self._resource.read(namespace, metric.name, None, selector)
            case ContainerResourceMetricSource():
                return await self._resource.read(namespace, metric.name, metric.container, selector)
            case UnknownMetricSource():
                return MetricUnavailable(message=f'unknown metric source type "{metric.type}"')
            case _ as unreachable:
                assert_never(unreachable)
