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
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.decode_status import decode_condition
from scaler.api.kinds import AutoscalerKind
from scaler.api.wire_object import WireAutoscaler
from scaler.api.wire_status import WireStatus

_OURS: Final = {
    CLAIM_CONDITION: ConditionType.SCALED_TO_ZERO,
    ConditionType.CONTESTED.value: ConditionType.CONTESTED,
    ConditionType.DEMAND_WAITING.value: ConditionType.DEMAND_WAITING,
}
_MEMORY_FIELD: Final = ("f:metadata", "f:annotations", f"f:{MEMORY_ANNOTATION}")


def decode_companion(wire: WireAutoscaler) -> Autoscaler | None:
    """The autoscaler with minReplicas 0 and with our own part of its status.

    None where nothing is asked and nothing of ours is left from a time when it was.

    Raises DecodeError for what can't be read.
    """
    metadata = wire.metadata
    asked = metadata.annotations.get(MIN_REPLICAS_ANNOTATION)
    if asked is None and not _has_ours(wire):
        return None
    stock = decode_autoscaler(
        msgspec.structs.replace(wire, status=WireStatus()), kind=AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
    )
    companion = Companion(
        asked=asked,
        min_replicas=stock.spec.min_replicas,
        memory_written=_memory_written(metadata.managed_fields),
    )
    return replace(
        stock,
        spec=replace(stock.spec, min_replicas=0),
        # A memory that was written is no change of what is asked for.
        annotations={name: value for name, value in stock.annotations.items() if name != MEMORY_ANNOTATION},
        status=_our_status(wire.status, metadata.annotations),
        companion=companion,
    )


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
