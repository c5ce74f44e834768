"""What does the controller note about an autoscaler beside the algorithm's memory? Nothing that a count depends on.

Only the controller's own memory holds it. What a start finds in status is enough to go on from.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition, ConditionStatus, ConditionType
from scaler.api.states import AutoscalerState
from scaler.controller.contest import NO_CONTEST, Contest, resumed
from scaler.controller.waiting import NOTHING_WAITS, Waiting, found_waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """`state` is the last one that was known, None before the first look."""

    state: AutoscalerState | None = None
    contest: Contest = NO_CONTEST
    waiting: Waiting = NOTHING_WAITS


NO_NOTES = Notes()


def notes_found(status: AutoscalerStatus, now: datetime) -> Notes:
    """After a start: the state that status shows, and what is said there of a fight and of demand that waits."""
    told = {each.type: each for each in status.conditions if each.status == ConditionStatus.TRUE}
    fight, waits = told.get(ConditionType.CONTESTED), told.get(ConditionType.DEMAND_WAITING)
    return Notes(
        state=AutoscalerState(status.state) if status.state in set(AutoscalerState) else None,
        contest=NO_CONTEST if fight is None else _contest(fight, status, now),
        waiting=NOTHING_WAITS if waits is None else found_waiting(waits.last_transition),
    )


def moved_notes(notes: Notes, by: timedelta) -> Notes:
    """The same by a clock that was set `by` so much: what lasts, lasts as long as it would have."""
    if not by:
        return notes
    contest, waiting = notes.contest, notes.waiting
    return replace(
        notes,
        contest=replace(
            contest,
            wrote_at=contest.wrote_at and contest.wrote_at + by,
            overrulings=tuple(replace(each, at=each.at + by) for each in contest.overrulings),
            since=contest.since and contest.since + by,
            last_answer=contest.last_answer and contest.last_answer + by,
        ),
        waiting=replace(
            waiting, since=waiting.since and waiting.since + by, probed=waiting.probed and waiting.probed + by
        ),
    )


def _contest(fight: Condition, status: AutoscalerStatus, now: datetime) -> Contest:
    return resumed(fight.last_transition, status.last_scale_time, now)
