"""What is said of demand that waits: one condition, and one event when it has waited too long. Pure."""

from collections.abc import Iterator

from scaler.algorithm.decision import ConditionUpdate, Decision, Event, EventType, Outcome, Rejected, Withheld
from scaler.algorithm.model import Observation
from scaler.api.conditions import ConditionStatus, ConditionType, OwnReason
from scaler.api.states import AutoscalerState
from scaler.controller.transitions import pause_text, zero_was_written_by
from scaler.controller.waiting import Waiting
from scaler.controller.wording import counted, moment, target_name


def waiting_conditions(before: Waiting, after: Waiting, reason: OwnReason, because: str) -> Iterator[ConditionUpdate]:
    """None as long as nothing ever waited too long. What a start found on record stays until demand was looked for."""
    if after.is_told:
        if after.metric:
            yield _condition(ConditionStatus.TRUE, reason, _text(after, because))
    elif before.is_told:
        yield _condition(ConditionStatus.FALSE, OwnReason.WAITING_IS_OVER, "no demand waits on this workload")


def waiting_events(before: Waiting, after: Waiting, reason: OwnReason, because: str) -> Iterator[Event]:
    if after.is_told and not before.is_told:
        yield Event(type=EventType.WARNING, reason=reason, message=_text(after, because))


def why_it_waits(seen: Observation, decision: Decision, outcome: Outcome) -> str:
    """Who or what keeps the workload from working on it, and what to do."""
    name = target_name(seen.spec)
    if seen.obstacle is not None:
        return f"no count is computed, since {seen.obstacle.message}"
    if decision.state is AutoscalerState.PAUSED:
        return f"{zero_was_written_by(seen)}. Scale it up to let the autoscaler take over"
    if decision.state is AutoscalerState.PAUSED_EXPLICITLY:
        return f"{name} stays at {counted(decision.current or 0)} by {pause_text(seen.pause)}. lagzero resume ends it"
    return f"{name} sleeps and doesn't wake: {_why_asleep(decision, outcome)}"


def reason_of(decision: Decision) -> OwnReason:
    asleep = decision.state is AutoscalerState.SCALED_TO_ZERO
    return OwnReason.WAITING_FOR_WAKE_UP if asleep else OwnReason.WAITING_WHILE_PAUSED


def _why_asleep(decision: Decision, outcome: Outcome) -> str:
    match outcome:
        case Rejected(message=message):
            return f"the count could not be written: {message}"
        case Withheld(because=because) if because:
            return because
        case _:
            pass
    told = {update.type: update for update in decision.conditions if isinstance(update, ConditionUpdate)}
    active, limited = told.get(ConditionType.SCALING_ACTIVE), told.get(ConditionType.SCALING_LIMITED)
    able = told.get(ConditionType.ABLE_TO_SCALE)
    if active is not None and active.status is ConditionStatus.FALSE:
        return active.message
    if limited is not None and limited.status is ConditionStatus.TRUE:
        return limited.message
    return "no replica is recommended for it" if able is None else able.message


def _text(waiting: Waiting, because: str) -> str:
    assert waiting.since is not None
    return f"metric {waiting.metric} has shown demand since {moment(waiting.since)}, and it waits: {because}"


def _condition(status: ConditionStatus, reason: OwnReason, text: str) -> ConditionUpdate:
    return ConditionUpdate(type=ConditionType.DEMAND_WAITING, status=status, reason=reason, message=text)
