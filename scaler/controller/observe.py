"""What is there to see? All reads of one sync, gathered into one value.

Metrics that cannot matter are not asked for: the same gate that `decide` begins with says so.
"""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

from scaler.algorithm.decide import look
from scaler.algorithm.gate import Compute
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import (
    AlgorithmSettings,
    MetricReading,
    MetricUnavailable,
    Observation,
    PodsReading,
    Scale,
    ScaleUnavailable,
    SelectorFault,
)
from scaler.api.autoscaler import Autoscaler
from scaler.api.types import AutoscalerSpec, ExternalMetricSource, MetricSpec, ObjectMetricSource
from scaler.controller.companions import as_companions_see
from scaler.controller.obstacles import left_asleep, obstacle_of
from scaler.controller.overlap import Neighbour
from scaler.controller.pause import explicit_pause
from scaler.controller.ports import Metrics, Pods, Ports, Target
from scaler.controller.readings import ambiguous_pods, target_selector

_NOT_READ = MetricUnavailable(message="the metric was not read")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one sync sees, and the target it saw; `target` is None if its scale could not be read.

    Without the `whole_range` only the border of zero is ours to cross: the stock controller keeps the rest.
    """

    observation: Observation
    target: Target | None
    whole_range: bool = True


async def observe(
    autoscaler: Autoscaler, memory: Memory, now: datetime, ports: Ports, settings: AlgorithmSettings
) -> Seen:
    """Read the target, and where they matter its pods and metrics. A failed read is a value."""
    spec = autoscaler.spec
    target = await ports.scales.read(autoscaler.key.namespace, spec.scale_target_ref)
    pause = explicit_pause(autoscaler.annotations, now, autoscaler.paused_by)
    obstacle = obstacle_of(autoscaler, ports.rivals.of(autoscaler))
    if isinstance(target, ScaleUnavailable):
        unseen = Observation(now=now, spec=spec, scale=target, pause=pause, obstacle=obstacle)
        return Seen(observation=unseen, target=None)
    sleeps_by_us = memory.activation.scaled_to_zero is True and target.scale.spec_replicas == 0
    observation = Observation(
        now=now,
        spec=spec,
        scale=target.scale,
        readings=(_NOT_READ,) * len(spec.metrics),
        replicas_writer=target.writer if autoscaler.companion is None else as_companions_see(target.writer),
        pause=pause or target.pause,
        obstacle=left_asleep(obstacle, autoscaler) if obstacle is not None and sleeps_by_us else obstacle,
    )
    verdict = look(observation, memory, settings)
    if isinstance(verdict, Compute):
        pods = await _pods(autoscaler, target.scale, ports)
        in_flight = _in_flight(spec, target.scale)
        asked = (*spec.metrics, *in_flight)
        read = await _readings(asked, autoscaler, target.scale, ports.metrics, fresh=verdict.asleep)
        readings, work = read[: len(spec.metrics)], read[len(spec.metrics) :]
        observation = replace(observation, pods=pods, readings=readings, in_flight=work[0] if work else None)
    return Seen(observation=observation, target=target, whole_range=autoscaler.companion is None)


def needs_pods(spec: AutoscalerSpec) -> bool:
    """Does any metric's arithmetic look at pods? Averages of External and Object metrics don't."""
    return any(
        metric.target.average_value is None if isinstance(metric, ExternalMetricSource | ObjectMetricSource) else True
        for metric in spec.metrics
    )


async def _pods(autoscaler: Autoscaler, scale: Scale, ports: Ports) -> PodsReading:
    """A selector that can't be used is found out even where no pod is asked for; at zero there are none."""
    selector = target_selector(scale.selector)
    if isinstance(selector, SelectorFault):
        return selector
    if scale.spec_replicas == 0:
        return ()
    fault = await _ambiguity(autoscaler, scale.selector, ports.pods, ports.rivals.near(autoscaler, selector))
    if fault is not None:
        return fault
    if needs_pods(autoscaler.spec):
        return await ports.pods.read(autoscaler.key.namespace, scale.selector)
    return ()


async def _ambiguity(
    autoscaler: Autoscaler, selector: str, pods: Pods, near: tuple[Neighbour, ...]
) -> SelectorFault | None:
    """Pods that another autoscaler's target selects too; asked only of selectors that may overlap."""
    namespace = autoscaler.key.namespace
    sharing = []
    for neighbour in near:
        shared = await pods.read(namespace, f"{selector},{neighbour.selector}".strip(","))
        if isinstance(shared, SelectorFault):
            return shared
        if shared:
            sharing.append(neighbour.id)
    return ambiguous_pods(selector, [autoscaler.id, *sharing]) if sharing else None


def _in_flight(spec: AutoscalerSpec, scale: Scale) -> tuple[MetricSpec, ...]:
    """The metric of work in flight, where somebody asked for it and there is a worker to have any."""
    source = spec.zero.in_flight
    return () if source is None or scale.spec_replicas == 0 else (source,)


async def _readings(
    asked: tuple[MetricSpec, ...], autoscaler: Autoscaler, scale: Scale, metrics: Metrics, *, fresh: bool
) -> tuple[MetricReading, ...]:
    """All metrics at once; a sleeping target asks for fresh values, since a wake-up waits on them."""
    namespace = autoscaler.key.namespace
    if len(asked) == 1:  # the usual case, which needs no tasks
        return (await metrics.read(namespace, asked[0], scale.selector, fresh=fresh),)
    async with asyncio.TaskGroup() as reads:
        tasks = [reads.create_task(metrics.read(namespace, metric, scale.selector, fresh=fresh)) for metric in asked]
    return tuple(task.result() for task in tasks)
