"""Why not fewer, why not more, by status alone? What held the count at the last look; status has no metric's count."""

from typing import Final

from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.narration.standing import Standing
from scaler.narration.status_holds import Side, hold_of
from scaler.narration.why import Why

_FOUND: Final = "successfully calculate a replica count from "
_METRICS_FAILED: Final = ("FailedGet", "FailedCompute", "InvalidMetricSourceType")


def why_by_status(standing: Standing) -> Why:
    """Two sentences about the last look."""
    active = standing.conditions.get(ConditionType.SCALING_ACTIVE)
    if standing.says(ConditionType.ABLE_TO_SCALE, ConditionStatus.FALSE):
        return _both(f"nothing moves while this is so: {standing.message(ConditionType.ABLE_TO_SCALE)}")
    if active is None:
        return _both("unknown: the autoscaler was not looked at yet")
    if active.status == ConditionStatus.TRUE:
        return _computed(standing, _asker(active.message))
    if metrics_failed(standing):
        return Why(
            not_fewer=f"nothing shrinks while a metric can't be used: {active.message}",
            not_more="no metric that can be used asked for more",
        )
    return _both(active.message)


def metrics_failed(standing: Standing) -> bool:
    """Is no count computed because a metric can't be read, and for no other reason?"""
    failed = standing.says(ConditionType.SCALING_ACTIVE, ConditionStatus.FALSE)
    return failed and standing.reason(ConditionType.SCALING_ACTIVE).startswith(_METRICS_FAILED)


def _both(text: str) -> Why:
    return Why(not_fewer=text, not_more=text)


def _computed(standing: Standing, asker: str) -> Why:
    desired, hold = standing.autoscaler.status.desired_replicas, hold_of(standing)
    if hold is None:
        return Why(not_fewer=f"{asker} asked for {desired}", not_more=f"no metric asked for more than {desired}")
    if hold.side is Side.FEWER:
        return Why(
            not_fewer=f"{asker} asked for fewer, but {hold.text}", not_more=f"no metric asked for more than {desired}"
        )
    return Why(not_fewer=f"{asker} asked for more than {desired}", not_more=f"{asker} asked for more, but {hold.text}")


def _asker(message: str) -> str:
    """The metric whose count it was, as the condition ScalingActive names it."""
    _, found, name = message.partition(_FOUND)
    return name if found else "a metric"
