"""Which states can an autoscaler be in? The words of `status.state`, and of the column STATE.

Either what the workload was found to be, or what keeps the autoscaler from doing its work.
"""

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


class Obstruction(StrEnum):
    """What stands in the way, in the place of a state. Where a condition or an event says more, it is its reason."""

    NO_TARGET = "NoTarget"
    """The target isn't there, or its scale can't be read."""

    AMBIGUOUS_TARGET = "AmbiguousTarget"
    """Another autoscaler has the same target."""

    AMBIGUOUS_SELECTOR = "AmbiguousSelector"
    """Another autoscaler's target selects some of the same Pods."""

    INVALID_SELECTOR = "InvalidSelector"
    """The target has no selector, or one that can't be read."""

    INVALID_SPEC = "InvalidSpec"
    """The autoscaler itself can't be read."""

    CONTESTED = "Contested"
    """It does its work, and somebody else undoes it."""
