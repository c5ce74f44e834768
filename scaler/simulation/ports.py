"""How does the production controller meet the simulated world? Through the same ports as a cluster."""

from collections.abc import Sequence
from datetime import datetime

from scaler.algorithm.decision import Event, Rescale
from scaler.algorithm.model import MetricReading, PodsReading, Scale, ScaleUnavailable
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus, Stranger
from scaler.api.types import CrossVersionObjectReference, MetricSpec
from scaler.controller.pause import explicit_pause
from scaler.controller.ports import NotWritten, Ports, Target, Written
from scaler.simulation.readings import Readings
from scaler.simulation.world import OURS, World


def ports_of(world: World, readings: Readings) -> Ports:
    return Ports(
        scales=WorldScales(world),
        metrics=WorldMetrics(readings),
        pods=WorldPods(world),
        statuses=WorldStatuses(world),
        events=WorldEvents(world),
        finalizers=WorldFinalizers(world),
    )


class WorldScales:
    """The target's /scale. While reads or writes fail it says so, as an API server in trouble would."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def read(self, namespace: str, reference: CrossVersionObjectReference) -> Target | ScaleUnavailable:
        world = self._world
        if world.now < world.reads_fail_until:
            return ScaleUnavailable(message="the API server does not answer (reads: fail)")
        replicas = world.spec_replicas
        return Target(
            namespace=namespace,
            reference=reference,
            scale=Scale(
                spec_replicas=replicas,
                status_replicas=replicas if world.status_replicas is None else world.status_replicas,
                selector=world.selector,
            ),
            writer=world.writer,
            resource_version=str(world.version),
            pause=explicit_pause(world.annotations, world.clock.now()),
        )

    async def write(self, target: Target, rescale: Rescale) -> Written | NotWritten:
        """Nobody comes between a sync's read and its write here, so what was seen is what is there."""
        assert target.scale.spec_replicas == self._world.spec_replicas
        if self._world.now < self._world.writes_fail_until:
            return NotWritten(message="the API server refuses writes of /scale (writes: fail)")
        self._world.write_replicas(rescale.desired, OURS)
        return Written()


class WorldMetrics:
    """All metrics APIs at once. Every value is fresh, and the target's pods are the only ones."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading:
        del selector, fresh
        return self._readings.of(namespace, metric)


class WorldPods:
    """The pods there are: the target's."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def read(self, namespace: str, selector: str) -> PodsReading:
        here = self._world.autoscaler.key.namespace, self._world.selector
        return self._world.pods.listed(self._world.now) if (namespace, selector) == here else ()


class WorldStatuses:
    """The autoscaler's status: what a restarted scaler finds."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        if autoscaler.key != self._world.autoscaler.key:
            return NotWritten(message=f'zeropodautoscalers.lagzero.dev "{autoscaler.key.name}" not found')
        self._world.write_status(status)
        return Written()


class WorldFinalizers:
    """What holds the autoscaler when somebody deletes it."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def write(self, autoscaler: Autoscaler, finalizers: tuple[str, ...]) -> Written | NotWritten:
        assert autoscaler.key == self._world.autoscaler.key
        self._world.write_finalizers(finalizers)
        return Written()


class WorldEvents:
    """The events of the sync that is under way; `now` is its time."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def publish(self, autoscaler: Autoscaler | Stranger, events: Sequence[Event], now: datetime) -> None:
        assert (autoscaler.key, now) == (self._world.autoscaler.key, self._world.clock.now())
        self._world.published.extend(events)
