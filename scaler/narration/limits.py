"""What held the count on its way from the metrics? The windows, the policies and the bounds, a step each."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from scaler.algorithm.arithmetic import percent_down, percent_up
from scaler.algorithm.memory import Memory, Recommendation
from scaler.algorithm.rules import effective_rules
from scaler.algorithm.stages import Bounded, EffectiveRules, Form, Proposal, RateLimit, Stabilized
from scaler.api.types import PolicyType, ScalingPolicy, ScalingRules, SelectPolicy, Wake
from scaler.decisionlog.record import Record
from scaler.narration.account import Step
from scaler.narration.figures import counted, length


def limit_steps(record: Record, current: int, winner: Proposal) -> tuple[Step, ...]:
    """Of a decision that was computed to its end."""
    workings = record.decision.workings
    assert workings.stabilized is not None
    assert workings.limit is not None
    assert workings.bounded is not None
    rules = effective_rules(record.observation.spec, record.settings)
    return (
        Step(title="windows", lines=_windows(record, current, winner, workings.stabilized, rules)),
        Step(title="policies", lines=_policies(record, current, workings.limit, rules)),
        Step(title="bounds", lines=_bounds(record, winner, workings.bounded)),
    )


def _windows(
    record: Record, current: int, winner: Proposal, stabilized: Stabilized, rules: EffectiveRules
) -> tuple[str, ...]:
    now = record.observation.now
    recent = record.memory.with_first_sight(now, current).recommendations or ()
    lines = [f"scale-down {_recalled(recent, rules.down_window, now, older=rules.form is Form.OLDER)}"]
    if rules.form is Form.BEHAVIOR:
        lines.append(f"scale-up {_recalled(recent, rules.up_window, now, older=False)}")
    if stabilized.replicas == winner.replicas:
        return (*lines, f"{winner.replicas} passes")
    if stabilized.replicas == current:
        return (*lines, f"{winner.replicas} is held at the present {current}")
    return (*lines, f"{winner.replicas} is held at {stabilized.replicas}")


def _recalled(recent: tuple[Recommendation, ...], window: timedelta, now: datetime, *, older: bool) -> str:
    """The recommendations that count, as runs of equal ones; the older form counts one as old as the window too."""
    cutoff = now - window
    counting = sorted(
        (entry for entry in recent if entry.at > cutoff or (older and entry.at == cutoff)), key=lambda entry: entry.at
    )
    if not window:
        return "0s: no earlier recommendation counts"
    if not counting:
        return f"{length(window)}: no earlier recommendation is that young"
    return f"{length(window)}: {', '.join(_runs(counting, now))}"


def _runs(entries: list[Recommendation], now: datetime) -> Iterator[str]:
    start = 0
    for index, entry in enumerate(entries):
        if index + 1 == len(entries) or entries[index + 1].replicas != entry.replicas:
            first, last = length(now - entries[start].at), length(now - entry.at)
            yield f"{entry.replicas} ({first} ago)" if first == last else f"{entry.replicas} ({first} to {last} ago)"
            start = index + 1


def _policies(record: Record, current: int, limit: RateLimit, rules: EffectiveRules) -> tuple[str, ...]:
    if current == 0 and record.observation.spec.zero.wake is Wake.IMMEDIATE:
        return ("spec.zero.wake is Immediate: nothing limits the step out of zero",)
    if rules.form is Form.OLDER:
        return (f"no spec.behavior: at most twice the count, or 4: up to {limit.ceiling}, down to anything",)
    memory, now = record.memory, record.observation.now
    ups = [f"up: {line}" for line in _direction(rules.up, current, memory, now, upwards=True)]
    downs = [f"down: {line}" for line in _direction(rules.down, current, memory, now, upwards=False)]
    return (*ups, *downs, f"from {current} up to {limit.ceiling}, down to {limit.floor}")


def _direction(rules: ScalingRules, current: int, memory: Memory, now: datetime, *, upwards: bool) -> list[str]:
    if rules.select_policy is SelectPolicy.DISABLED:
        return ["disabled by selectPolicy"]
    lines = [_policy(policy, current, memory, now, upwards=upwards) for policy in rules.policies]
    if len(lines) > 1:
        widest = "widest" if rules.select_policy is SelectPolicy.MAX else "narrowest"
        lines.append(f"the {widest} of these counts (selectPolicy {rules.select_policy})")
    return lines


def _policy(policy: ScalingPolicy, current: int, memory: Memory, now: datetime, *, upwards: bool) -> str:
    """The policy's own limit: from the count when its period began."""
    period = timedelta(seconds=policy.period_seconds)
    added = sum(event.change for event in memory.scale_ups if event.at > now - period)
    removed = sum(event.change for event in memory.scale_downs if event.at > now - period)
    start = current - added + removed
    parts = [f" - {added} added" if added else "", f" + {removed} removed" if removed else ""]
    before = f"{current}{''.join(parts)} = {start}, " if added or removed else ""
    sign = "+" if upwards else "-"
    if policy.type is PolicyType.PODS:
        to = start + policy.value if upwards else start - policy.value
        return f"{counted(policy.value, 'pod')} in {length(period)}: {before}{start} {sign} {policy.value} = {to}"
    to = percent_up(start, policy.value) if upwards else percent_down(start, policy.value)
    return f"{policy.value}% in {length(period)}: {before}{start} {sign} {policy.value}% = {to}"


def _bounds(record: Record, winner: Proposal, bounded: Bounded) -> tuple[str, ...]:
    spec = record.observation.spec
    lines = [f"minReplicas {spec.min_replicas}, maxReplicas {spec.max_replicas}"]
    if spec.zero.cooldown_seconds and winner.replicas == 0:
        idle = record.memory.activation.idle_since or record.observation.now
        cooldown = length(timedelta(seconds=spec.zero.cooldown_seconds))
        lines.append(f"cooldown {cooldown}: no demand for {length(record.observation.now - idle)}")
    if bounded.limited:
        return (*lines, f"limited to {bounded.replicas} ({bounded.reason}): {bounded.message}")
    desired = record.decision.desired
    if desired is not None and desired > bounded.replicas:
        return (*lines, f"{bounded.replicas} is raised to minReplicas {desired}")
    return (*lines, f"{bounded.replicas} passes")
