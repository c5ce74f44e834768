"""What can be told from an autoscaler's status alone? Its counts, conditions and memory; not the arithmetic."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from adapter.kube.meta import format_time
from scaler.algorithm.memory import Recommendation, ScaleEvent
from scaler.algorithm.model import AlgorithmSettings
from scaler.api.autoscaler import Autoscaler
from scaler.api.conditions import Condition
from scaler.api.targets import targets_text
from scaler.narration.account import Explanation, NextChange, Step
from scaler.narration.figures import counted, length, metric_name
from scaler.narration.outlook import outlook
from scaler.narration.standing import Standing, standing_of
from scaler.narration.status_why import why_by_status

_UNKNOWN: Final = (
    "what each metric proposed, and how far each policy reaches: `lagzero explain NAME` computes it now,",
    "and `lagzero explain NAME --log FILE` tells the last decision, where the scaler keeps a --decision-log",
)


def explanation_of_status(autoscaler: Autoscaler, now: datetime, settings: AlgorithmSettings) -> Explanation:
    """Without `metrics`, and with a next change only where status says when. `settings` are the scaler's flags."""
    status, standing = autoscaler.status, standing_of(autoscaler, now, settings)
    reasons, ahead = why_by_status(standing), outlook(standing)
    return Explanation(
        autoscaler=str(autoscaler.key),
        at=now,
        headline=f"has {counted(status.current_replicas, 'replica')}, by its status",
        state=status.state,
        current=status.current_replicas,
        desired=status.desired_replicas,
        metrics=(),
        steps=_steps(standing),
        why_not_fewer=reasons.not_fewer,
        why_not_more=reasons.not_more,
        next_change=NextChange(text=ahead.text, at=ahead.at),
    )


def _steps(standing: Standing) -> tuple[Step, ...]:
    spec, status, now = standing.autoscaler.spec, standing.autoscaler.status, standing.now
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
        Step(title="memory", lines=tuple(_memory(standing))),
        Step(title="not known", lines=_UNKNOWN),
    ]
    return tuple(step for step in known if step.lines)


def _condition(condition: Condition, now: datetime) -> str:
    since = length(now - condition.last_transition)
    return f"{condition.type}={condition.status} for {since}, {condition.reason}: {condition.message}"


def _memory(standing: Standing) -> Iterator[str]:
    """What is remembered of earlier looks: it decides what the windows and policies let pass."""
    memory = standing.memory
    if memory.recommendations:
        yield f"recommended {', '.join(_recommended(entry, standing) for entry in memory.recommendations)}"
    yield from (f"added {_event(event)}" for event in memory.scale_ups)
    yield from (f"removed {_event(event)}" for event in memory.scale_downs)
    if memory.activation.idle_since is not None:
        yield f"no demand since {format_time(memory.activation.idle_since)}"


def _recommended(entry: Recommendation, standing: Standing) -> str:
    return f"{entry.replicas} now" if standing.goes_on(entry) else f"{entry.replicas} until {format_time(entry.at)}"


def _event(event: ScaleEvent) -> str:
    outdated = ", which no longer counts" if event.outdated else ""
    return f"{counted(event.change, 'replica')} at {format_time(event.at)}{outdated}"
