"""A lease in memory, with the compare-and-swap of a real one."""

from dataclasses import dataclass

from scaler.leadership.lease import LeaseRecord, StoredLease
from scaler.leadership.ports import LostRace, NoLease, Unavailable


@dataclass(slots=True)
class LeaseStore:
    """The server's side."""

    lease: StoredLease | None = None
    _writes: int = 0

    def read(self) -> StoredLease | NoLease:
        return self.lease or NoLease()

    def create(self, record: LeaseRecord) -> StoredLease | LostRace:
        return LostRace() if self.lease is not None else self._store(record)

    def replace(self, record: LeaseRecord, version: str) -> StoredLease | LostRace:
        if self.lease is None or self.lease.version != version:
            return LostRace()
        # As the API server: a write that changes nothing is answered, but makes no new version.
        return self.lease if self.lease.record == record else self._store(record)

    def delete(self) -> None:
        self.lease = None

    def touch(self) -> None:
        """A write by a stranger that leaves the record alone, such as a label."""
        if self.lease is not None:
            self._store(self.lease.record)

    def _store(self, record: LeaseRecord) -> StoredLease:
        self._writes += 1
        self.lease = StoredLease(record=record, version=str(self._writes))
        return self.lease


@dataclass(slots=True)
class MemoryLeases:
    """The elector's port onto a store, which may be out of reach."""

    store: LeaseStore
    trouble: str = ""

    async def read(self) -> StoredLease | NoLease | Unavailable:
        return Unavailable(message=self.trouble) if self.trouble else self.store.read()

    async def create(self, record: LeaseRecord) -> StoredLease | LostRace | Unavailable:
        return Unavailable(message=self.trouble) if self.trouble else self.store.create(record)

    async def replace(self, record: LeaseRecord, version: str) -> StoredLease | LostRace | Unavailable:
        return Unavailable(message=self.trouble) if self.trouble else self.store.replace(record, version)
