"""How far do the scaling policies let us go this time? And which memory does a write that went through leave?

Source: horizontal.go calculateScaleUpLimitWithScalingRules, calculateScaleDownLimitWithBehaviors,
calculateScaleUpLimit, storeScaleEvent (v1.37).
"""

from dataclasses import replace
from datetime import datetime, timedelta

from scaler.algorithm.arithmetic import percent_down, percent_up
from scaler.algorithm.decision import Rescale
from scaler.algorithm.memory import Memory, ScaleEvent
from scaler.algorithm.model import AlgorithmSettings, Deviation
from scaler.algorithm.stages import EffectiveRules, Form, RateLimit
from scaler.api.types import Behavior, PolicyType, ScalingPolicy, ScalingRules, SelectPolicy, Wake

_OLDER_FACTOR = 2
_OLDER_MINIMUM = 4


def rate_limit(
    current: int, memory: Memory, rules: EffectiveRules, now: datetime, settings: AlgorithmSettings, wake: Wake
) -> RateLimit:
    """The counts that this sync may not pass; a limit on the wrong side of the current count is the current count."""
    if current == 0 and wake is Wake.IMMEDIATE:
        return RateLimit(floor=None, ceiling=None)
    if rules.form is Form.OLDER:
        return RateLimit(floor=None, ceiling=max(_OLDER_FACTOR * current, _OLDER_MINIMUM))
    ceiling = max(_limit_up(current, memory, rules.up, now), current)
    floor = min(_limit_down(current, memory, rules.down, now), current)
    if current == 0 and settings.has(Deviation.WAKE_FLOOR) and rules.up.select_policy is not SelectPolicy.DISABLED:
        ceiling = max(ceiling, 1)
    return RateLimit(floor=floor, ceiling=ceiling)


def remember_scale_event(memory: Memory, rescale: Rescale, behavior: Behavior | None, now: datetime) -> Memory:
    """Enter an accepted write; without `behavior` nothing asks for it, so nothing is entered."""
    if behavior is None:
        return memory
    change = rescale.desired - rescale.current
    if change > 0:
        return replace(memory, scale_ups=_store(memory.scale_ups, change, behavior.scale_up, now))
    return replace(memory, scale_downs=_store(memory.scale_downs, -change, behavior.scale_down, now))


def _limit_up(current: int, memory: Memory, rules: ScalingRules, now: datetime) -> int:
    if rules.select_policy is SelectPolicy.DISABLED:
        return current
    limits = [_policy_up(policy, current, memory, now) for policy in rules.policies]
    select = min if rules.select_policy is SelectPolicy.MIN else max
    return select(limits, default=current)


def _limit_down(current: int, memory: Memory, rules: ScalingRules, now: datetime) -> int:
    if rules.select_policy is SelectPolicy.DISABLED:
        return current
    limits = [_policy_down(policy, current, memory, now) for policy in rules.policies]
    select = max if rules.select_policy is SelectPolicy.MIN else min
    return select(limits, default=current)


def _policy_up(policy: ScalingPolicy, current: int, memory: Memory, now: datetime) -> int:
    start = _count_at_period_start(policy, current, memory, now)
    return start + policy.value if policy.type is PolicyType.PODS else percent_up(start, policy.value)


def _policy_down(policy: ScalingPolicy, current: int, memory: Memory, now: datetime) -> int:
    start = _count_at_period_start(policy, current, memory, now)
    return start - policy.value if policy.type is PolicyType.PODS else percent_down(start, policy.value)


def _count_at_period_start(policy: ScalingPolicy, current: int, memory: Memory, now: datetime) -> int:
    """The count when the policy's period began, had only we written; an event exactly as old as the period is out."""
    cutoff = now - timedelta(seconds=policy.period_seconds)
    added = sum(event.change for event in memory.scale_ups if event.at > cutoff)
    removed = sum(event.change for event in memory.scale_downs if event.at > cutoff)
    return current - added + removed


def _store(events: tuple[ScaleEvent, ...], change: int, rules: ScalingRules, now: datetime) -> tuple[ScaleEvent, ...]:
    """Mark what the longest policy period has left behind, and overwrite the last marked slot, else append."""
    longest = max((policy.period_seconds for policy in rules.policies), default=0)
    cutoff = now - timedelta(seconds=longest)
    marked = [replace(event, outdated=True) if event.at < cutoff else event for event in events]
    entry = ScaleEvent(at=now, change=change)
    for index in range(len(marked) - 1, -1, -1):
        if marked[index].outdated:
            marked[index] = entry
            return tuple(marked)
    return (*marked, entry)
