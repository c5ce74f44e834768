"""Leases to put before a candidate."""

from datetime import UTC, datetime

from scaler.leadership.lease import LeaseRecord, StoredLease
from scaler.leadership.timing import ElectionTiming

NOON = datetime(2025, 1, 1, 12, tzinfo=UTC)
TIMING = ElectionTiming()


def record(
    holder: str = "them", *, transitions: int = 3, seconds: int | None = 15, renewed: datetime | None = NOON
) -> LeaseRecord:
    return LeaseRecord(
        holder_identity=holder,
        lease_duration_seconds=seconds,
        acquire_time=NOON,
        renew_time=renewed,
        lease_transitions=transitions,
    )


def stored(holder: str = "them", version: str = "1", *, seconds: int | None = 15) -> StoredLease:
    return StoredLease(record=record(holder, seconds=seconds), version=version)
