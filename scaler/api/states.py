"""Which states can an autoscaler be in? The words of `status.state`, and of the column STATE."""

from enum import StrEnum


class AutoscalerState(StrEnum):
    ACTIVE = "Active"
    """Above zero, or on its way there."""

    SCALED_TO_ZERO = "ScaledToZero"
    """Brought to zero by an autoscaler, which may wake it."""

    PAUSED = "Paused"
    """Zero by somebody else's hand: stays until somebody scales it up."""

    PAUSED_EXPLICITLY = "PausedExplicitly"
    """An annotation holds the count, whatever it is."""
