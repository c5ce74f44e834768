"""Say it in one sentence per stage: the conditions and events of a decision and of what became of its write.

Texts are the stock controller's, word for word; our own are marked.
Source: horizontal.go reconcileAutoscaler, computeReplicasForMetrics, setStatus (v1.37).
"""

from functools import lru_cache

from scaler.algorithm.decision import (
    Accepted,
    ConditionRemoval,
    ConditionUpdate,
    Event,
    EventType,
    Rejected,
    Rescale,
)
from scaler.algorithm.model import ExplicitPause, Obstacle, SelectorFault
from scaler.algorithm.stages import Bounded, MetricFailure, Proposal, Recommended, Refusal, Stabilized
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.api.states import AutoscalerState

ScaleChange = ConditionUpdate | ConditionRemoval

_SCALE_AVAILABLE = ConditionUpdate(
    type=ConditionType.ABLE_TO_SCALE,
    status=ConditionStatus.TRUE,
    reason="SucceededGetScale",
    message="the HPA controller was able to get the target's current scale",
)
_DISABLED = "scaling is disabled since the replica count of the target is zero"


def scale_unavailable(message: str) -> tuple[ConditionUpdate, Event]:
    text = f"the HPA controller was unable to get the target's current scale: {message}"
    condition = _condition(ConditionType.ABLE_TO_SCALE, ConditionStatus.FALSE, "FailedGetScale", text)
    return condition, Event(type=EventType.WARNING, reason="FailedGetScale", message=message)


def scale_available() -> ConditionUpdate:
    return _SCALE_AVAILABLE


def obstructed(obstacle: Obstacle) -> tuple[ConditionUpdate, Event]:
    """What has to be put right (ours)."""
    condition = _condition(ConditionType.SCALING_ACTIVE, ConditionStatus.FALSE, obstacle.reason, obstacle.message)
    return condition, _warning(obstacle.reason, obstacle.message)


def disabled(state: AutoscalerState, pause: ExplicitPause | None) -> ConditionUpdate:
    """An explicit pause names its reason and end (ours); a zero of somebody else's has upstream's text."""
    if state is not AutoscalerState.PAUSED_EXPLICITLY or pause is None:
        return _condition(ConditionType.SCALING_ACTIVE, ConditionStatus.FALSE, "ScalingDisabled", _DISABLED)
    by = f", set by {pause.by}" if pause.by else ""
    since = f" at {pause.since:%Y-%m-%dT%H:%M:%SZ}" if pause.by and pause.since else ""
    until = f" until {pause.until:%Y-%m-%dT%H:%M:%SZ}" if pause.until else ""
    reason = f": {pause.reason}" if pause.reason else ""
    text = f"scaling is paused by the annotation lagzero.dev/paused{until}{by}{since}{reason}"
    return _condition(ConditionType.SCALING_ACTIVE, ConditionStatus.FALSE, "ScalingPaused", text)


def selector_unusable(fault: SelectorFault) -> tuple[ConditionUpdate, tuple[Event, ...]]:
    condition = _condition(ConditionType.SCALING_ACTIVE, ConditionStatus.FALSE, *(_selector_texts(fault)))
    return condition, (_warning(fault.reason, fault.message), _warning("FailedComputeMetricsReplicas", fault.message))


def recommendation(recommended: Recommended) -> tuple[ConditionUpdate, tuple[Event, ...]]:
    """One event per failed metric; a refusal adds the sum-up, a partial failure does not."""
    events = [_warning(item.reason, item.message) for item in recommended.proposals if isinstance(item, MetricFailure)]
    winner = recommended.winner
    if isinstance(winner, Refusal):
        events.append(_warning("FailedComputeMetricsReplicas", winner.message))
        status, reason, text = ConditionStatus.FALSE, winner.reason, winner.condition_message
    else:
        status, reason, text = ConditionStatus.TRUE, "ValidMetricFound", _valid_metric(winner)
    return _condition(ConditionType.SCALING_ACTIVE, status, reason, text), tuple(events)


def rescale_reason(winner: Proposal, current: int) -> str:
    """Why the winner would move the count, in the event's words; empty where it would not."""
    if winner.replicas > current:
        return f"{winner.name} above target"
    return "All metrics below target" if winner.replicas < current else ""


def stabilization(stabilized: Stabilized) -> ConditionUpdate:
    return _condition(ConditionType.ABLE_TO_SCALE, ConditionStatus.TRUE, stabilized.reason, stabilized.message)


def limiting(bounded: Bounded) -> ConditionUpdate:
    status = ConditionStatus.TRUE if bounded.limited else ConditionStatus.FALSE
    return _condition(ConditionType.SCALING_LIMITED, status, bounded.reason, bounded.message)


def accepted(outcome: Accepted) -> tuple[ConditionUpdate, Event]:
    size = outcome.rescale.desired
    text = f"the HPA controller was able to update the target scale to {size}"
    condition = _condition(ConditionType.ABLE_TO_SCALE, ConditionStatus.TRUE, "SucceededRescale", text)
    message = f"New size: {size}; reason: {outcome.rescale.reason}"
    return condition, Event(type=EventType.NORMAL, reason="SuccessfulRescale", message=message)


def rejected(outcome: Rejected) -> tuple[ConditionUpdate, Event]:
    text = f"the HPA controller was unable to update the target scale: {outcome.message}"
    condition = _condition(ConditionType.ABLE_TO_SCALE, ConditionStatus.FALSE, "FailedUpdateScale", text)
    return condition, _warning("FailedRescale", _refused_rescale(outcome.rescale, outcome.message))


def scaled_to_zero(claim: bool | None) -> ScaleChange:
    """Whose zero it is, as a condition; it is taken away where nothing may be claimed."""
    if claim is None:
        return ConditionRemoval(type=ConditionType.SCALED_TO_ZERO)
    if claim:
        text = "the HPA controller scaled the workload to zero"
        return _condition(ConditionType.SCALED_TO_ZERO, ConditionStatus.TRUE, "ScaledToZero", text)
    text = "the HPA controller did not scale the workload to zero"
    return _condition(ConditionType.SCALED_TO_ZERO, ConditionStatus.FALSE, "NotScaledToZero", text)


@lru_cache(maxsize=256)  # most of them say the same at every sync
def _condition(type_: ConditionType, status: ConditionStatus, reason: str, message: str) -> ConditionUpdate:
    return ConditionUpdate(type=type_, status=status, reason=reason, message=message)


def _warning(reason: str, message: str) -> Event:
    return Event(type=EventType.WARNING, reason=reason, message=message)


def _selector_texts(fault: SelectorFault) -> tuple[str, str]:
    return fault.condition_reason, fault.condition_message


def _valid_metric(winner: Proposal) -> str:
    return f"the HPA was able to successfully calculate a replica count from {winner.name}"


def _refused_rescale(rescale: Rescale, message: str) -> str:
    return f"New size: {rescale.desired}; reason: {rescale.reason}; error: {message}"
