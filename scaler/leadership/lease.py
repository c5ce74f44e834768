"""What does a Lease say, and what does each step of an election write into it?

Times are written for people and for other programs; no decision of ours reads them.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from scaler.leadership.timing import ElectionTiming

NOBODY: Final = ""
_LARGEST_INT32: Final = 2**31 - 1
_RELEASED_DURATION_SECONDS: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseRecord:
    """What a Lease says of its holder; `holder_identity` is NOBODY when it was given up."""

    holder_identity: str
    lease_duration_seconds: int | None
    acquire_time: datetime | None
    renew_time: datetime | None
    lease_transitions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLease:
    """A record and the version it is stored under; any write makes another version."""

    record: LeaseRecord
    version: str


def first_record(identity: str, timing: ElectionTiming, wall: datetime) -> LeaseRecord:
    """The record of a new lease, held by `identity`."""
    return LeaseRecord(
        holder_identity=identity,
        lease_duration_seconds=_whole_seconds(timing),
        acquire_time=wall,
        renew_time=wall,
        lease_transitions=0,
    )


def taken_over(record: LeaseRecord, identity: str, timing: ElectionTiming, wall: datetime) -> LeaseRecord:
    """The record after a change of holder, which is counted."""
    return LeaseRecord(
        holder_identity=identity,
        lease_duration_seconds=_whole_seconds(timing),
        acquire_time=wall,
        renew_time=_other_than(record.renew_time, wall),
        lease_transitions=min(record.lease_transitions + 1, _LARGEST_INT32),
    )


def renewed(record: LeaseRecord, timing: ElectionTiming, wall: datetime) -> LeaseRecord:
    """The record after its holder's next sign of life."""
    return replace(
        record, lease_duration_seconds=_whole_seconds(timing), renew_time=_other_than(record.renew_time, wall)
    )


def released(record: LeaseRecord, wall: datetime) -> LeaseRecord:
    """The record that lets others take over at once."""
    return replace(
        record,
        holder_identity=NOBODY,
        lease_duration_seconds=_RELEASED_DURATION_SECONDS,
        renew_time=_other_than(record.renew_time, wall),
    )


def promised_seconds(record: LeaseRecord, timing: ElectionTiming) -> float:
    """How long its holder may rely on being left alone: what it wrote, else our own lease duration."""
    written = record.lease_duration_seconds
    return float(written) if written is not None and written > 0 else timing.lease_duration_seconds


def _whole_seconds(timing: ElectionTiming) -> int:
    return min(ceil(timing.lease_duration_seconds), _LARGEST_INT32)


def _other_than(previous: datetime | None, wall: datetime) -> datetime:
    # The API server doesn't store a write that changes nothing: it answers as if it had, and the version stays. The
    # others would see no sign of life. A wall clock that was set back can show the very same time again.
    return wall + timedelta(microseconds=1) if wall == previous else wall
