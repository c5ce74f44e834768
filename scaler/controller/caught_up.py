"""Did we write a count that memory doesn't know? Then memory is made up for it. Pure.

A scaler that is killed between its write of a count and that of the status leaves a count that no memory accounts for;
so does a write whose answer was lost. The next scale-down would come too early by what was forgotten, and so would the
next scale-up where a window holds those.
"""

from dataclasses import replace
from datetime import datetime

from scaler.algorithm.decision import Rescale
from scaler.algorithm.memory import Memory, Recommendation
from scaler.algorithm.model import WriterKind
from scaler.algorithm.rate_limit import remember_scale_event
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import ConditionType
from scaler.api.types import Behavior
from scaler.controller.memories import Recalled
from scaler.controller.observe import Seen


def caught_up(recalled: Recalled, seen: Seen) -> Recalled:
    """What is recalled, and the write of ours that it misses, if there is one: of the whole range, and with a time."""
    target, now = seen.target, seen.observation.now
    if target is None or not seen.whole_range or not recalled.status.conditions:
        return recalled
    writer, left, count = target.writer, _left(recalled.status), target.scale.spec_replicas
    may_miss_one = recalled.is_found or recalled.notes.contest.tried == count
    if writer.kind is not WriterKind.OURS or writer.at is None or count in left or not may_miss_one:
        return recalled
    rescale = Rescale(current=left[0], desired=count, reason="")
    # The API server's time of the write, in whole seconds.
    memory, at = recalled.memory, min(writer.at, now)
    if any(event.at == at for event in (*memory.scale_ups, *memory.scale_downs)):
        return recalled
    behavior = seen.observation.spec.behavior
    memory = _with_recommendation(remember_scale_event(memory, rescale, behavior, at), rescale, behavior, at)
    return replace(recalled, memory=memory)


def _left(status: AutoscalerStatus) -> tuple[int, ...]:
    """The count that the last look left: the one that it wrote, or else the one that it found.

    What it wanted and held back was not written: a Shadow computes, and a scale-in may wait. Of a look that found no
    scale nobody can tell which of the two stood there.
    """
    able = {each.reason for each in status.conditions if each.type == ConditionType.ABLE_TO_SCALE}
    if "SucceededRescale" in able:
        return (status.desired_replicas,)
    if "FailedGetScale" in able:
        return (status.desired_replicas, status.current_replicas)
    return (status.current_replicas,)


def _with_recommendation(memory: Memory, rescale: Rescale, behavior: Behavior | None, at: datetime) -> Memory:
    """Whoever scaled up had recommended at least that much, and whoever scaled down at most that much.

    How much less nobody knows. None at all holds the next scale-up for as long as the window says, and no scale-down.
    Where no recommendation is known, the count at first sight becomes one, which holds both.
    """
    if rescale.desired > rescale.current:
        return _and(memory, Recommendation(at=at, replicas=rescale.desired))
    waits_up = behavior is not None and bool(behavior.scale_up.stabilization_window_seconds)
    return memory if memory.recommendations is None or not waits_up else _and(memory, Recommendation(at=at, replicas=0))


def _and(memory: Memory, entry: Recommendation) -> Memory:
    return replace(memory, recommendations=(*(memory.recommendations or ()), entry))
