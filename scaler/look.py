"""What would be decided now? One look at one autoscaler with the scaler's own eyes, and nothing is written."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from importlib.metadata import version
from random import SystemRandom
from typing import Final, Never

from adapter.kube.client import KubeClient
from adapter.process.clock import Clock
from adapter.process.lifecycle import serve_until
from scaler.algorithm.decide import decide
from scaler.algorithm.decision import NotNeeded, Withheld
from scaler.algorithm.model import AlgorithmSettings, Deviation
from scaler.algorithm.settle import settle
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.watching import Watching, watching
from scaler.config import ScalerSettings
from scaler.controller.memories import Memories
from scaler.controller.observe import observe
from scaler.controller.ports import Ports
from scaler.decisionlog.record import Record
from scaler.telemetry.metrics import ScalerMetrics
from scaler.wiring import external_metrics_of, ports_of, provider_of

ONLY_A_LOOK: Final = "this is only a look"
_LISTING_SECONDS: Final = 20.0


class NotSeenError(Exception):
    """The cluster didn't show what a look needs: what is missing, in one line."""


class _Onlooker:
    """The fence of one who never writes."""

    def leads(self) -> bool:
        return False

    def remaining_seconds(self) -> float:
        return 0.0


async def look(settings: ScalerSettings, wanted: AutoscalerId, clock: Clock) -> Record:
    """The record of a sync now, by what the cluster holds: a scaler that runs may remember more than status says.

    A stock autoscaler that isn't a companion is looked at as the stock controller does, with every deviation off.
    Raises NotSeenError, and ApiError for an autoscaler that isn't there.
    """
    async with AsyncExitStack() as resources:
        client = KubeClient.of(settings.access, user_agent=f"lagzero-explain/{version('lagzero')}")
        await resources.enter_async_context(client)
        # Whoever can't be reached, or has no such autoscaler, says so at once; lists are asked for again and again.
        wire = await client.get(wanted.kind.path(wanted.key), WireAutoscaler)
        metrics = ScalerMetrics()
        external = external_metrics_of(settings, client, await provider_of(settings, clock, metrics, resources))
        watched = watching(client=client, namespaces=(wanted.key.namespace,), clock=clock, random=SystemRandom())
        ports = ports_of(client, watched, external, _Onlooker(), metrics, clock)
        done, records = asyncio.Event(), list[Record]()

        async def _look_once() -> Never:
            await _until_listed(watched)
            autoscaler, algorithm = _found(watched, wire, wanted, settings.algorithm)
            records.append(await _record(autoscaler, ports, algorithm, clock))
            done.set()
            while True:
                await asyncio.Event().wait()

        await serve_until(done, *watched.services(), _look_once())
        return records[0]


async def _until_listed(watched: Watching) -> None:
    try:
        async with asyncio.timeout(_LISTING_SECONDS):
            await watched.until_synced()
    except TimeoutError as error:
        why = "; ".join(sorted({watch.trouble for watch in watched.watches() if watch.trouble})) or "no answer"
        raise NotSeenError(f"the cluster's objects aren't listed after {_LISTING_SECONDS:g}s: {why}") from error


def _found(
    watched: Watching, wire: WireAutoscaler, wanted: AutoscalerId, settings: AlgorithmSettings
) -> tuple[Autoscaler, AlgorithmSettings]:
    """With the settings that its own controller has, as far as anybody can know them."""
    autoscaler = watched.autoscalers.get(wanted)
    if autoscaler is not None:
        return autoscaler, settings
    return decode_autoscaler(wire, kind=wanted.kind), replace(settings, deviations=frozenset[Deviation]())


async def _record(autoscaler: Autoscaler, ports: Ports, settings: AlgorithmSettings, clock: Clock) -> Record:
    now = clock.now()
    memory = Memories(windows_survive=settings.has(Deviation.LAST_WINDOW)).recall(autoscaler, now).memory
    seen = (await observe(autoscaler, memory, now, ports, settings)).observation
    decision = decide(seen, memory, settings)
    outcome = NotNeeded() if decision.rescale is None else Withheld(because=ONLY_A_LOOK)
    return Record(
        autoscaler=str(autoscaler.id),
        observation=seen,
        memory=memory,
        settings=settings,
        decision=settle(decision, outcome, seen, settings),
        outcome=outcome,
    )
