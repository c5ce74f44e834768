"""Which conditions may an autoscaler carry, and for which reasons? The words of autoscaling/v2, and ours."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ConditionType(StrEnum):
    ABLE_TO_SCALE = "AbleToScale"
    SCALING_ACTIVE = "ScalingActive"
    SCALING_LIMITED = "ScalingLimited"
    SCALED_TO_ZERO = "ScaledToZero"
    CONTESTED = "lagzero.dev/Contested"
    """Ours: somebody changes the count back, again and again."""
    DEMAND_WAITING = "lagzero.dev/DemandWaiting"
    """Ours: there is demand, and the workload is paused or doesn't wake."""


class ConditionStatus(StrEnum):
    TRUE = "True"
    FALSE = "False"
    UNKNOWN = "Unknown"


class OwnReason(StrEnum):
    """Reasons that only we give, in events and in the conditions that are ours."""

    SCALED_TO_ZERO = "ScaledToZero"
    WOKEN_UP = "WokenUp"
    PAUSED = "Paused"
    RESUMED = "Resumed"
    FIGHTING_WRITER = "FightingWriter"
    FIGHT_IS_OVER = "FightIsOver"
    WAITING_WHILE_PAUSED = "WaitingWhilePaused"
    WAITING_FOR_WAKE_UP = "WaitingForWakeUp"
    WAITING_IS_OVER = "WaitingIsOver"
    RESTORE_FAILED = "RestoreFailed"
    FINALIZER_MISSING = "FinalizerMissing"
    PODS_NOT_MARKED = "PodsNotMarked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One entry of `status.conditions`. `last_transition` moves only when `status` changes, and has whole seconds."""

    type: str
    status: str
    reason: str
    message: str
    last_transition: datetime
