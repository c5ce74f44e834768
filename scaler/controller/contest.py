"""Does somebody change our counts back, again and again? A fight: who, since when, and how often we write meanwhile.

Pure. One answer to a write of ours is anybody's right, and a zero is none: somebody else's zero is a pause. Two of them
are a fight; it is over when a while has passed without another.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected, Withheld
from scaler.algorithm.model import ReplicasWriter, WriterKind

SOON: Final = timedelta(minutes=5)
"""So long after a write of ours somebody else's counts as an answer to it."""
WINDOW: Final = timedelta(minutes=10)
"""Two answers no further apart than this are a fight."""
QUIET: Final = timedelta(minutes=5)
"""A fight is over when so much time has passed since the last answer."""
PACE: Final = timedelta(minutes=1)
"""Least time between two writes of ours while a fight lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The count that a look found, and who is noted for it; `uid` is the workload's."""

    count: int
    writer: ReplicasWriter
    uid: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruling:
    """We wrote `ours`, and a look found what somebody else had made of it."""

    at: datetime
    ours: int
    found: Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """What is remembered of writes and answers.

    `standing` is the count of our last write until it was answered, `tried` that of a write that was refused, or may
    have been. `since` is None while there is no fight; `overrulings` are the latest two. `uid` is the workload's.
    """

    uid: str = ""
    wrote_at: datetime | None = None
    standing: int | None = None
    tried: int | None = None
    overrulings: tuple[Overruling, ...] = ()
    since: datetime | None = None
    last_answer: datetime | None = None

    @property
    def is_fight(self) -> bool:
        return self.since is not None

    def may_write(self, now: datetime) -> bool:
        """A clock that was set back stops nobody."""
        return self.since is None or self.wrote_at is None or not timedelta(0) <= now - self.wrote_at < PACE


NO_CONTEST: Final = Contest()


def resumed(since: datetime, wrote_at: datetime | None, now: datetime) -> Contest:
    """The fight that a start finds on record: it ends like any other, or goes on."""
    return Contest(since=since, wrote_at=wrote_at, last_answer=now)


def looked(contest: Contest, sight: Sight, now: datetime) -> Contest:
    """After a look at the target: was our last write answered, and is a fight over?"""
    if sight.uid != contest.uid:
        # Another workload, made anew or aimed at since, knows nothing of our last write.
        contest = replace(contest, uid=sight.uid, standing=None, tried=None)
    answered = _answered(contest, sight, now)
    if answered.since is None or answered.last_answer is None:
        return answered
    over = not timedelta(0) <= now - answered.last_answer < QUIET
    return replace(answered, since=None, overrulings=(), last_answer=None) if over else answered


def acted(contest: Contest, outcome: Outcome, now: datetime) -> Contest:
    """After the write, if one was made."""
    match outcome:
        case Accepted(rescale=rescale):
            return replace(contest, wrote_at=now, standing=rescale.desired, tried=None)
        case Rejected(rescale=rescale):
            # It may have been taken all the same, and its answer lost.
            return replace(contest, tried=rescale.desired)
        case NotNeeded() | Withheld():
            return contest


def _answered(contest: Contest, sight: Sight, now: datetime) -> Contest:
    ours, wrote_at = contest.standing, contest.wrote_at
    if ours is None or wrote_at is None or sight.count == ours or _is_our_own(contest, sight):
        return contest
    settled = replace(contest, standing=None, tried=None)
    if sight.count == 0 or not timedelta(0) <= now - wrote_at <= SOON:
        return settled
    recent = tuple(each for each in contest.overrulings[-1:] if timedelta(0) <= now - each.at <= WINDOW)
    overrulings = (*recent, Overruling(at=now, ours=ours, found=sight))
    began = overrulings[0].at if len(overrulings) > 1 else None
    return replace(settled, overrulings=overrulings, since=contest.since or began, last_answer=now)


def _is_our_own(contest: Contest, sight: Sight) -> bool:
    """A write of ours that was taken although its answer said otherwise, or never came."""
    return sight.writer.kind is WriterKind.OURS and sight.count == contest.tried
