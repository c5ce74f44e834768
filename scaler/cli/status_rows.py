"""What does one line of `lagzero status` say about an autoscaler? Its cells, and the same as JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec

from adapter.kube.meta import format_time
from scaler.algorithm.model import AlgorithmSettings
from scaler.api.autoscaler import Autoscaler
from scaler.api.conditions import Condition, ConditionStatus, ConditionType
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.states import Obstruction
from scaler.api.targets import targets_text
from scaler.api.wire_object import WireAutoscaler
from scaler.narration.outlook import Outlook, outlook
from scaler.narration.standing import standing_of

_NONE: Final = "<none>"
_NOT_LOOKED_AT: Final = "not looked at yet"


class Inactive(msgspec.Struct, frozen=True, rename="camel"):
    """Why no count is computed: the condition ScalingActive, when it isn't True. Or what else somebody should know."""

    reason: str
    message: str


class NextChange(msgspec.Struct, frozen=True):
    """When the count may change at the earliest; `time` is RFC 3339, and null where no moment is known."""

    text: str
    time: str | None = None
    brief: str = ""


class Row(msgspec.Struct, frozen=True, rename="camel"):
    """One autoscaler. `desired` is what was decided last, `last_scale_time` RFC 3339.

    `inactive` is null while counts are computed, `next_change` for an object that can't be read.

    `attention` is what somebody should look at all the same: a fight about the count, or demand that waits.
    """

    namespace: str
    name: str
    reference: str = ""
    state: str = ""
    targets: str = ""
    min_replicas: int = 0
    max_replicas: int = 0
    replicas: int = 0
    desired: int = 0
    last_scale_time: str | None = None
    next_change: NextChange | None = None
    limited: str = ""
    inactive: Inactive | None = None
    attention: tuple[Inactive, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which columns are shown besides the usual ones."""

    namespace: bool
    wide: bool

    def header(self) -> tuple[str, ...]:
        usual = (
            "NAME",
            "REFERENCE",
            "STATE",
            "TARGETS",
            "MIN",
            "MAX",
            "REPLICAS",
            "DESIRED",
            "LAST SCALE",
            "NEXT CHANGE",
        )
        wide = ("LIMITED", "ATTENTION") if self.wide else ()
        return (*(("NAMESPACE",) if self.namespace else ()), *usual, *wide, "INACTIVE")

    def cells(self, row: Row) -> tuple[str, ...]:
        usual = (
            row.name,
            row.reference or _NONE,
            row.state or _NONE,
            row.targets or _NONE,
            str(row.min_replicas),
            str(row.max_replicas),
            str(row.replicas),
            str(row.desired),
            row.last_scale_time or "never",
            _NONE if row.next_change is None else row.next_change.brief,
        )
        attention = ", ".join(each.reason for each in row.attention)
        wide = (row.limited or _NONE, attention or _NONE) if self.wide else ()
        return (*((row.namespace,) if self.namespace else ()), *usual, *wide, self._inactive(row.inactive))

    def _inactive(self, inactive: Inactive | None) -> str:
        if inactive is None:
            return ""
        return f"{inactive.reason}: {inactive.message}" if self.wide and inactive.message else inactive.reason


def row_of(wire: WireAutoscaler, now: datetime, settings: AlgorithmSettings) -> Row:
    """`settings` are the scaler's. An object that can't be read has a row that says so."""
    try:
        return _row(decode_autoscaler(wire, kind=AutoscalerKind.ZERO_POD_AUTOSCALER), now, settings)
    except DecodeError as error:
        key = wire.metadata.key
        target = wire.spec.scale_target_ref
        return Row(
            namespace=key.namespace,
            name=key.name,
            reference=f"{target.kind}/{target.name}",
            state=Obstruction.INVALID_SPEC.value,
            inactive=Inactive(reason="Unreadable", message=str(error)),
        )


def _row(autoscaler: Autoscaler, now: datetime, settings: AlgorithmSettings) -> Row:
    spec, status = autoscaler.spec, autoscaler.status
    reference = spec.scale_target_ref
    conditions = {condition.type: condition for condition in status.conditions}
    limited = conditions.get(ConditionType.SCALING_LIMITED)
    return Row(
        namespace=autoscaler.key.namespace,
        name=autoscaler.key.name,
        reference=f"{reference.kind}/{reference.name}",
        state=status.state,
        targets=targets_text(spec.metrics, status.current_metrics),
        min_replicas=spec.min_replicas,
        max_replicas=spec.max_replicas,
        replicas=status.current_replicas,
        desired=status.desired_replicas,
        last_scale_time=None if status.last_scale_time is None else format_time(status.last_scale_time),
        next_change=_next_change(outlook(standing_of(autoscaler, now, settings))),
        limited=limited.reason if limited is not None and limited.status == ConditionStatus.TRUE else "",
        inactive=_inactive(conditions.get(ConditionType.SCALING_ACTIVE), able=conditions.get("AbleToScale")),
        attention=tuple(_attention(conditions)),
    )


def _next_change(ahead: Outlook) -> NextChange:
    time = None if ahead.at is None else format_time(ahead.at)
    return NextChange(text=ahead.text, time=time, brief=ahead.brief)


def _attention(conditions: Mapping[str, Condition]) -> Iterator[Inactive]:
    for kind in (ConditionType.CONTESTED, ConditionType.DEMAND_WAITING):
        told = conditions.get(kind)
        if told is not None and told.status == ConditionStatus.TRUE:
            yield Inactive(reason=told.reason, message=told.message)


def _inactive(active: Condition | None, *, able: Condition | None) -> Inactive | None:
    """A target that can't be read says so in AbleToScale, and ScalingActive isn't touched."""
    told = able if able is not None and able.status == ConditionStatus.FALSE else active
    if told is None:
        return Inactive(reason=_NOT_LOOKED_AT, message="")
    if told.status == ConditionStatus.TRUE:
        return None
    return Inactive(reason=told.reason, message=told.message)
