"""Which parts make the scaler's ports? The edges to one cluster, put together for whoever looks at it or scales it."""

from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.engine_metrics import EngineMetrics
from adapter.externalmetrics.provider import ExternalMetricsProvider
from adapter.kube.client import KubeClient
from adapter.process.clock import Clock
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.types import ExternalMetricSource
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.events import ClusterEvents
from scaler.cluster.external_metrics import ApiExternalMetrics, EngineExternalMetrics, ExternalMetrics
from scaler.cluster.fenced import FencedEvents, FencedFinalizers, FencedStatuses
from scaler.cluster.finalizers import ClusterFinalizers
from scaler.cluster.kinds import Kinds
from scaler.cluster.metrics import ClusterMetrics
from scaler.cluster.neighbours import ClusterRivals
from scaler.cluster.pod_marks import PodPatches
from scaler.cluster.pods import ClusterPods
from scaler.cluster.resource_metrics import ResourceMetrics
from scaler.cluster.scale_kinds import ScaleKinds
from scaler.cluster.scales import ClusterScales
from scaler.cluster.statuses import ClusterStatuses
from scaler.cluster.watching import Watching
from scaler.config import ScalerSettings
from scaler.controller.ports import Ports
from scaler.leadership.leadership import Fence
from scaler.telemetry.metrics import ScalerMetrics
from scaler.telemetry.statuses import CountedStatuses


def ports_of(
    client: KubeClient,
    watched: Watching,
    external: ExternalMetrics,
    fence: Fence,
    metrics: ScalerMetrics,
    clock: Clock,
) -> Ports:
    """The ways to one cluster; what is written goes past the fence."""
    discovered = Kinds(client=client, clock=clock)
    kinds = ScaleKinds(client=client, watched=watched.scales(client), kinds=discovered, clock=clock)
    return Ports(
        scales=ClusterScales(kinds=kinds, fence=fence, clock=clock),
        metrics=ClusterMetrics(
            external=external,
            resource=ResourceMetrics(client=client),
            custom=CustomMetrics(client=client, kinds=discovered),
        ),
        pods=ClusterPods(client=client, copy=watched.pods, watches=watched.pod_watches),
        statuses=FencedStatuses(CountedStatuses(ClusterStatuses(client=client), metrics.status_answered), fence),
        events=FencedEvents(ClusterEvents(client=client), fence),
        finalizers=FencedFinalizers(ClusterFinalizers(client=client), fence),
        pod_work=external,
        pod_marks=PodPatches(client=client, fence=fence),
        rivals=ClusterRivals(targets=watched.autoscalers.targets, kinds=kinds, clock=clock),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Foretelling:
    """Tells the source of External metrics what will be read, as soon as somebody says so."""

    find: Callable[[AutoscalerId], Autoscaler | None]
    external: ExternalMetrics

    def changed(self, key: AutoscalerId) -> None:
        """An autoscaler came, changed or went."""
        for metric in self._metrics(key):
            self.external.expect(key.key.namespace, metric)

    def woken(self, key: AutoscalerId) -> None:
        """Somebody says that there is demand for it, which what was read before can't show."""
        for metric in self._metrics(key):
            self.external.renew(key.key.namespace, metric)

    def _metrics(self, key: AutoscalerId) -> Iterator[ExternalMetricSource]:
        found = self.find(key)
        if found is not None:
            yield from (metric for metric in found.spec.metrics if isinstance(metric, ExternalMetricSource))


async def provider_of(
    settings: ScalerSettings, clock: Clock, metrics: ScalerMetrics, resources: AsyncExitStack
) -> ExternalMetricsProvider | None:
    """The engine in this process, None where the settings say that there is none. It ends with `resources`."""
    if settings.engine is None:
        return None
    engine = run_engine(
        settings.engine.rules,
        settings.engine.prometheus,
        clock,
        limits=EngineLimits(),
        observer=EngineMetrics(metrics.registry, clock),
    )
    return await resources.enter_async_context(engine)


def external_metrics_of(
    settings: ScalerSettings, client: KubeClient, provider: ExternalMetricsProvider | None
) -> ExternalMetrics:
    """Where External metrics come from: from that engine, or from the API."""
    if provider is None:
        return ApiExternalMetrics(client)
    return EngineExternalMetrics(
        provider,
        sync_period_seconds=settings.loop.sync_period_seconds,
        wake_interval_seconds=settings.loop.wake_interval_seconds,
    )
