"""How does memory outlive the program? As `status.memory`: small, and unchanged while nothing changes. Pure.

Recommendations are kept as runs: for each run of equal counts when it was last seen, for one that goes on no time at
all, since it lasts until something else is written. Read back, such a run is as old as the reading, which may only
delay a scale-down.
"""

from collections.abc import Mapping
from datetime import datetime
from operator import attrgetter
from typing import Final

import msgspec

from adapter.kube.meta import format_micro_time, parse_time
from scaler.algorithm.memory import Activation, Memory, Recommendation, ScaleEvent
from scaler.algorithm.model import ReplicasWriter, WriterKind


class _Run(msgspec.Struct, frozen=True, omit_defaults=True):
    replicas: int
    until: str | None = None


class _ScaleEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    change: int
    at: str
    outdated: bool = False


class _Writer(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: WriterKind
    manager: str = ""
    at: str | None = None


class _Memory(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    recommendations: tuple[_Run, ...] = ()
    scale_ups: tuple[_ScaleEvent, ...] = ()
    scale_downs: tuple[_ScaleEvent, ...] = ()
    idle_since: str | None = None
    adopted_zero: _Writer | None = None


_EMPTY: Final = _Memory()
_AT: Final = attrgetter("at")


def memory_in_status(memory: Memory, now: datetime) -> dict[str, object] | None:
    """`status.memory` after a sync at `now`; None if there is nothing to keep.

    The claim on zero is kept by its condition.
    """
    activation = memory.activation
    kept = _Memory(
        recommendations=_runs(memory.recommendations or (), now),
        scale_ups=tuple(map(_event, memory.scale_ups)),
        scale_downs=tuple(map(_event, memory.scale_downs)),
        idle_since=None if activation.idle_since is None else format_micro_time(activation.idle_since),
        adopted_zero=None if activation.adopted is None else _writer(activation.adopted),
    )
    if kept == _EMPTY:
        return None
    encoded: dict[str, object] = msgspec.to_builtins(kept)
    return encoded


def memory_kept(kept: Mapping[str, object] | None, claim: bool | None, now: datetime) -> Memory:
    """The memory that a start finds in status, with the claim that the condition ScaledToZero makes.

    What can't be read is forgotten: status may be edited by hand, and an older or newer version may have written it.
    """
    try:
        wire = _EMPTY if kept is None else msgspec.convert(dict(kept), _Memory)
        return _decoded(wire, claim, now)
    except (msgspec.ValidationError, ValueError):
        return Memory(activation=Activation(scaled_to_zero=claim))


def would_be_missed(memory: Memory, kept: Mapping[str, object] | None, now: datetime) -> bool:
    """Would a start that finds what is `kept` know of less demand than there was, and so scale down sooner?

    One that finds no recommendation enters the count that it sees, which is enough.
    """
    known = memory_kept(kept, None, now).recommendations
    return known is not None and any(
        all(other.at < entry.at or other.replicas < entry.replicas for other in known)
        for entry in memory.recommendations or ()
    )


def _decoded(wire: _Memory, claim: bool | None, now: datetime) -> Memory:
    return Memory(
        recommendations=tuple(
            Recommendation(at=now if run.until is None else _past(run.until, now), replicas=run.replicas)
            for run in wire.recommendations
        )
        or None,
        scale_ups=tuple(_scale_event(event, now) for event in wire.scale_ups),
        scale_downs=tuple(_scale_event(event, now) for event in wire.scale_downs),
        activation=Activation(
            scaled_to_zero=claim,
            idle_since=None if wire.idle_since is None else _past(wire.idle_since, now),
            adopted=None if wire.adopted_zero is None else _replicas_writer(wire.adopted_zero),
        ),
    )


def _runs(recommendations: tuple[Recommendation, ...], now: datetime) -> tuple[_Run, ...]:
    """Runs of equal counts in the order of time; only a run's end matters to a window.

    The last one goes on unless this sync recommended nothing: nobody knows for how long that will last.
    """
    ends: list[Recommendation] = []
    for entry in sorted(recommendations, key=_AT):
        if ends and ends[-1].replicas == entry.replicas:
            ends[-1] = entry
        else:
            ends.append(entry)
    return tuple(
        _Run(replicas=end.replicas, until=None if end.at >= now else format_micro_time(end.at)) for end in ends
    )


def _event(event: ScaleEvent) -> _ScaleEvent:
    return _ScaleEvent(change=event.change, at=format_micro_time(event.at), outdated=event.outdated)


def _scale_event(event: _ScaleEvent, now: datetime) -> ScaleEvent:
    return ScaleEvent(change=event.change, at=_past(event.at, now), outdated=event.outdated)


def _past(text: str, now: datetime) -> datetime:
    """A time that is still to come was written by another clock, or by ours before it was set back: an hour, maybe."""
    return min(parse_time(text), now)


def _writer(writer: ReplicasWriter) -> _Writer:
    at = None if writer.at is None else format_micro_time(writer.at)
    return _Writer(kind=writer.kind, manager=writer.manager, at=at)


def _replicas_writer(writer: _Writer) -> ReplicasWriter:
    at = None if writer.at is None else parse_time(writer.at)
    return ReplicasWriter(kind=writer.kind, manager=writer.manager, at=at)
