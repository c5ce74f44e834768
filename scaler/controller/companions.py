"""What is our part in a stock autoscaler? The border between 0 and its replicas, one condition, and a memory. Pure.

Everything else is the stock controller's, and each thing has one writer.
"""

from datetime import timedelta
from typing import Final

from scaler.algorithm import explain
from scaler.algorithm.decision import Accepted, ConditionUpdate, Decision, Event, Outcome, Rejected, Rescale
from scaler.algorithm.model import Observation, Obstacle, ReplicasWriter, WriterKind
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.companion import Companion
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.controller.remembered import memory_in_status, would_be_missed
from scaler.controller.status import ScaleChange, updated_conditions

_MEMORY_EVERY: Final = timedelta(seconds=30)


def crosses_zero(rescale: Rescale) -> bool:
    """Does the write begin or end at zero?"""
    return 0 in {rescale.current, rescale.desired}


def as_companions_see(writer: ReplicasWriter) -> ReplicasWriter:
    """The stock controller is somebody else here: a zero that it wrote is none of ours to end."""
    if writer.kind is not WriterKind.STOCK:
        return writer
    return ReplicasWriter(kind=WriterKind.OTHER, manager=writer.manager, at=writer.at)


def companion_status(
    autoscaler: Autoscaler,
    companion: Companion,
    status: AutoscalerStatus,
    decision: Decision,
    seen: Observation,
    besides: tuple[ScaleChange, ...] = (),
) -> AutoscalerStatus:
    """What follows `status`, the newest that is known of our part. An obstacle changes the reason, never the claim.

    `besides` are conditions that are ours whoever's the autoscaler is.

    Where nothing is asked any more nothing of ours stays.
    """
    if companion.asked is None:
        return AutoscalerStatus()
    claim = _claim(decision.memory.activation.scaled_to_zero, seen.obstacle)
    memory = status.memory if seen.obstacle is not None else memory_in_status(decision.memory, seen.now)
    if memory != status.memory and not _memory_is_due(autoscaler, companion, status, seen):
        # What a start would not know of can't wait: it would go to zero too soon.
        memory = memory if would_be_missed(decision.memory, status.memory, seen.now) else status.memory
    return AutoscalerStatus(
        conditions=updated_conditions(status.conditions, (claim, *besides), seen.now), memory=memory
    )


def companion_events(decision: Decision, outcome: Outcome) -> tuple[Event, ...]:
    """Those of a write of ours, and those of the time at zero, when the stock controller looks at nothing."""
    ours = isinstance(outcome, Accepted | Rejected) or decision.current == 0
    return decision.events if ours else ()


def _claim(claim: bool | None, obstacle: Obstacle | None) -> ScaleChange:
    if obstacle is None:
        return explain.scaled_to_zero(claim)
    return ConditionUpdate(
        type=ConditionType.SCALED_TO_ZERO,
        status=ConditionStatus.TRUE if claim else ConditionStatus.FALSE,
        reason=obstacle.reason,
        message=obstacle.message,
    )


def _memory_is_due(autoscaler: Autoscaler, companion: Companion, status: AutoscalerStatus, seen: Observation) -> bool:
    """Not while the watch still shows an older memory than the one we wrote, nor soon after that was written."""
    if status.memory != autoscaler.status.memory:
        return False
    written = companion.memory_written
    return written is None or abs(seen.now - written) >= _MEMORY_EVERY
