"""What does one sync remember for the next? Recommendations, scale events and whose zero it is.

Both lists keep upstream's slots: an expired entry stays until a new one overwrites it, which shows when a spec change
lengthens a window. Losing memory may only delay a scale-down.
Source: horizontal.go recordInitialRecommendation, storeScaleEvent (v1.37).
"""

from dataclasses import dataclass, replace
from datetime import datetime

from scaler.algorithm.model import ReplicasWriter


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommendation:
    at: datetime
    replicas: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleEvent:
    """`change` replicas were added or removed, by the list it stands in; an outdated one no longer counts."""

    at: datetime
    change: int
    outdated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Activation:
    """Zero's side of the memory.

    `scaled_to_zero` is the condition's status, None while there is none; `idle_since` the first sync of the present
    run of proposals of zero; `adopted` the writer of a zero that the spec told us to take for our own.
    """

    scaled_to_zero: bool | None = None
    idle_since: datetime | None = None
    adopted: ReplicasWriter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """`recommendations` is None before the autoscaler's scale was first read."""

    recommendations: tuple[Recommendation, ...] | None = None
    scale_ups: tuple[ScaleEvent, ...] = ()
    scale_downs: tuple[ScaleEvent, ...] = ()
    activation: Activation = Activation()

    @staticmethod
    def empty() -> "Memory":
        return Memory()

    def with_first_sight(self, now: datetime, spec_replicas: int) -> "Memory":
        """Enter the current count as a recommendation, so that a new start waits one window before it shrinks."""
        if self.recommendations is not None:
            return self
        return replace(self, recommendations=(Recommendation(at=now, replicas=spec_replicas),))
