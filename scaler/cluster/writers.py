"""Who wrote a workload's `spec.replicas`? The question of whose zero it is, answered from managedFields."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from adapter.kube.meta import ManagedFieldsEntry, TimestampError, field_managers, parse_time
from scaler.algorithm.model import UNKNOWN_WRITER, ReplicasWriter, WriterKind

FIELD_MANAGER: Final = "lagzero-scaler"
_STOCK_CONTROLLER: Final = "kube-controller-manager"
NOBODY_NOTED: Final = ReplicasWriter(kind=WriterKind.OTHER)
_REPLICAS: Final = ("spec", "replicas")


def replicas_writer(managed_fields: Sequence[ManagedFieldsEntry], path: Sequence[str] = _REPLICAS) -> ReplicasWriter:
    """The owner of the field at `path`.

    A write that changes a field takes it from everybody; several own it by applying one value. Then it is ours only if
    nobody else is among them: somebody who applies a zero means it. A count without an owner is a zero that an update
    of /scale wrote, which we never do (a Scale omits a zero, so nobody is noted). Only where nothing at all is noted of
    the object is the writer unknown.
    """
    owners = field_managers(managed_fields, [f"f:{name}" for name in path])
    if not owners:
        return NOBODY_NOTED if managed_fields else UNKNOWN_WRITER
    others = [owner for owner in owners if owner.manager != FIELD_MANAGER]
    latest = max(others or owners, key=lambda owner: owner.time or "")
    return ReplicasWriter(
        kind=_kind(latest.manager), manager=latest.manager, at=_time(latest.time), through=latest.subresource
    )


def _kind(manager: str) -> WriterKind:
    if manager == FIELD_MANAGER:
        return WriterKind.OURS
    return WriterKind.STOCK if manager == _STOCK_CONTROLLER else WriterKind.OTHER


def _time(text: str | None) -> datetime | None:
    """A time that can't be read is no time; it only tells writers apart."""
    if text is None:
        return None
    try:
        return parse_time(text)
    except TimestampError:
        return None
