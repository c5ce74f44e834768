"""Between min and max? The tighter of policy and bound wins and gives the reason; on a tie the spec's bound does.

Source: horizontal.go convertDesiredReplicasWithRules, convertDesiredReplicasWithBehaviorRate (v1.37).
"""

from scaler.algorithm.stages import Bounded, Form, Hold, RateLimit
from scaler.api.types import AutoscalerSpec

WITHIN = ("DesiredWithinRange", "the desired count is within the acceptable range")
TOO_FEW = ("TooFewReplicas", "the desired replica count is less than the minimum replica count")
TOO_MANY = ("TooManyReplicas", "the desired replica count is more than the maximum replica count")
UP_LIMIT = ("ScaleUpLimit", "the desired replica count is increasing faster than the maximum scale rate")
DOWN_LIMIT = ("ScaleDownLimit", "the desired replica count is decreasing faster than the maximum scale rate")


def bound(
    stabilized: int, current: int, limit: RateLimit, hold: Hold | None, spec: AutoscalerSpec, form: Form
) -> Bounded:
    """The count after limits and bounds. With `behavior` only the side that the count moves to is looked at."""
    floor, floor_reason = _floor(limit, hold, spec)
    ceiling, ceiling_reason = _ceiling(limit, spec)
    both = form is Form.OLDER
    if stabilized < floor and (both or stabilized < current):
        return _limited(floor, stabilized, floor_reason)
    if stabilized > ceiling and (both or stabilized > current):
        return _limited(ceiling, stabilized, ceiling_reason)
    return _limited(stabilized, stabilized, WITHIN)


def _floor(limit: RateLimit, hold: Hold | None, spec: AutoscalerSpec) -> tuple[int, tuple[str, str]]:
    if hold is not None and hold.replicas > max(spec.min_replicas, limit.floor or 0):
        return hold.replicas, (hold.reason, hold.message)
    if limit.floor is not None and limit.floor > spec.min_replicas:
        return limit.floor, DOWN_LIMIT
    return spec.min_replicas, TOO_FEW


def _ceiling(limit: RateLimit, spec: AutoscalerSpec) -> tuple[int, tuple[str, str]]:
    if limit.ceiling is not None and limit.ceiling < spec.max_replicas:
        return limit.ceiling, UP_LIMIT
    return spec.max_replicas, TOO_MANY


def _limited(replicas: int, stabilized: int, reason: tuple[str, str]) -> Bounded:
    return Bounded(replicas=replicas, limited=replicas != stabilized, reason=reason[0], message=reason[1])
