"""What can be told from an autoscaler's status alone? Its counts, conditions and memory; not the arithmetic."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from scaler.api.autoscaler import Autoscaler
from scaler.api.conditions import Condition, ConditionStatus, ConditionType
from scaler.api.targets import targets_text
from scaler.narration.account import Explanation, NextChange, Step
from scaler.narration.figures import counted, length, metric_name

_UNKNOWN: Final = (
    "what each metric proposed, which recommendations counted, how far the policies reached:",
    "let the scaler run with --decision-log FILE, and ask lagzero explain NAME --log FILE",
)


def explanation_of_status(autoscaler: Autoscaler, now: datetime) -> Explanation:
    """Without `metrics`, and with a next change only where the state alone says when."""
    status = autoscaler.status
    conditions = {condition.type: condition for condition in status.conditions}
    return Explanation(
        autoscaler=str(autoscaler.key),
        at=now,
        headline=f"has {counted(status.current_replicas, 'replica')}, by its status",
        state=status.state,
        current=status.current_replicas,
        desired=status.desired_replicas,
        metrics=(),
        steps=_steps(autoscaler, now),
        why_not_fewer=_said(conditions, "fewer"),
        why_not_more=_said(conditions, "more"),
        next_change=NextChange(text="unknown: status doesn't hold what was measured"),
    )


def _steps(autoscaler: Autoscaler, now: datetime) -> tuple[Step, ...]:
    spec, status = autoscaler.spec, autoscaler.status
    reference = spec.scale_target_ref
    scaled = "never" if status.last_scale_time is None else f"{length(now - status.last_scale_time)} ago"
    target = (
        f"{reference.kind}/{reference.name}: {status.current_replicas} by the last look, "
        f"{status.desired_replicas} desired, last scaled {scaled}"
    )
    known = [
        Step(title="target", lines=(target,)),
        Step(title="bounds", lines=(f"minReplicas {spec.min_replicas}, maxReplicas {spec.max_replicas}",)),
        Step(
            title="metrics",
            lines=(*map(metric_name, spec.metrics), f"as {targets_text(spec.metrics, status.current_metrics)}"),
        ),
        Step(title="conditions", lines=tuple(_condition(condition, now) for condition in status.conditions)),
        Step(title="memory", lines=_memory(status.memory)),
        Step(title="not known", lines=_UNKNOWN),
    ]
    return tuple(step for step in known if step.lines)


def _condition(condition: Condition, now: datetime) -> str:
    since = length(now - condition.last_transition)
    return f"{condition.type}={condition.status} for {since}, {condition.reason}: {condition.message}"


def _memory(memory: Mapping[str, object] | None) -> tuple[str, ...]:
    """How much is remembered; its form is the controller's affair."""
    if not memory:
        return ()
    return (", ".join(f"{name}: {_size(value)}" for name, value in memory.items()),)


def _size(value: object) -> str:
    return str(len(value)) if isinstance(value, list) else str(value)


_BELOW: Final = frozenset({"TooFewReplicas", "ScaleDownLimit", "CoolingDown", "WorkInFlight", "WorkInFlightUnknown"})
_ABOVE: Final = frozenset({"TooManyReplicas", "ScaleUpLimit"})


def _said(conditions: Mapping[str, Condition], direction: str) -> str:
    """The sentence of the condition that holds the count on this side, at the time of its last look."""
    active = conditions.get(ConditionType.SCALING_ACTIVE)
    limited = conditions.get(ConditionType.SCALING_LIMITED)
    able = conditions.get(ConditionType.ABLE_TO_SCALE)
    if active is None:
        return "unknown: the autoscaler was not looked at yet"
    if active.status != ConditionStatus.TRUE:
        return active.message
    reasons, window = (_BELOW, "ScaleDownStabilized") if direction == "fewer" else (_ABOVE, "ScaleUpStabilized")
    if limited is not None and limited.reason in reasons:
        return limited.message
    if able is not None and able.reason == window:
        return able.message
    return active.message
