"""Who leads, as far as one candidate can know? A pure state machine over the lease and the candidate's own clock.

Never two leaders, by this argument. A holder leads for the renew deadline counted from before it *sent* its last
successful renewal. Another candidate counts the longer lease duration from after it *saw* that renewal, and its write
then succeeds only if nothing was written since. Both count on their own monotonic clocks, so no wall clock matters;
the gap between the two durations is what clocks may drift apart, and what a last write has left to arrive.

A deleted lease proves nothing: its holder may go on for the renew deadline. So a candidate that has seen a lease before
and then makes a new one holds that for a whole lease duration before it leads. One that never saw a lease takes it that
there has been none: a lease deleted by hand, and a new candidate within the same few seconds, are not guarded against.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from math import inf

from scaler.leadership.lease import (
    NOBODY,
    LeaseRecord,
    StoredLease,
    first_record,
    promised_seconds,
    renewed,
    taken_over,
)
from scaler.leadership.timing import ElectionTiming


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One process that would lead. Two that run at once must never have the same identity."""

    identity: str
    timing: ElectionTiming


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a candidate knows; moments are its own monotonic seconds.

    `lease` was first seen as it is at `changed_at`; None is none, or not looked yet. It is `confirmed` when our own
    write made it and nothing has gone wrong since. We may lead in `leads_from <= now < leads_until`.
    """

    lease: StoredLease | None = None
    changed_at: float = -inf
    ever_seen: bool = False
    confirmed: bool = False
    leads_from: float = -inf
    leads_until: float = -inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Create:
    """There is no lease: make one."""

    record: LeaseRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver:
    """The lease was given up or not renewed in time: put our name in, if it is still at `version`."""

    record: LeaseRecord
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renew:
    """The lease is ours: say so again, if it is still at `version`."""

    record: LeaseRecord
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """Somebody else leads, at least `until` that monotonic moment unless the lease is given up."""

    holder_identity: str
    until: float


Action = Create | TakeOver | Renew | Follow


def decide(standing: Standing, candidate: Candidate, monotonic: float, wall: datetime) -> Action:
    """What to do about the lease as it was last seen; `wall` is only written into it, never compared."""
    identity, timing, lease = candidate.identity, candidate.timing, standing.lease
    if lease is None:
        return Create(record=first_record(identity, timing, wall))
    holder = lease.record.holder_identity
    if holder == identity:
        return Renew(record=renewed(lease.record, timing, wall), version=lease.version)
    until = standing.changed_at + promised_seconds(lease.record, timing)
    if holder != NOBODY and monotonic < until:
        return Follow(holder_identity=holder, until=until)
    return TakeOver(record=taken_over(lease.record, identity, timing, wall), version=lease.version)


def after_look(standing: Standing, candidate: Candidate, lease: StoredLease | None, answered: float) -> Standing:
    """The standing once a read has shown `lease`; a proof that the read contradicts is void at once."""
    if lease is None:
        return replace(standing, lease=None, confirmed=False, leads_until=-inf)
    ours = lease.record.holder_identity == candidate.identity
    return replace(
        _seen(standing, candidate.timing, lease, answered),
        confirmed=False,
        leads_until=standing.leads_until if ours else -inf,
    )


def after_success(
    standing: Standing, candidate: Candidate, lease: StoredLease, *, started: float, answered: float
) -> Standing:
    """The standing once our own write, sent not before `started`, has made the lease what it is."""
    return replace(
        _seen(standing, candidate.timing, lease, answered),
        confirmed=True,
        leads_until=started + candidate.timing.renew_deadline_seconds,
    )


def after_failure(standing: Standing) -> Standing:
    """The standing after a write that lost a race, or may or may not have been carried out: look before the next."""
    return replace(standing, confirmed=False)


def resigned(standing: Standing) -> Standing:
    """The standing of one that leads no more, whatever it could still prove."""
    return replace(standing, confirmed=False, leads_until=-inf)


def remaining_seconds(standing: Standing, monotonic: float) -> float:
    """For how long we may still lead, counted from `monotonic`; zero when we may not lead at that moment."""
    if monotonic < standing.leads_from:
        return 0.0
    return max(0.0, standing.leads_until - monotonic)


def _seen(standing: Standing, timing: ElectionTiming, lease: StoredLease, at: float) -> Standing:
    made_anew = standing.lease is None and standing.ever_seen
    unchanged = standing.lease is not None and standing.lease.version == lease.version
    return replace(
        standing,
        lease=lease,
        changed_at=standing.changed_at if unchanged else at,
        ever_seen=True,
        leads_from=at + timing.lease_duration_seconds if made_anew else standing.leads_from,
    )
