"""The elector's port over a real Lease."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from adapter.kube.errors import ApiError, Conflict, NotFound
from adapter.kube.leases import Lease, LeaseSpec, create_lease, read_lease, replace_lease
from adapter.kube.meta import TimestampError, format_micro_time, parse_time
from scaler.leadership.lease import NOBODY, LeaseRecord, StoredLease
from scaler.leadership.ports import LostRace, NoLease, Unavailable

if TYPE_CHECKING:
    from datetime import datetime

    from adapter.kube.client import KubeClient
    from adapter.kube.meta import NamespacedName


class ClusterLeases:
    """The Lease `key`. Needs the verbs get, create and update on leases there.

    Labels, annotations and fields of the spec that aren't ours survive our writes.
    """

    def __init__(self, *, client: KubeClient, key: NamespacedName) -> None:
        self._client = client
        self._key = key
        self._last: Lease | None = None

    async def read(self) -> StoredLease | NoLease | Unavailable:
        try:
            return self._stored(await read_lease(self._client, self._key))
        except NotFound:
            return NoLease()
        except ApiError as error:
            return Unavailable(message=str(error))

    async def create(self, record: LeaseRecord) -> StoredLease | LostRace | Unavailable:
        try:
            return self._stored(await create_lease(self._client, self._key, _spec(record, LeaseSpec())))
        except Conflict:
            return LostRace()
        except ApiError as error:
            return Unavailable(message=str(error))

    async def replace(self, record: LeaseRecord, version: str) -> StoredLease | LostRace | Unavailable:
        last = self._last
        if last is None or last.metadata.resource_version != version:
            # What it holds besides the record is not known, and would be lost.
            return LostRace()
        try:
            return self._stored(
                await replace_lease(self._client, msgspec.structs.replace(last, spec=_spec(record, last.spec)))
            )
        except (Conflict, NotFound):
            return LostRace()
        except ApiError as error:
            return Unavailable(message=str(error))

    def _stored(self, lease: Lease) -> StoredLease:
        self._last = lease
        return StoredLease(record=_record(lease.spec), version=lease.metadata.resource_version)


def _record(spec: LeaseSpec) -> LeaseRecord:
    return LeaseRecord(
        holder_identity=spec.holder_identity or NOBODY,
        lease_duration_seconds=spec.lease_duration_seconds,
        acquire_time=_moment(spec.acquire_time),
        renew_time=_moment(spec.renew_time),
        lease_transitions=spec.lease_transitions or 0,
    )


def _spec(record: LeaseRecord, last: LeaseSpec) -> LeaseSpec:
    return msgspec.structs.replace(
        last,
        holder_identity=record.holder_identity,
        lease_duration_seconds=record.lease_duration_seconds,
        acquire_time=_text(record.acquire_time),
        renew_time=_text(record.renew_time),
        lease_transitions=record.lease_transitions,
    )


def _moment(text: str | None) -> datetime | None:
    try:
        return None if text is None else parse_time(text)
    except TimestampError:
        # No decision reads it, and a lease that can't be taken over for its date would be worse.
        return None


def _text(at: datetime | None) -> str | None:
    return None if at is None else format_micro_time(at)
