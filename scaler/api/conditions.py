"""Which conditions may an autoscaler carry, and for which reasons? The words of autoscaling/v2, and ours."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ConditionType(StrEnum):
    ABLE_TO_SCALE = "AbleToScale"
    SCALING_ACTIVE = "ScalingActive"
    SCALING_LIMITED = "ScalingLimited"
    SCALED_TO_ZERO = "ScaledToZero"


class ConditionStatus(StrEnum):
    TRUE = "True"
    FALSE = "False"
    UNKNOWN = "Unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One entry of `status.conditions`. `last_transition` moves only when `status` changes, and has whole seconds."""

    type: str
    status: str
    reason: str
    message: str
    last_transition: datetime
