"""Is there anything to compute? Obstructed, disabled at zero, paused, or outside min and max already?

Source: horizontal.go reconcileAutoscaler, first branches (v1.37).
"""

from dataclasses import dataclass

from scaler.algorithm.memory import Activation
from scaler.algorithm.model import AlgorithmSettings, Observation, Obstacle, Scale
from scaler.api.states import AutoscalerState
from scaler.api.types import AutoscalerSpec, ExternalMetricSource, ObjectMetricSource

ABOVE_MAX = "Current number of replicas above Spec.MaxReplicas"
BELOW_MIN = "Current number of replicas below Spec.MinReplicas"


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstructed:
    """Nothing is computed and nothing moves until the autoscaler itself is put right."""

    obstacle: Obstacle


@dataclass(frozen=True, slots=True, kw_only=True)
class Disabled:
    """Nothing is computed and nothing moves; `state` says whose pause it is."""

    state: AutoscalerState


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveIntoBounds:
    """The count goes straight to the nearest bound: no metrics, no stabilization, no policies."""

    desired: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compute:
    """Metrics decide. `asleep` is true when the target is at zero and that zero is ours to end."""

    asleep: bool


Verdict = Obstructed | Disabled | MoveIntoBounds | Compute


def gate(seen: Observation, scale: Scale, activation: Activation, settings: AlgorithmSettings) -> Verdict:
    """Decide whether metrics matter; `observe` asks the same before it reads them."""
    if seen.obstacle is not None:
        return Obstructed(obstacle=seen.obstacle)
    if seen.pause is not None:
        return Disabled(state=AutoscalerState.PAUSED_EXPLICITLY)
    return _by_count(seen, scale.spec_replicas, activation, settings)


def _by_count(seen: Observation, current: int, activation: Activation, settings: AlgorithmSettings) -> Verdict:
    if current == 0:
        may_wake = has_demand(seen.spec) or seen.spec.min_replicas != 0
        if may_wake and settings.scale_to_zero and activation.scaled_to_zero:
            return Compute(asleep=True)
        return Disabled(state=AutoscalerState.PAUSED)
    if current > seen.spec.max_replicas:
        return MoveIntoBounds(desired=seen.spec.max_replicas, reason=ABOVE_MAX)
    if current < seen.spec.min_replicas:
        return MoveIntoBounds(desired=seen.spec.min_replicas, reason=BELOW_MIN)
    return Compute(asleep=False)


def has_demand(spec: AutoscalerSpec) -> bool:
    """Can demand be seen without a pod? Only Object and External metrics show it."""
    return any(isinstance(metric, ExternalMetricSource | ObjectMetricSource) for metric in spec.metrics)
