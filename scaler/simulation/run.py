"""How does a scenario go? Moment by moment: first what happens in the world, then the sync that is due."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from scaler.algorithm.decision import Event
from scaler.algorithm.model import Deviation
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.states import AutoscalerState
from scaler.controller.memories import Memories
from scaler.controller.ports import Ports
from scaler.controller.reconcile import Sync, reconcile
from scaler.simulation.clock import VirtualClock
from scaler.simulation.demand import Demand, demand_on
from scaler.simulation.external import ExternalReadings, SeriesAsTheyStand
from scaler.simulation.happenings import Restart, Step
from scaler.simulation.moments import Millis
from scaler.simulation.ports import ports_of
from scaler.simulation.readings import Readings
from scaler.simulation.rules import SeriesThroughRules
from scaler.simulation.scenario import Scenario
from scaler.simulation.steps import happen
from scaler.simulation.world import CountSince, World, world_at_start


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    """One sync and what it left: `replicas` is `spec.replicas` after it, `events` are those it published.

    `demand` is what the sync found to do.
    """

    at: Millis
    sync: Sync
    replicas: int
    ready_pods: int
    status: AutoscalerStatus
    events: tuple[Event, ...]
    demand: Demand


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """All syncs in order, and every count the target had."""

    # asyncio.run takes the repr of what it returns, and a day of syncs has one of many megabytes.
    scenario: Scenario = field(repr=False)
    syncs: tuple[Synced, ...] = field(repr=False)
    counts: tuple[CountSince, ...] = field(repr=False)


def run_scenario(scenario: Scenario) -> Run:
    """Run to the end. Takes about as long as the syncs' arithmetic: nobody waits."""
    return asyncio.run(_run(scenario))


async def _run(scenario: Scenario) -> Run:
    clock = VirtualClock()
    world = world_at_start(scenario, clock)
    readings = Readings(world, _external(scenario))
    ports = ports_of(world, readings)
    memories = _memories(scenario)
    syncs: list[Synced] = []
    steps = deque(scenario.steps)
    due = Millis(0)
    while True:
        now = min(due, steps[0].at) if steps else due
        if now > scenario.until:
            return Run(scenario=scenario, syncs=tuple(syncs), counts=tuple(world.counts))
        clock.move_to(now)
        while steps and steps[0].at == now:
            memories = _happen(steps.popleft(), world, memories)
        if world.autoscaler_is_gone:
            due = Millis(scenario.until + 1)  # nobody looks any more
        elif now == due:
            done = await _sync(world, ports, readings, memories)
            syncs.append(done)
            due = _next_due(now, done, scenario, is_held=world.autoscaler.is_held)


def _external(scenario: Scenario) -> ExternalReadings:
    parity = scenario.settings.parity
    if scenario.rules is None:
        return SeriesAsTheyStand(scenario.metrics, parity=parity)
    return SeriesThroughRules(scenario.rules, scenario.metrics, parity=parity)


def _happen(step: Step, world: World, memories: Memories) -> Memories:
    """What the scaler remembers afterwards: all of it, or nothing if it was restarted."""
    happen(step.what, world)
    return _memories(world.scenario) if isinstance(step.what, Restart) else memories


def _memories(scenario: Scenario) -> Memories:
    """What a scaler that has just been started remembers: nothing but what status says."""
    return Memories(windows_survive=scenario.settings.algorithm.has(Deviation.LAST_WINDOW))


async def _sync(world: World, ports: Ports, readings: Readings, memories: Memories) -> Synced:
    world.published.clear()
    autoscaler = world.autoscaler
    settings = world.scenario.settings
    sync = await reconcile(autoscaler, ports, memories, settings.algorithm, world.clock, settings.vigilance)
    ready = world.pods.ready(world.now)
    return Synced(
        at=world.now,
        sync=sync,
        replicas=world.spec_replicas,
        ready_pods=ready,
        status=world.autoscaler.status,
        events=tuple(world.published),
        demand=demand_on(autoscaler, readings, ready),
    )


def _next_due(now: Millis, done: Synced, scenario: Scenario, *, is_held: bool) -> Millis:
    """The next moment of the grid: of wake intervals while the target sleeps or is held, else of sync periods."""
    soon = is_held or done.sync.decision.state is AutoscalerState.SCALED_TO_ZERO
    period = scenario.settings.wake_interval if soon else scenario.settings.sync_period
    return Millis((now // period + 1) * period)
