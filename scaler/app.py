"""How is the scaler put together, started and stopped? Everything is built and wired here, and nowhere else."""

import asyncio
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass
from importlib.metadata import version
from random import SystemRandom

import prometheus_client
import structlog

from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.engine_metrics import EngineMetrics
from adapter.kube.client import KubeClient
from adapter.process.clock import Clock
from adapter.process.lifecycle import serve_until
from adapter.process.sites import serving
from scaler.algorithm.model import Deviation
from scaler.api.autoscaler import Autoscaler
from scaler.cluster.custom_metrics import CustomMetrics
from scaler.cluster.events import ClusterEvents
from scaler.cluster.external_metrics import ApiExternalMetrics, EngineExternalMetrics, ExternalMetrics
from scaler.cluster.kinds import Kinds
from scaler.cluster.leases import ClusterLeases
from scaler.cluster.metrics import ClusterMetrics
from scaler.cluster.neighbours import ClusterRivals
from scaler.cluster.pods import ClusterPods
from scaler.cluster.resource_metrics import ResourceMetrics
from scaler.cluster.scales import ClusterScales
from scaler.cluster.statuses import ClusterStatuses
from scaler.cluster.watching import Watching, watching
from scaler.config import ScalerSettings
from scaler.controller.loop import Loop
from scaler.controller.memories import Memories
from scaler.controller.ports import Ports
from scaler.controller.reconcile import Sync, reconcile
from scaler.decisionlog.writer import DecisionLog, open_decision_log
from scaler.leadership.always import AlwaysLeading
from scaler.leadership.elector import Elector
from scaler.leadership.identity import holder_identity
from scaler.leadership.leadership import Fence, Leadership
from scaler.leadership.timing import ElectionTiming
from scaler.site import probes
from scaler.telemetry.metrics import ScalerMetrics
from scaler.turns import run_while_leading
from scaler.wake import Waker

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Syncing:
    """One sync of one autoscaler, with what has to be counted and written down about it."""

    ports: Ports
    memories: Memories
    settings: ScalerSettings
    clock: Clock
    metrics: ScalerMetrics
    decision_log: DecisionLog

    async def sync(self, autoscaler: Autoscaler) -> Sync:
        began = self.clock.monotonic()
        done = await reconcile(autoscaler, self.ports, self.memories, self.settings.algorithm, self.clock)
        self.metrics.synced(done, self.clock.monotonic() - began)
        self.decision_log.write(str(autoscaler.id), done)
        return done


async def serve(settings: ScalerSettings, clock: Clock, stop: asyncio.Event) -> int:
    """Scale until `stop` is set. Raises AccessError, DecisionLogError or ListenError when it can't begin."""
    # A second series per counter with the time of its birth, which nobody asked for.
    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call] # the library has no types here
    metrics = ScalerMetrics()
    async with AsyncExitStack() as resources:
        decision_log = resources.enter_context(open_decision_log(settings.decision_log))
        client = KubeClient.of(settings.access, user_agent=f"lagzero-scaler/{version('lagzero')}")
        await resources.enter_async_context(client)
        external = await _external_metrics(settings, client, clock, metrics, resources)
        leadership = _leadership(settings, client, clock)
        watched = watching(client=client, namespaces=settings.namespaces, clock=clock, random=SystemRandom())
        syncing = Syncing(
            ports=_ports(client, watched, external, leadership, clock),
            memories=Memories(windows_survive=settings.algorithm.has(Deviation.LAST_WINDOW)),
            settings=settings,
            clock=clock,
            metrics=metrics,
            decision_log=decision_log,
        )
        loop = _loop(syncing, watched)
        metrics.leader.set_function(leadership.leads)
        waker = Waker(leads=leadership.leads, find=watched.autoscalers.get, due_now=loop.due_now)
        site = await resources.enter_async_context(serving(probes(watched.synced, metrics, waker), settings.listen))
        log.info("scaling", server=settings.access.server, probes=site.url, namespaces=settings.namespaces or "all")
        services = [reflector.run() for reflector in watched.reflectors]
        await serve_until(
            stop, *services, leadership.run(), run_while_leading(watched.until_synced(), leadership, loop)
        )
        await leadership.release()  # every writer has ended by now
    log.info("stopped")
    return 0


def _leadership(settings: ScalerSettings, client: KubeClient, clock: Clock) -> Leadership:
    if settings.lease is None:
        return AlwaysLeading()
    random = SystemRandom()
    return Elector(
        leases=ClusterLeases(client=client, key=settings.lease),
        identity=holder_identity(socket.gethostname(), random),
        clock=clock,
        random=random,
        timing=ElectionTiming(),
    )


def _loop(syncing: Syncing, watched: Watching) -> Loop:
    loop = Loop(
        find=watched.autoscalers.get,
        sync=syncing.sync,
        memories=syncing.memories,
        clock=syncing.clock,
        settings=syncing.settings.loop,
        late=syncing.metrics.late,
    )
    watched.autoscalers.subscribe(loop.changed)
    watched.autoscalers.targets.subscribe(loop.due_now)
    syncing.metrics.autoscalers.set_function(lambda: len(watched.autoscalers))
    return loop


def _ports(client: KubeClient, watched: Watching, external: ExternalMetrics, fence: Fence, clock: Clock) -> Ports:
    return Ports(
        scales=ClusterScales(client=client, caches=watched.workloads, fence=fence, clock=clock),
        metrics=ClusterMetrics(
            external=external,
            resource=ResourceMetrics(client=client),
            custom=CustomMetrics(client=client, kinds=Kinds(client=client)),
        ),
        pods=ClusterPods(client=client),
        statuses=ClusterStatuses(client=client),
        events=ClusterEvents(client=client),
        rivals=ClusterRivals(targets=watched.autoscalers.targets, caches=watched.workloads, clock=clock),
    )


async def _external_metrics(
    settings: ScalerSettings, client: KubeClient, clock: Clock, metrics: ScalerMetrics, resources: AsyncExitStack
) -> ExternalMetrics:
    if settings.engine is None:
        return ApiExternalMetrics(client)
    engine = run_engine(
        settings.engine.rules,
        settings.engine.prometheus,
        clock,
        limits=EngineLimits(),
        observer=EngineMetrics(metrics.registry, clock),
    )
    return EngineExternalMetrics(
        await resources.enter_async_context(engine),
        sync_period_seconds=settings.loop.sync_period_seconds,
        wake_interval_seconds=settings.loop.wake_interval_seconds,
    )
