"""Did we write a count that memory doesn't know? Then memory is made up for it. Pure.

A scaler that is killed between its write of a count and that of the status leaves a count that no memory accounts for;
so does a write whose answer was lost. The next scale-down would come too early by what was forgotten.
"""

from dataclasses import replace
from datetime import datetime

from scaler.algorithm.decision import Rescale
from scaler.algorithm.memory import Memory, Recommendation
from scaler.algorithm.model import WriterKind
from scaler.algorithm.rate_limit import remember_scale_event
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import ConditionType
from scaler.controller.memories import Recalled
from scaler.controller.observe import Seen


def caught_up(recalled: Recalled, seen: Seen) -> Recalled:
    """What is recalled, and the write of ours that it misses, if there is one: of the whole range, and with a time."""
    target, now = seen.target, seen.observation.now
    if target is None or not seen.whole_range or not recalled.status.conditions:
        return recalled
    writer, known, count = target.writer, recalled.status.desired_replicas, target.scale.spec_replicas
    may_miss_one = recalled.is_found or recalled.notes.contest.tried == count
    if writer.kind is not WriterKind.OURS or writer.at is None or known == count or not may_miss_one:
        return recalled
    if _was_left(recalled.status, count):
        return recalled
    rescale = Rescale(current=known, desired=count, reason="")
    # The API server's time of the write, in whole seconds.
    memory, at = recalled.memory, min(writer.at, now)
    if any(event.at == at for event in (*memory.scale_ups, *memory.scale_downs)):
        return recalled
    memory = remember_scale_event(memory, rescale, seen.observation.spec.behavior, at)
    return replace(recalled, memory=_with_recommendation(memory, rescale, at))


def _was_left(status: AutoscalerStatus, count: int) -> bool:
    """Is it the count that the last look found and left, since the one that it wanted was held back?"""
    able = (each.reason for each in status.conditions if each.type == ConditionType.ABLE_TO_SCALE)
    return status.current_replicas == count and "SucceededRescale" not in able


def _with_recommendation(memory: Memory, rescale: Rescale, at: datetime) -> Memory:
    """Whoever scaled up had recommended at least that much; of a scale-down no window needs to know."""
    if rescale.desired < rescale.current:
        return memory
    return replace(
        memory,
        recommendations=(*(memory.recommendations or ()), Recommendation(at=at, replicas=rescale.desired)),
    )
