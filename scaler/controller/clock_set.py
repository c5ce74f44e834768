"""Was the machine's clock set? Then memory moves with it, so that every window lasts as long as it would have. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from scaler.algorithm.memory import Memory

# Less is drift, or the moment between two readings; a clock that is slewed is a second off after half an hour.
_NOTICED: Final = timedelta(seconds=1)
_NOT_AT_ALL: Final = timedelta(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """One moment on both clocks of a process: the wall clock, and the one that nobody sets."""

    wall: datetime
    monotonic_seconds: float


def set_by(before: Instant, after: Instant) -> timedelta:
    """By how much the wall clock was set between two moments; nothing for what can't be told from drift."""
    passed = timedelta(seconds=after.monotonic_seconds - before.monotonic_seconds)
    difference = after.wall - before.wall - passed
    return difference if abs(difference) >= _NOTICED else _NOT_AT_ALL


def moved(memory: Memory, by: timedelta) -> Memory:
    """The same memory by a clock that was set `by` so much. Who wrote a zero and when is the API server's to tell."""
    if not by:
        return memory
    recommendations, activation = memory.recommendations, memory.activation
    idle_since = activation.idle_since
    return Memory(
        recommendations=recommendations and tuple(replace(each, at=each.at + by) for each in recommendations),
        scale_ups=tuple(replace(each, at=each.at + by) for each in memory.scale_ups),
        scale_downs=tuple(replace(each, at=each.at + by) for each in memory.scale_downs),
        activation=replace(activation, idle_since=idle_since and idle_since + by),
    )
