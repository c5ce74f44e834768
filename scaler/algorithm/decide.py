"""One HPA sync as arithmetic: what was seen and remembered in, what to do out.

Read this page first; README.md beside it says what each stage asks. `decide` is pure: it may be called twice, replayed
from a record, or run in a simulated world.
"""

from dataclasses import replace

from scaler.algorithm import explain
from scaler.algorithm.activation import activate, interrupted, sight
from scaler.algorithm.bound import bound
from scaler.algorithm.busy import busy
from scaler.algorithm.decision import (
    ConditionRemoval,
    ConditionUpdate,
    Decision,
    Workings,
)
from scaler.algorithm.early import disabled, into_bounds, obstructed, rescale_of, without_scale, without_selector
from scaler.algorithm.gate import BELOW_MIN, Compute, Disabled, MoveIntoBounds, Obstructed, Verdict, gate
from scaler.algorithm.measure import measure
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Deviation, Observation, Scale, ScaleUnavailable, SelectorFault
from scaler.algorithm.pods import group_pods, roster_of
from scaler.algorithm.rate_limit import rate_limit
from scaler.algorithm.recommend import recommend
from scaler.algorithm.rules import effective_rules
from scaler.algorithm.stabilize import stabilize
from scaler.algorithm.stages import Hold, Measurement, MetricFailure, Proposal, Refusal
from scaler.api.metric_status import FailedMetricStatus, MetricStatus
from scaler.api.states import AutoscalerState


def decide(seen: Observation, memory: Memory, settings: AlgorithmSettings) -> Decision:
    """What to write, to say and to remember after one sync."""
    scale = seen.scale
    if isinstance(scale, ScaleUnavailable):
        return without_scale(scale, _unknown(memory))
    sighted = _sighted(seen, scale, memory, settings)
    verdict = gate(seen, scale, sighted.activation, settings)
    if not isinstance(verdict, Compute):
        sighted = replace(sighted, activation=interrupted(sighted.activation))
    if isinstance(verdict, Obstructed):
        decision = obstructed(verdict, scale, sighted)
    elif isinstance(verdict, Disabled):
        decision = disabled(verdict, seen, scale, sighted, settings)
    elif isinstance(verdict, MoveIntoBounds):
        decision = into_bounds(verdict, scale, sighted)
    else:
        decision = _computed(seen, scale, verdict, sighted, settings)
    if sighted.activation.scaled_to_zero is memory.activation.scaled_to_zero:
        return decision
    claim = explain.scaled_to_zero(sighted.activation.scaled_to_zero)
    return replace(decision, conditions=(*decision.conditions, claim))


def look(seen: Observation, memory: Memory, settings: AlgorithmSettings) -> Verdict | None:
    """Do metrics matter to this sync? For `observe`, which reads none that don't; None when the scale can't be read."""
    if isinstance(seen.scale, ScaleUnavailable):
        return None
    return gate(seen, seen.scale, _sighted(seen, seen.scale, memory, settings).activation, settings)


def _computed(
    seen: Observation, scale: Scale, verdict: Compute, memory: Memory, settings: AlgorithmSettings
) -> Decision:
    """The pipeline: measure, recommend, stabilize, limit, bound."""
    state = AutoscalerState.SCALED_TO_ZERO if verdict.asleep else AutoscalerState.ACTIVE
    if isinstance(seen.pods, SelectorFault):
        return without_selector(seen.pods, state, scale, _unknown(memory))
    current, spec = scale.spec_replicas, seen.spec
    rules = effective_rules(spec, settings)
    measurements = _measurements(seen, scale, settings)
    recommended = recommend(measurements, current, rules, settings)
    active, events = explain.recommendation(recommended)
    statuses = _statuses(measurements, recommended.proposals)
    conditions: list[ConditionUpdate | ConditionRemoval] = [explain.scale_available(), active]
    winner = recommended.winner
    if isinstance(winner, Refusal):
        # Replicas that the spec asks for at least wait for no metric; above zero the gate sees to that.
        raised = current == 0 < spec.min_replicas and settings.has(Deviation.WAKE_FLOOR)
        least = spec.min_replicas if raised else None
        return Decision(
            state=state,
            current=current,
            desired=least,
            rescale=None if least is None else rescale_of(current, least, BELOW_MIN),
            current_metrics=statuses,
            conditions=tuple(conditions),
            events=events,
            memory=_unknown(memory),
            workings=Workings(recommended=recommended),
        )
    stabilized = stabilize(winner.replicas, current, memory.recommendations or (), rules, seen.now)
    activated = activate(winner.replicas, current, memory.activation, seen)
    limit = rate_limit(current, memory, rules, seen.now, settings, spec.zero.wake)
    hold = activated.hold if spec.zero.in_flight is None else _stricter(activated.hold, busy(seen, current))
    bounded = bound(stabilized.replicas, current, limit, hold, spec, rules.form)
    conditions += [explain.stabilization(stabilized), explain.limiting(bounded)]
    desired, reason = bounded.replicas, explain.rescale_reason(winner, current)
    if current == 0 and desired < spec.min_replicas:
        desired, reason = spec.min_replicas, reason or BELOW_MIN
    return Decision(
        state=state,
        current=current,
        desired=desired,
        rescale=rescale_of(current, desired, reason),
        current_metrics=statuses,
        conditions=tuple(conditions),
        events=events,
        memory=Memory(
            recommendations=stabilized.recommendations,
            scale_ups=memory.scale_ups,
            scale_downs=memory.scale_downs,
            activation=activated.activation,
        ),
        workings=Workings(recommended=recommended, stabilized=stabilized, limit=limit, bounded=bounded),
    )


def _unknown(memory: Memory) -> Memory:
    """Nobody knows whether there was demand meanwhile, so the cooldown starts anew."""
    return replace(memory, activation=interrupted(memory.activation))


def _stricter(one: Hold | None, other: Hold | None) -> Hold | None:
    """The one that keeps more; of two alike the first."""
    if one is None or other is None:
        return one or other
    return other if other.replicas > one.replicas else one


def _sighted(seen: Observation, scale: Scale, memory: Memory, settings: AlgorithmSettings) -> Memory:
    """The memory after a look at the scale; the first sight counts as a recommendation."""
    first = memory.recommendations is None
    activation = sight(seen, scale, memory.activation, settings, first=first)
    sighted = memory.with_first_sight(seen.now, scale.spec_replicas)
    return sighted if activation is memory.activation else replace(sighted, activation=activation)


def _measurements(
    seen: Observation, scale: Scale, settings: AlgorithmSettings
) -> tuple[Measurement | MetricFailure, ...]:
    roster = roster_of(() if isinstance(seen.pods, SelectorFault) else seen.pods)
    return tuple(
        measure(metric, reading, scale, group_pods(roster, metric, reading, seen.now, settings), settings)
        for metric, reading in zip(seen.spec.metrics, seen.readings, strict=True)
    )


def _statuses(
    measurements: tuple[Measurement | MetricFailure, ...], proposals: tuple[Proposal | MetricFailure, ...]
) -> tuple[MetricStatus, ...]:
    """One entry per metric; one that proposes nothing has an entry that says nothing."""
    return tuple(
        FailedMetricStatus()
        if isinstance(measured, MetricFailure) or isinstance(proposed, MetricFailure)
        else measured.status
        for measured, proposed in zip(measurements, proposals, strict=True)
    )
