"""Which stock autoscaler asks to be taken to zero, and what do we know of it? The annotated ones, as ours would be."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import msgspec

from adapter.kube.meta import ManagedFieldsEntry, TimestampError, field_managers, parse_time
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.companion import (
    CLAIM_CONDITION,
    MEMORY_ANNOTATION,
    MEMORY_MANAGER,
    MIN_REPLICAS_ANNOTATION,
    Companion,
)
from scaler.api.conditions import ConditionType
from scaler.api.decode_autoscaler import decode_autoscaler, decode_faulty
from scaler.api.decode_status import decode_condition
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.wire_object import WireAutoscaler
from scaler.api.wire_status import WireStatus

_OURS: Final = {
    CLAIM_CONDITION: ConditionType.SCALED_TO_ZERO,
    ConditionType.CONTESTED.value: ConditionType.CONTESTED,
    ConditionType.DEMAND_WAITING.value: ConditionType.DEMAND_WAITING,
}
_KIND: Final = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
_MEMORY_FIELD: Final = ("f:metadata", "f:annotations", f"f:{MEMORY_ANNOTATION}")


def decode_companion(wire: WireAutoscaler) -> Autoscaler | None:
    """The autoscaler with minReplicas 0 and with our own part of its status.

    None where nothing is asked and nothing of ours is left from a time when it was.

    Raises DecodeError for what can't be read.
    """
    if not _is_ours(wire):
        return None
    stock = decode_autoscaler(_without_status(wire), kind=_KIND)
    return _as_companion(stock, wire, _our_status(wire.status, wire.metadata.annotations))


def decode_faulty_companion(wire: WireAutoscaler, *, fault: str) -> Autoscaler | None:
    """What can be told of one that `decode_companion` can't read: enough to say so on it, and to do nothing.

    None where nothing of it is ours to tell.
    """
    if not _is_ours(wire):
        return None
    stock = decode_faulty(_without_status(wire), kind=_KIND, fault=fault)
    return _as_companion(stock, wire, _our_readable_status(wire.status, wire.metadata.annotations))


def _as_companion(stock: Autoscaler, wire: WireAutoscaler, status: AutoscalerStatus) -> Autoscaler:
    metadata = wire.metadata
    companion = Companion(
        asked=metadata.annotations.get(MIN_REPLICAS_ANNOTATION),
        min_replicas=stock.spec.min_replicas,
        memory_written=_memory_written(metadata.managed_fields),
    )
    return replace(
        stock,
        spec=replace(stock.spec, min_replicas=0),
        # A memory that was written is no change of what is asked for.
        annotations={name: value for name, value in stock.annotations.items() if name != MEMORY_ANNOTATION},
        status=status,
        companion=companion,
    )


def _without_status(wire: WireAutoscaler) -> WireAutoscaler:
    """The stock controller's part of it is nothing to us."""
    return msgspec.structs.replace(wire, status=WireStatus())


def _is_ours(wire: WireAutoscaler) -> bool:
    return MIN_REPLICAS_ANNOTATION in wire.metadata.annotations or _has_ours(wire)


def _has_ours(wire: WireAutoscaler) -> bool:
    claimed = any(condition.type in _OURS for condition in wire.status.conditions or ())
    return claimed or MEMORY_ANNOTATION in wire.metadata.annotations


def _our_status(status: WireStatus, annotations: Mapping[str, str]) -> AutoscalerStatus:
    ours = (condition for condition in status.conditions or () if condition.type in _OURS)
    return AutoscalerStatus(
        conditions=tuple(
            replace(decode_condition(condition, "status.conditions"), type=_OURS[condition.type]) for condition in ours
        ),
        memory=_memory(annotations.get(MEMORY_ANNOTATION)),
    )


def _our_readable_status(status: WireStatus, annotations: Mapping[str, str]) -> AutoscalerStatus:
    """A condition of ours that can't be read is written anew."""
    try:
        return _our_status(status, annotations)
    except DecodeError:
        return AutoscalerStatus(memory=_memory(annotations.get(MEMORY_ANNOTATION)))


def _memory(text: str | None) -> Mapping[str, object] | None:
    """Annotations may be edited by hand; what can't be read is an empty memory."""
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=dict[str, object])
    except msgspec.DecodeError:
        return {}


def _memory_written(managed_fields: Sequence[ManagedFieldsEntry]) -> datetime | None:
    """Our entry owns nothing else of the object, so its time is that of the annotation's last change."""
    ours = [entry for entry in field_managers(managed_fields, _MEMORY_FIELD) if entry.manager == MEMORY_MANAGER]
    try:
        return max((parse_time(entry.time) for entry in ours if entry.time is not None), default=None)
    except TimestampError:
        return None
