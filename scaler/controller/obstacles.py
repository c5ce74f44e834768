"""What about an autoscaler forbids every write? Another one with the same target, or an annotation that cannot hold."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scaler.algorithm.decision import Event, EventType
from scaler.algorithm.gate import has_demand
from scaler.algorithm.model import Obstacle
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.companion import MIN_REPLICAS_ANNOTATION
from scaler.api.types import Mode

_ZERO: Final = "0"
_AMBIGUOUS_TARGET: Final = "AmbiguousTarget"


def obstacle_of(autoscaler: Autoscaler, rivals: Sequence[AutoscalerId]) -> Obstacle | None:
    """What has to be put right first; None in the ordinary case. `rivals` are the others with the same target.

    Whoever only watches (Shadow) is nobody's rival.
    """
    return _of_fault(autoscaler) or _of_companion(autoscaler) or _of_rivals(autoscaler, rivals)


def left_asleep(obstacle: Obstacle, autoscaler: Autoscaler) -> Obstacle:
    """The same where a companion's workload sleeps by us: as long as the obstacle stands nobody wakes it."""
    if autoscaler.companion is None or autoscaler.companion.asked is None:
        return obstacle
    kind, name = autoscaler.spec.scale_target_ref.kind, autoscaler.spec.scale_target_ref.name
    remedy = f"kubectl scale -n {autoscaler.key.namespace} --replicas=1 {kind.lower()}/{name}"
    return replace(obstacle, message=f"{obstacle.message}. {kind}/{name} was left at zero; to wake it: {remedy}")


def _of_fault(autoscaler: Autoscaler) -> Obstacle | None:
    if not autoscaler.fault:
        return None
    return Obstacle(reason="InvalidSpec", message=f"the autoscaler can't be read: {autoscaler.fault}")


def rival_event(autoscaler: Autoscaler) -> Event:
    """What a rival that we don't look after is told of this one."""
    reference = autoscaler.spec.scale_target_ref
    text = (
        f"{reference.kind}/{reference.name} is also the target of {autoscaler.id.qualified}, which writes no count "
        "while that is so: delete one of them"
    )
    return Event(type=EventType.WARNING, reason=_AMBIGUOUS_TARGET, message=text)


def _of_rivals(autoscaler: Autoscaler, rivals: Sequence[AutoscalerId]) -> Obstacle | None:
    if not rivals or autoscaler.spec.zero.mode is Mode.SHADOW:
        return None
    reference = autoscaler.spec.scale_target_ref
    others = " and ".join(rival.qualified for rival in rivals)
    remedy = "delete one of them" if len(rivals) == 1 else "delete all but one of them"
    return Obstacle(
        reason=_AMBIGUOUS_TARGET,
        message=f"{reference.kind}/{reference.name} is also the target of {others}: {remedy}",
    )


def _of_companion(autoscaler: Autoscaler) -> Obstacle | None:
    companion = autoscaler.companion
    if companion is None:
        return None
    if companion.asked is None:
        return Obstacle(
            reason="HandedBack",
            message=f"the annotation {MIN_REPLICAS_ANNOTATION} is gone, so the stock controller has the workload to "
            "itself again; at zero it stays there until somebody scales it up",
        )
    if companion.asked != _ZERO:
        return Obstacle(
            reason="InvalidAnnotation",
            message=f'the annotation {MIN_REPLICAS_ANNOTATION} is "{companion.asked}": write "{_ZERO}", or remove it',
        )
    if companion.min_replicas == 0:
        return Obstacle(
            reason="StandingAside",
            message="spec.minReplicas is 0, so the stock controller goes to zero and back by itself: "
            f"remove the annotation {MIN_REPLICAS_ANNOTATION}, or raise spec.minReplicas to 1",
        )
    if not has_demand(autoscaler.spec):
        return Obstacle(
            reason="NoDemandMetric",
            message=f'{MIN_REPLICAS_ANNOTATION}: "{_ZERO}" needs at least one Object or External metric: '
            "no other shows demand while there are no Pods",
        )
    return None
