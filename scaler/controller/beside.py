"""What is said and noted beside the algorithm? Transitions, fights, and demand that waits; none of it in parity."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from scaler.algorithm.decision import Accepted, ConditionRemoval, ConditionUpdate, Event
from scaler.algorithm.model import AlgorithmSettings, Scale
from scaler.api.autoscaler import Autoscaler
from scaler.api.conditions import ConditionType
from scaler.api.states import AutoscalerState
from scaler.api.types import Mode
from scaler.controller.contest import NO_CONTEST, Contest, Sight, acted, looked
from scaler.controller.contest_words import contest_conditions, contest_events
from scaler.controller.demand import read_demand, waiting_metric
from scaler.controller.notes import NO_NOTES, Notes
from scaler.controller.observe import Seen
from scaler.controller.ports import Metrics
from scaler.controller.status import ScaleChange
from scaler.controller.sync import Sync
from scaler.controller.transitions import transition_events
from scaler.controller.waiting import Waiting, is_probe_due, probed, waited
from scaler.controller.waiting_words import reason_of, waiting_conditions, waiting_events, why_it_waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Vigilance:
    """How long demand may wait on something paused or asleep before it is told; zero: it never is."""

    demand_waiting: timedelta = timedelta(minutes=5)


USUAL: Final = Vigilance()


_NOTHING_SAID: Final = (
    ConditionRemoval(type=ConditionType.CONTESTED),
    ConditionRemoval(type=ConditionType.DEMAND_WAITING),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What one sync goes by: the notes before it, and the contest after its look. In parity no watch is kept."""

    notes: Notes
    contest: Contest
    vigilance: Vigilance | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What to note, and what to say besides the decision's own conditions and events."""

    notes: Notes
    conditions: tuple[ScaleChange, ...] = ()
    events: tuple[Event, ...] = ()


def watch_of(notes: Notes, seen: Seen, settings: AlgorithmSettings, vigilance: Vigilance) -> Watch:
    """After the look. Of a companion's counts only a zero is ours to be answered."""
    if not settings.deviations:
        return Watch(notes=notes, contest=NO_CONTEST, vigilance=None)
    contest, target = notes.contest, seen.target
    if target is None:
        return Watch(notes=notes, contest=contest, vigilance=vigilance)
    if not seen.whole_range and contest.standing:
        contest = replace(contest, standing=None)
    sight = Sight(count=target.scale.spec_replicas, writer=target.writer, uid=target.uid)
    return Watch(notes=notes, contest=looked(contest, sight, seen.observation.now), vigilance=vigilance)


async def beside(autoscaler: Autoscaler, watch: Watch, seen: Seen, sync: Sync, metrics: Metrics) -> Beside:
    """What follows after a sync. Asks for demand where the sync itself had no reason to."""
    notes = watch.notes
    if watch.vigilance is None:
        # What a start without --parity has left behind would stand there for ever.
        return Beside(notes=NO_NOTES, conditions=_NOTHING_SAID)
    observation, decision = sync.observation, sync.decision
    contest = acted(watch.contest, sync.outcome, observation.now)
    waiting = await _waiting(autoscaler, watch, seen, sync, metrics)
    # Where nothing is kept of the state, as of a companion's after a start, nobody knows that it has changed.
    is_known = notes.state is not None or sync.memory.recommendations is None
    before = notes.state if is_known else decision.state
    wait_conditions, wait_events = _said_of_waiting(notes.waiting, waiting, sync)
    return Beside(
        notes=Notes(state=decision.state or notes.state, contest=contest, waiting=waiting),
        conditions=(*contest_conditions(notes.contest, contest, observation.spec), *wait_conditions),
        events=(
            *transition_events(before, observation, decision, sync.outcome),
            *contest_events(notes.contest, contest, observation.spec),
            *wait_events,
        ),
    )


def _said_of_waiting(
    before: Waiting, after: Waiting, sync: Sync
) -> tuple[tuple[ConditionUpdate, ...], tuple[Event, ...]]:
    if not before.is_told and not after.is_told:
        return (), ()
    reason = reason_of(sync.decision)
    because = why_it_waits(sync.observation, sync.decision, sync.outcome)
    return (
        tuple(waiting_conditions(before, after, reason, because)),
        tuple(waiting_events(before, after, reason, because)),
    )


async def _waiting(autoscaler: Autoscaler, watch: Watch, seen: Seen, sync: Sync, metrics: Metrics) -> Waiting:
    assert watch.vigilance is not None
    waiting, threshold = watch.notes.waiting, watch.vigilance.demand_waiting
    observation, scale = sync.observation, sync.observation.scale
    is_gone = autoscaler.deleting is not None
    if is_gone or not isinstance(scale, Scale) or observation.spec.zero.mode is Mode.SHADOW:
        return waiting
    now, replicas, specs = observation.now, scale.spec_replicas, observation.spec.metrics
    if not threshold or isinstance(sync.outcome, Accepted) or not _may_wait(seen, replicas):
        return waited(waiting, "", now, threshold)
    if sync.decision.state is AutoscalerState.SCALED_TO_ZERO:
        return waited(waiting, waiting_metric(specs, observation.readings, replicas), now, threshold)
    if not is_probe_due(waiting, now, threshold):
        return waiting
    readings = await read_demand(autoscaler, scale.selector, metrics)
    return waited(probed(waiting, now), waiting_metric(specs, readings, replicas), now, threshold)


def _may_wait(seen: Seen, replicas: int) -> bool:
    """At zero, or held at more by a pause that is ours to hold; a companion's other counts are the stock one's."""
    observation = seen.observation
    if replicas == 0:
        return observation.obstacle is None or seen.whole_range
    return observation.pause is not None and observation.obstacle is None and seen.whole_range
