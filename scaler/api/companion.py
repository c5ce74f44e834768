"""What makes a stock autoscaler one that we take to zero? An annotation; and what we write on the object ourselves."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

MIN_REPLICAS_ANNOTATION: Final = "lagzero.dev/min-replicas"
"""Asks for it, with the value "0"."""

MEMORY_ANNOTATION: Final = "lagzero.dev/memory"
"""Holds what a ZeroPodAutoscaler keeps in `status.memory`, as JSON."""

CLAIM_CONDITION: Final = "lagzero.dev/ScaledToZero"
"""The condition ScaledToZero under a name that the stock controller leaves alone."""

MEMORY_MANAGER: Final = "lagzero-scaler"
CLAIM_MANAGER: Final = "lagzero-companion"
"""In whose names the two are written, as managedFields tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """What the stock autoscaler itself says: the annotation's value, and its own minReplicas.

    Nothing is asked (None) any more where only what we wrote is left. `memory_written` is when the memory annotation
    was last changed, in whole seconds.
    """

    asked: str | None
    min_replicas: int
    memory_written: datetime | None = None
