"""How does an elector meet its Lease? Answers are values; no call raises for what the world does."""

from dataclasses import dataclass
from typing import Protocol

from scaler.leadership.lease import LeaseRecord, StoredLease


@dataclass(frozen=True, slots=True, kw_only=True)
class NoLease:
    """There is no such lease."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LostRace:
    """Nothing was written, for somebody else was faster: the lease is there already, is another version, or is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unavailable:
    """No useful answer. A write may or may not have been carried out, or may be later; `message` says what is known."""

    message: str


class Leases(Protocol):
    """Reads and writes the lease. Every read shows the latest write, and a write is carried out whole or not at all."""

    async def read(self) -> StoredLease | NoLease | Unavailable: ...

    async def create(self, record: LeaseRecord) -> StoredLease | LostRace | Unavailable: ...

    async def replace(self, record: LeaseRecord, version: str) -> StoredLease | LostRace | Unavailable:
        """Write `record` if the lease is still at `version`; it is the version of this port's last answer."""
        ...
