"""How is the scaler put together, started and stopped? Everything is built and wired here, and nowhere else."""

import asyncio
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass
from importlib.metadata import version
from random import SystemRandom

import prometheus_client
import structlog

from adapter.kube.client import KubeClient
from adapter.process.clock import Clock
from adapter.process.sites import serving
from scaler.algorithm.model import Deviation
from scaler.api.autoscaler import Autoscaler
from scaler.cluster.leases import ClusterLeases
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
from scaler.leadership.leadership import Leadership
from scaler.renewal import rules_in_use
from scaler.site import obstacles, probes
from scaler.telemetry.census import Census
from scaler.telemetry.metrics import ScalerMetrics
from scaler.telemetry.watches import WatchSilence
from scaler.turns import run_while_leading, serve_until_finished
from scaler.wake import Waker
from scaler.wiring import Foretelling, external_metrics_of, ports_of, provider_of

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Syncing:
    """One sync of one autoscaler, with what has to be counted and written down about it."""

    ports: Ports
    memories: Memories
    settings: ScalerSettings
    clock: Clock
    metrics: ScalerMetrics
    census: Census
    decision_log: DecisionLog

    async def sync(self, autoscaler: Autoscaler) -> Sync:
        began, asked = self.clock.monotonic(), self.settings
        with self.metrics.unless_finished():
            done = await reconcile(autoscaler, self.ports, self.memories, asked.algorithm, self.clock, asked.vigilance)
        self.metrics.synced(done, self.clock.monotonic() - began)
        self.census.synced(autoscaler.id, done, self.memories.recall(autoscaler, done.observation.now).notes)
        self.decision_log.write(str(autoscaler.id), done)
        return done


async def serve(settings: ScalerSettings, clock: Clock, stop: asyncio.Event) -> int:
    """Scale until `stop` is set. Raises AccessError, DecisionLogError or ListenError when it can't begin."""
    # A second series per counter with the time of its birth, which nobody asked for.
    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call] # the library has no types here
    metrics = ScalerMetrics()
    async with AsyncExitStack() as resources:
        decision_log = resources.enter_context(open_decision_log(settings.decision_log, metrics))
        client = KubeClient.of(settings.access, user_agent=f"lagzero-scaler/{version('lagzero')}")
        await resources.enter_async_context(client)
        provider = await provider_of(settings, clock, metrics, resources)
        external = external_metrics_of(settings, client, provider)
        leadership = _leadership(settings, client, clock)
        watched = watching(client=client, namespaces=settings.namespaces, clock=clock, random=SystemRandom())
        syncing = Syncing(
            ports=ports_of(client, watched, external, leadership, metrics, clock),
            memories=Memories(windows_survive=settings.algorithm.has(Deviation.LAST_WINDOW)),
            settings=settings,
            clock=clock,
            metrics=metrics,
            census=_census(metrics, watched, leadership, clock),
            decision_log=decision_log,
        )
        foretelling = Foretelling(find=watched.autoscalers.get, external=external)
        watched.autoscalers.subscribe(foretelling.changed)
        loop = _loop(syncing, watched)
        waker = Waker(
            leads=leadership.leads, find=watched.autoscalers.get, woken=foretelling.woken, due_now=loop.due_now
        )
        rules = rules_in_use(settings, provider, metrics, clock, lambda: _foretell(watched, foretelling))
        notes = () if rules is None else (rules.notes,)
        site = await resources.enter_async_context(
            serving(probes(obstacles(watched.unlisted, leadership.obstacle), metrics, waker, *notes), settings.listen)
        )
        log.info("scaling", server=settings.access.server, probes=site.url, namespaces=settings.namespaces or "all")
        await serve_until_finished(
            stop,
            loop,
            clock,
            *watched.services(),
            leadership.run(),
            *(() if rules is None else (rules.run(),)),
            run_while_leading(watched, leadership, loop, clock),
        )
        await leadership.release()  # every writer has ended by now
    log.info("stopped")
    return 0


def _foretell(watched: Watching, foretelling: Foretelling) -> None:
    """All of them anew: an engine with other rules knows of no reader."""
    for key in watched.autoscalers.ids():
        foretelling.changed(key)


def _census(metrics: ScalerMetrics, watched: Watching, leadership: Leadership, clock: Clock) -> Census:
    metrics.leader.set_function(leadership.leads)
    metrics.lease_obstructed.set_function(leadership.obstructed_seconds)
    metrics.autoscalers.set_function(lambda: len(watched.autoscalers))
    metrics.registry.register(WatchSilence(watched.watches, clock))
    census = Census(leads=leadership.leads, is_there=lambda key: watched.autoscalers.get(key) is not None)
    metrics.registry.register(census)
    return census


def _leadership(settings: ScalerSettings, client: KubeClient, clock: Clock) -> Leadership:
    if settings.lease is None:
        return AlwaysLeading()
    random = SystemRandom()
    return Elector(
        leases=ClusterLeases(client=client, key=settings.lease),
        identity=holder_identity(socket.gethostname(), random),
        clock=clock,
        random=random,
        timing=settings.election,
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
    return loop
