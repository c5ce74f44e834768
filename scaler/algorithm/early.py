"""What follows when the pipeline isn't run? No scale or selector, an obstacle, a pause, or a move into bounds."""

from scaler.algorithm import explain
from scaler.algorithm.decision import ConditionRemoval, ConditionUpdate, Decision, Rescale
from scaler.algorithm.gate import Disabled, MoveIntoBounds, Obstructed
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation, Scale, ScaleUnavailable, SelectorFault
from scaler.api.conditions import ConditionType
from scaler.api.states import AutoscalerState


def without_scale(scale: ScaleUnavailable, memory: Memory) -> Decision:
    condition, event = explain.scale_unavailable(scale.message)
    return Decision(
        state=None,
        current=None,
        desired=None,
        rescale=None,
        current_metrics=None,
        conditions=(condition,),
        events=(event,),
        memory=memory,
    )


def obstructed(verdict: Obstructed, scale: Scale, memory: Memory) -> Decision:
    condition, event = explain.obstructed(verdict.obstacle)
    return Decision(
        state=None,
        current=scale.spec_replicas,
        desired=None,
        rescale=None,
        current_metrics=(),
        conditions=(explain.scale_available(), condition),
        events=(event,),
        memory=memory,
    )


def disabled(
    verdict: Disabled, seen: Observation, scale: Scale, memory: Memory, settings: AlgorithmSettings
) -> Decision:
    conditions: list[ConditionUpdate | ConditionRemoval] = [
        explain.scale_available(),
        explain.disabled(verdict.state, seen.pause),
    ]
    if not settings.scale_to_zero:
        conditions.append(ConditionRemoval(type=ConditionType.SCALED_TO_ZERO))
    return Decision(
        state=verdict.state,
        current=scale.spec_replicas,
        desired=0 if verdict.state is AutoscalerState.PAUSED else scale.spec_replicas,
        rescale=None,
        current_metrics=(),
        conditions=tuple(conditions),
        events=(),
        memory=memory,
    )


def into_bounds(verdict: MoveIntoBounds, scale: Scale, memory: Memory) -> Decision:
    current = scale.spec_replicas
    return Decision(
        state=AutoscalerState.ACTIVE,
        current=current,
        desired=verdict.desired,
        rescale=rescale_of(current, verdict.desired, verdict.reason),
        current_metrics=(),
        conditions=(explain.scale_available(),),
        events=(),
        memory=memory,
    )


def without_selector(fault: SelectorFault, state: AutoscalerState, scale: Scale, memory: Memory) -> Decision:
    condition, events = explain.selector_unusable(fault)
    return Decision(
        state=state,
        current=scale.spec_replicas,
        desired=None,
        rescale=None,
        current_metrics=(),
        conditions=(explain.scale_available(), condition),
        events=events,
        memory=memory,
    )


def rescale_of(current: int, desired: int, reason: str) -> Rescale | None:
    """The write that `desired` asks for; None if the count stays."""
    return None if current == desired else Rescale(current=current, desired=desired, reason=reason)
