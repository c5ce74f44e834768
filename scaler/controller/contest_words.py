"""What is said of a fight about a count: one condition, and one event when it begins. Pure."""

from collections.abc import Iterator

from scaler.algorithm.decision import ConditionUpdate, Event, EventType
from scaler.algorithm.model import WriterKind
from scaler.api.conditions import ConditionStatus, ConditionType, OwnReason
from scaler.api.types import AutoscalerSpec
from scaler.controller.contest import PACE, QUIET, Contest
from scaler.controller.wording import NOBODY_NOTED, moment, target_name, who_wrote


def contest_conditions(before: Contest, after: Contest, spec: AutoscalerSpec) -> Iterator[ConditionUpdate]:
    """None as long as there was never a fight; one that a start found on record stays as it was written."""
    if after.is_fight:
        if after.overrulings:
            yield _condition(ConditionStatus.TRUE, OwnReason.FIGHTING_WRITER, fight_text(after, spec))
    elif before.is_fight:
        text = f"for {_minutes(QUIET.total_seconds())} nobody changed the count back"
        yield _condition(ConditionStatus.FALSE, OwnReason.FIGHT_IS_OVER, text)


def contest_events(before: Contest, after: Contest, spec: AutoscalerSpec) -> Iterator[Event]:
    if after.is_fight and not before.is_fight:
        yield Event(type=EventType.WARNING, reason=OwnReason.FIGHTING_WRITER, message=fight_text(after, spec))


def held_back_text(contest: Contest) -> str:
    """Why a write waits."""
    who = _who(contest) if contest.overrulings else "somebody"
    return f"{who} changes the count back, so it is written at most once in {_minutes(PACE.total_seconds())}"


def fight_text(contest: Contest, spec: AutoscalerSpec) -> str:
    """Who, from what to what, since when, and what to do. It changes only with an answer, so at most once a minute."""
    assert contest.since is not None
    last = contest.overrulings[-1]
    who = _who(contest)
    return (
        f"{who} changes the count of {target_name(spec)} back, last from {last.ours} to {last.found.count}, "
        f"since {moment(contest.since)}: until that ends, this autoscaler writes at most once in "
        f"{_minutes(PACE.total_seconds())}. Let one of the two write: {_remedy(last.found.writer.manager)}, "
        "or pause this autoscaler (lagzero pause), or delete it"
    )


def _who(contest: Contest) -> str:
    """Whoever writes in our name, other than we, is a scaler of another installation."""
    last = contest.overrulings[-1].found
    ours = "another lagzero scaler, as " if last.writer.kind is WriterKind.OURS else ""
    return f"{ours}{who_wrote(last.writer)}"


def _remedy(manager: str) -> str:
    if not manager:
        return f"find out who updates /scale ({NOBODY_NOTED}; the API server's audit log does) and stop it"
    return f"take spec.replicas out of what {manager} applies or writes"


def _condition(status: ConditionStatus, reason: OwnReason, text: str) -> ConditionUpdate:
    return ConditionUpdate(type=ConditionType.CONTESTED, status=status, reason=reason, message=text)


def _minutes(seconds: float) -> str:
    minutes = int(seconds // 60)
    return "a minute" if minutes == 1 else f"{minutes} minutes"
