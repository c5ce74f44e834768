"""Why is the count what it is? One record told from its outcome back to its causes, as values."""

from datetime import timedelta
from typing import assert_never

from adapter.kube.meta import format_time
from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected, Withheld
from scaler.algorithm.model import Observation, ReplicasWriter, Scale, ScaleUnavailable, WriterKind
from scaler.algorithm.stages import Refusal
from scaler.api.types import Mode
from scaler.decisionlog.record import Record
from scaler.narration.account import Explanation, MetricAccount, Step
from scaler.narration.figures import counted
from scaler.narration.forecast import next_change
from scaler.narration.limits import limit_steps
from scaler.narration.metric_accounts import metric_accounts
from scaler.narration.why import why
from scaler.narration.winner import winner_lines


def explanation_of(record: Record, sync_period: timedelta) -> Explanation:
    """`sync_period` is the time between two looks, which the record doesn't hold."""
    scale, decision = record.observation.scale, record.decision
    metrics = () if isinstance(scale, ScaleUnavailable) else metric_accounts(record, scale)
    reasons = why(record, metrics)
    return Explanation(
        autoscaler=record.autoscaler,
        at=record.observation.now,
        headline=_headline(record),
        state="" if decision.state is None else decision.state.value,
        current=decision.current,
        desired=decision.desired,
        metrics=metrics,
        steps=_steps(record, metrics),
        why_not_fewer=reasons.not_fewer,
        why_not_more=reasons.not_more,
        next_change=next_change(record, sync_period),
    )


def _headline(record: Record) -> str:
    scale = record.observation.scale
    if isinstance(scale, ScaleUnavailable):
        return f"nothing was done: {scale.message}"
    return _outcome(record.outcome, record, scale)


def _outcome(outcome: Outcome, record: Record, scale: Scale) -> str:
    present = counted(scale.spec_replicas, "replica")
    match outcome:
        case NotNeeded():
            return f"stays at {present}"
        case Withheld():
            wanted = record.decision.rescale
            to = present if wanted is None else counted(wanted.desired, "replica")
            whose = outcome.because or _whose(record.observation)
            return f"would go from {scale.spec_replicas} to {to}, but writes nothing: {whose}"
        case Accepted(rescale=rescale):
            cause = f": {rescale.reason}" if rescale.reason else ""
            return f"went from {rescale.current} to {counted(rescale.desired, 'replica')}{cause}"
        case Rejected(rescale=rescale, message=message):
            to = counted(rescale.desired, "replica")
            return f"could not go from {rescale.current} to {to}: {message}"
        case _ as unreachable:
            assert_never(unreachable)


def _whose(seen: Observation) -> str:
    shadow = seen.spec.zero.mode is Mode.SHADOW
    return "spec.zero.mode is Shadow" if shadow else "that is the stock controller's to write"


def _steps(record: Record, metrics: tuple[MetricAccount, ...]) -> tuple[Step, ...]:
    scale, recommended = record.observation.scale, record.decision.workings.recommended
    if isinstance(scale, ScaleUnavailable):
        return ()
    target = Step(title="target", lines=_target(record.observation, scale))
    if recommended is None:
        return (target,)
    told = tuple(
        Step(title=f"metric {number}", lines=(account.name, *account.arithmetic))
        for number, account in enumerate(metrics, start=1)
    )
    chosen = Step(title="winner", lines=winner_lines(record.observation.spec, recommended))
    winner = recommended.winner
    if isinstance(winner, Refusal):
        return (target, *told, chosen)
    return (target, *told, chosen, *limit_steps(record, scale.spec_replicas, winner))


def _target(seen: Observation, scale: Scale) -> tuple[str, ...]:
    reference = seen.spec.scale_target_ref
    counts = f"spec.replicas {scale.spec_replicas}, status.replicas {scale.status_replicas}"
    lines = [f"{reference.kind}/{reference.name}: {counts}", *_writer(seen.replicas_writer)]
    if seen.pause is not None:
        until = f" until {format_time(seen.pause.until)}" if seen.pause.until else ""
        lines.append(f"paused{until}: {seen.pause.reason or 'no reason given'}")
    return tuple(lines)


def _writer(writer: ReplicasWriter) -> tuple[str, ...]:
    if writer.kind is WriterKind.UNKNOWN:
        return ()
    at = f" at {format_time(writer.at)}" if writer.at else ""
    ours = " (this scaler)" if writer.kind is WriterKind.OURS else ""
    return (f"spec.replicas was last written by {writer.manager or writer.kind.value}{ours}{at}",)
