"""What does status say after a decision? The previous status with the decision's counts, metrics and conditions.

Pure. Source: horizontal.go setStatus, setCondition, setCurrentReplicasAndMetricsInStatus (v1.37).
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from scaler.algorithm.decision import Accepted, ConditionRemoval, ConditionUpdate, Decision, Outcome
from scaler.algorithm.explain import scaled_to_zero
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition, ConditionStatus, ConditionType

ScaleChange = ConditionUpdate | ConditionRemoval


def next_status(
    status: AutoscalerStatus, decision: Decision, outcome: Outcome, *, now: datetime, generation: int
) -> AutoscalerStatus:
    """The status to write if it differs; without a scale only the conditions move."""
    conditions = updated_conditions(status.conditions, decision.conditions, now)
    if decision.current is None:
        return replace(status, conditions=conditions)
    return replace(
        status,
        observed_generation=generation,
        current_replicas=decision.current,
        desired_replicas=status.desired_replicas if decision.desired is None else decision.desired,
        last_scale_time=whole_seconds(now) if isinstance(outcome, Accepted) else status.last_scale_time,
        current_metrics=status.current_metrics if decision.current_metrics is None else decision.current_metrics,
        conditions=conditions,
        state=status.state if decision.state is None else decision.state.value,
    )


def updated_conditions(
    conditions: tuple[Condition, ...], updates: Iterable[ScaleChange], now: datetime
) -> tuple[Condition, ...]:
    """Apply updates in order; a condition keeps its place, and its transition time while its status stays."""
    by_type = {condition.type: condition for condition in conditions}
    for update in updates:
        if isinstance(update, ConditionRemoval):
            by_type.pop(update.type, None)
            continue
        previous = by_type.get(update.type)
        unchanged = previous is not None and previous.status == update.status
        by_type[update.type] = Condition(
            type=update.type,
            status=update.status,
            reason=update.reason,
            message=update.message,
            last_transition=previous.last_transition if previous and unchanged else whole_seconds(now),
        )
    return tuple(by_type.values())


def with_claim(conditions: tuple[Condition, ...], claim: bool | None, now: datetime) -> tuple[Condition, ...]:
    """With whose zero it is, if they say something else: a decision says it once, and that may have been refused."""
    said = {each.type: each.status == ConditionStatus.TRUE for each in conditions}.get(ConditionType.SCALED_TO_ZERO)
    return (
        conditions if claim is None or said is claim else updated_conditions(conditions, (scaled_to_zero(claim),), now)
    )


def whole_seconds(at: datetime) -> datetime:
    """Times in status have whole seconds, as metav1.Time on the wire."""
    return at.replace(microsecond=0)
