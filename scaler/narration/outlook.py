"""When may the count change at the earliest? As far as an autoscaler's status says; it doesn't hold what was measured.

A moment is given where a pause, a cooldown, a window or a policy ends. Metrics may ask for more at any look.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adapter.kube.meta import TimestampError, format_time, parse_time
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.api.pauses import PAUSED, PAUSED_UNTIL
from scaler.api.states import AutoscalerState
from scaler.api.types import Mode
from scaler.narration.standing import Standing
from scaler.narration.status_holds import Side, hold_of
from scaler.narration.status_why import metrics_failed

# The stock controller's word for it, too, which has no state.
_ZERO_BY_HAND: Final = "ScalingDisabled"
_AN_ARITHMETIC: Final = "see `lagzero explain NAME`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """`brief` fits a column of a table, `text` is whole; `at` is None where no moment is known."""

    brief: str
    text: str
    at: datetime | None = None


def outlook(standing: Standing) -> Outlook:
    """The first thing that has to happen before the count changes."""
    for known in (*_obstacles(standing), *_pauses(standing), *_sleep(standing), *_holds(standing)):
        return known
    return Outlook(brief="any look", text=f"at the next look whose metrics ask for another count: {_AN_ARITHMETIC}")


def _obstacles(standing: Standing) -> Iterator[Outlook]:
    if standing.autoscaler.spec.zero.mode is Mode.SHADOW:
        yield Outlook(brief="never (Shadow)", text="not by this autoscaler: spec.zero.mode is Shadow")
    if standing.says(ConditionType.ABLE_TO_SCALE, ConditionStatus.FALSE):
        because = standing.message(ConditionType.ABLE_TO_SCALE)
        yield Outlook(brief="when put right", text=f"not before this is put right: {because}")
    if ConditionType.SCALING_ACTIVE not in standing.conditions:
        yield Outlook(brief="unknown", text="unknown: the autoscaler was not looked at yet")
    if metrics_failed(standing):
        because = standing.message(ConditionType.SCALING_ACTIVE)
        yield Outlook(brief="when metrics are read", text=f"not before its metrics can be read: {because}")


def _pauses(standing: Standing) -> Iterator[Outlook]:
    state, annotations = standing.autoscaler.status.state, standing.autoscaler.annotations
    if state == AutoscalerState.PAUSED or standing.reason(ConditionType.SCALING_ACTIVE) == _ZERO_BY_HAND:
        yield Outlook(brief="by hand", text="not by itself: somebody has to scale it up")
    if state == AutoscalerState.PAUSED_EXPLICITLY:
        until = _time(annotations.get(PAUSED_UNTIL, "")) if PAUSED in annotations else None
        if until is not None:
            yield Outlook(brief=format_time(until), text="when the pause ends", at=until)
        yield Outlook(
            brief="when resumed", text=f"not before the annotation {PAUSED} is gone (lagzero resume, or the workload's)"
        )
    if standing.says(ConditionType.SCALING_ACTIVE, ConditionStatus.FALSE):
        because = standing.message(ConditionType.SCALING_ACTIVE)
        yield Outlook(brief="when put right", text=f"not before this is put right: {because}")


def _sleep(standing: Standing) -> Iterator[Outlook]:
    status = standing.autoscaler.status
    claimed = standing.says(ConditionType.SCALED_TO_ZERO, ConditionStatus.TRUE) and status.current_replicas == 0
    if claimed or status.state == AutoscalerState.SCALED_TO_ZERO:
        yield Outlook(brief="on demand", text="as soon as a metric shows demand: it is looked at every --wake-interval")


def _holds(standing: Standing) -> Iterator[Outlook]:
    """Where what holds the count ends at a known moment. On the other side, metrics may move it at any look."""
    hold = hold_of(standing)
    if hold is None:
        return
    wanted, other = ("fewer", "more") if hold.side is Side.FEWER else ("more", "fewer")
    beside = f"{other}: at any look whose metrics ask for it"
    if hold.until is not None and hold.until > standing.now:
        text = f"{wanted}, if the metrics stay as they are; {beside}"
        yield Outlook(brief=format_time(hold.until), text=text, at=hold.until)
    yield Outlook(brief="any look", text=f"{wanted} once nothing holds it ({hold.text}); {beside}")


def _time(text: str) -> datetime | None:
    """A time that can't be read is no end."""
    try:
        return parse_time(text) if text else None
    except TimestampError:
        return None
