"""What has just become of the workload? One event each for going to zero, waking, pausing and resuming.

They stand beside the stock controller's texts and name who did it, since when and until when. Pure.
"""

from collections.abc import Iterator
from typing import Final

from scaler.algorithm.decision import Accepted, Decision, Event, EventType, Outcome
from scaler.algorithm.model import ExplicitPause, Observation
from scaler.api.conditions import OwnReason
from scaler.api.states import AutoscalerState
from scaler.controller.wording import at_moment, counted, target_name, who_wrote

_PAUSES: Final = frozenset({AutoscalerState.PAUSED, AutoscalerState.PAUSED_EXPLICITLY})


def transition_events(
    before: AutoscalerState | None, seen: Observation, decision: Decision, outcome: Outcome
) -> Iterator[Event]:
    """`before` is the state that was last known, None if this is the first look. An unknown state tells nothing."""
    after = decision.state
    if after is None:
        return
    if before in _PAUSES and after not in _PAUSES:
        yield _event(OwnReason.RESUMED, _resumed(before, seen, decision))
    if after in _PAUSES and before is not after:
        yield _event(OwnReason.PAUSED, _paused(after, seen, decision))
    yield from _border(before, seen, decision, outcome)


def zero_was_written_by(seen: Observation) -> str:
    """Who scaled the workload to zero, and when, as far as that is noted."""
    writer = seen.replicas_writer
    return f"{who_wrote(writer)} scaled {target_name(seen.spec)} to zero{at_moment(writer.at)}"


def pause_text(pause: ExplicitPause | None) -> str:
    """The annotation, who set it and when, its end and its reason."""
    if pause is None:
        return "the annotation lagzero.dev/paused"
    by = f", set by {pause.by}{at_moment(pause.since)}" if pause.by else ""
    until = f", until {pause.until:%Y-%m-%dT%H:%M:%SZ}" if pause.until else ""
    reason = f": {pause.reason}" if pause.reason else ""
    return f"the annotation lagzero.dev/paused{by}{until}{reason}"


def _border(before: AutoscalerState | None, seen: Observation, decision: Decision, outcome: Outcome) -> Iterator[Event]:
    """Somebody else may have woken it, and the same look may put it to sleep again."""
    name = target_name(seen.spec)
    if before is AutoscalerState.SCALED_TO_ZERO and decision.current:
        yield _event(OwnReason.WOKEN_UP, _scaled_up(seen, decision))
    if not isinstance(outcome, Accepted):
        return
    moved = outcome.rescale
    because = f": {moved.reason}" if moved.reason else ""
    if moved.desired == 0:
        yield _event(OwnReason.SCALED_TO_ZERO, f"scaled {name} from {counted(moved.current)} to zero{because}")
    elif moved.current == 0:
        yield _event(OwnReason.WOKEN_UP, f"scaled {name} from zero to {counted(moved.desired)}{because}")


def _paused(after: AutoscalerState, seen: Observation, decision: Decision) -> str:
    if after is AutoscalerState.PAUSED:
        return f"{zero_was_written_by(seen)}: nothing wakes it until somebody scales it up"
    return f"{target_name(seen.spec)} stays at {counted(decision.current or 0)} by {pause_text(seen.pause)}"


def _resumed(before: AutoscalerState | None, seen: Observation, decision: Decision) -> str:
    if before is AutoscalerState.PAUSED:
        return f"{_scaled_up(seen, decision)}: the autoscaler takes over"
    return f"{target_name(seen.spec)} is scaled again: the annotation lagzero.dev/paused is gone, or has ended"


def _scaled_up(seen: Observation, decision: Decision) -> str:
    writer = seen.replicas_writer
    to = counted(decision.current or 0)
    return f"{who_wrote(writer)} scaled {target_name(seen.spec)} up to {to}{at_moment(writer.at)}"


def _event(reason: OwnReason, text: str) -> Event:
    return Event(type=EventType.NORMAL, reason=reason, message=text)
