"""May the target leave zero, or go to zero now? The state machine of zero: upstream's condition, and our owner of zero.

Source: KEP HPAScaleToZero, horizontal.go setScaledToZeroCondition (v1.37); cooldown, adoption and ownership are ours.
"""

from dataclasses import replace
from datetime import timedelta

from scaler.algorithm.decision import Rescale
from scaler.algorithm.memory import Activation
from scaler.algorithm.model import AlgorithmSettings, Deviation, Observation, Scale, WriterKind
from scaler.algorithm.stages import Activated, Hold
from scaler.api.types import AutoscalerSpec, InitialState

COOLING_DOWN = "CoolingDown"
_COOLING_DOWN = Hold(
    replicas=1,
    reason=COOLING_DOWN,
    message="the workload has been without demand for less than spec.zero.cooldownSeconds",
)


def sight(
    seen: Observation, scale: Scale, activation: Activation, settings: AlgorithmSettings, *, first: bool
) -> Activation:
    """Whose zero is it, now that the scale was seen?

    The stock controller believes its condition until its own next rescale. With `owner-of-zero` a foreign scale-up ends
    our sleep at once, and a zero is ours only if we wrote it, or the stock controller did and the condition says so.
    """
    if not settings.scale_to_zero or not settings.has(Deviation.OWNER_OF_ZERO):
        return activation
    adopts = activation.scaled_to_zero is None and seen.spec.zero.initial is InitialState.SCALED_TO_ZERO
    if scale.spec_replicas > 0:
        # Where a first sight of zero is adopted, one of replicas is put on record: after a restart the next zero is
        # first seen too, and may be anybody's.
        disclaims = activation.scaled_to_zero or adopts
        return replace(activation, scaled_to_zero=False, adopted=None) if disclaims else activation
    writer = seen.replicas_writer
    if first and adopts:
        return replace(activation, scaled_to_zero=True, adopted=writer)
    claim = activation.scaled_to_zero
    if writer.kind is WriterKind.OURS:
        claim = True
    elif writer.kind is WriterKind.OTHER and writer != activation.adopted:
        claim = False if claim else claim
    return activation if claim is activation.scaled_to_zero else replace(activation, scaled_to_zero=claim)


def activate(proposal: int, current: int, activation: Activation, seen: Observation) -> Activated:
    """How low this sync may go: while the workload cools down, one replica stays.

    Idle time counts from the first of an unbroken run of proposals of zero, so demand in between starts it anew.
    """
    if proposal > 0 or current == 0:
        return Activated(hold=None, activation=interrupted(activation))
    idle = activation if activation.idle_since is not None else replace(activation, idle_since=seen.now)
    since = idle.idle_since or seen.now
    cooling = seen.now - since < timedelta(seconds=seen.spec.zero.cooldown_seconds)
    return Activated(hold=_COOLING_DOWN if cooling else None, activation=idle)


def interrupted(activation: Activation) -> Activation:
    """The run of proposals of zero ends: there was demand, or no metric was asked and nobody knows."""
    return activation if activation.idle_since is None else replace(activation, idle_since=None)


def after_rescale(
    activation: Activation,
    rescale: Rescale,
    spec: AutoscalerSpec,
    settings: AlgorithmSettings,
    *,
    demand_is_visible: bool,
) -> Activation:
    """An accepted write decides whose zero it is; with the gate off nothing is claimed.

    A step down on the way to zero leaves the cooldown running: it is demand that ends it.
    """
    if not settings.scale_to_zero:
        return replace(activation, scaled_to_zero=None)
    slept = rescale.current > 0 and rescale.desired == 0 and spec.min_replicas == 0 and demand_is_visible
    idle_since = None if rescale.desired == 0 else activation.idle_since
    return replace(activation, scaled_to_zero=slept, idle_since=idle_since, adopted=None)
