"""How is a metric of a spec read? By its source: External from the engine or the API; the others are not read yet."""

from scaler.algorithm.model import MetricReading, MetricUnavailable
from scaler.api.types import ExternalMetricSource, MetricSpec
from scaler.cluster.external_metrics import ExternalMetrics


class ClusterMetrics:
    """All metric sources of one cluster. A source that isn't read is unavailable, which never shrinks a target."""

    def __init__(self, *, external: ExternalMetrics) -> None:
        self._external = external

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading:  # noqa: ARG002 -- for metrics of pods
        if isinstance(metric, ExternalMetricSource):
            return await self._external.read(namespace, metric, fresh=fresh)
        kind = type(metric).__name__.removesuffix("MetricSource")
        return MetricUnavailable(message=f"this version of lagzero reads no metrics of type {kind}")
