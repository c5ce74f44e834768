"""What does the controller remember of each autoscaler? Its memory and the status it wrote last.

A restart loses what is not in status. That may only delay a scale-down: the first sight counts as a recommendation.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from adapter.kube.meta import NamespacedName, TimestampError, format_time, parse_time
from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import ReplicasWriter, WriterKind
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.conditions import ConditionStatus, ConditionType

_ADOPTED = "adoptedZero"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """`status` is the newest one that is known: ours until the watch has caught up with it."""

    memory: Memory
    status: AutoscalerStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    uid: str
    memory: Memory
    status: AutoscalerStatus | None
    written_over: str


class Memories:
    """One entry per autoscaler; an object that was deleted and made again starts anew."""

    def __init__(self) -> None:
        self._entries: dict[NamespacedName, _Entry] = {}

    def recall(self, autoscaler: Autoscaler) -> Recalled:
        """What is remembered, or what the object's status lets us know after a start."""
        entry = self._entries.get(autoscaler.key)
        if entry is None or entry.uid != autoscaler.uid:
            return Recalled(memory=memory_of_status(autoscaler.status), status=autoscaler.status)
        # While the cache still shows the object that our last status was written over, that status is the newer one.
        stale = entry.status is not None and autoscaler.resource_version == entry.written_over
        return Recalled(
            memory=entry.memory, status=entry.status if stale and entry.status is not None else autoscaler.status
        )

    def keep(self, autoscaler: Autoscaler, memory: Memory, status: AutoscalerStatus | None) -> None:
        """Remember; `status` is the one that was just written, None if the object's own is still true."""
        previous = self._entries.get(autoscaler.key)
        written_over = autoscaler.resource_version
        if status is None and previous is not None and previous.written_over == written_over:
            status = previous.status
        self._entries[autoscaler.key] = _Entry(
            uid=autoscaler.uid, memory=memory, status=status, written_over=written_over
        )

    def forget_all(self) -> None:
        """Start anew from what status says: somebody else may have led meanwhile."""
        self._entries.clear()

    def forget(self, key: NamespacedName) -> None:
        self._entries.pop(key, None)


def memory_of_status(status: AutoscalerStatus) -> Memory:
    """The memory that a new start finds: whose zero it is, as the condition and the adopted writer say."""
    claim = next(
        (
            condition.status == ConditionStatus.TRUE
            for condition in status.conditions
            if condition.type == ConditionType.SCALED_TO_ZERO
        ),
        None,
    )
    return Memory(activation=Activation(scaled_to_zero=claim, adopted=_adopted(status.memory or {})))


def memory_in_status(memory: Memory) -> dict[str, object] | None:
    """What of the memory must outlive the program: without the adopted writer an adopted zero would never wake."""
    adopted = memory.activation.adopted
    if adopted is None:
        return None
    at = {} if adopted.at is None else {"at": format_time(adopted.at)}
    return {_ADOPTED: {"kind": adopted.kind.value, "manager": adopted.manager, **at}}


def _adopted(memory: Mapping[str, object]) -> ReplicasWriter | None:
    """The writer as it was kept; what can't be read is nobody, since status may be edited by hand."""
    kept = memory.get(_ADOPTED)
    if not isinstance(kept, Mapping):
        return None
    kinds = {kind.value: kind for kind in WriterKind}
    kind = kinds.get(str(kept.get("kind")), WriterKind.UNKNOWN)
    text = kept.get("at")
    try:
        at = parse_time(text) if isinstance(text, str) else None
    except TimestampError:
        at = None
    return ReplicasWriter(kind=kind, manager=str(kept.get("manager", "")), at=at)
