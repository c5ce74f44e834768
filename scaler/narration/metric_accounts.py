"""How did each metric come to its proposal? Observed, target, ratio and count, with the arithmetic in between."""

from typing import assert_never

from scaler.algorithm.arithmetic import ratio_of
from scaler.algorithm.measure import measure
from scaler.algorithm.model import ExternalValues, MetricReading, Scale, SelectorFault
from scaler.algorithm.pods import group_pods, roster_of
from scaler.algorithm.rules import effective_rules
from scaler.algorithm.stages import (
    AverageMeasurement,
    EffectiveRules,
    Measurement,
    MetricFailure,
    PodsMeasurement,
    Proposal,
    ValueMeasurement,
)
from scaler.api.encode_metrics import amount
from scaler.api.metric_status import ExternalMetricStatus, ObjectMetricStatus
from scaler.api.types import ExternalMetricSource, MetricSpec, Milli, ObjectMetricSource
from scaler.decisionlog.record import Record
from scaler.narration.account import MetricAccount
from scaler.narration.figures import counted, metric_name, number, tolerance
from scaler.narration.pod_accounts import pods_account
from scaler.narration.ratios import Ratio, proposal_by_ratio


def metric_accounts(record: Record, scale: Scale) -> tuple[MetricAccount, ...]:
    """One per metric of the spec, in its order; none where no metric was looked at."""
    recommended = record.decision.workings.recommended
    if recommended is None:
        return ()
    seen = record.observation
    rules = effective_rules(seen.spec, record.settings)
    roster = roster_of(() if isinstance(seen.pods, SelectorFault) else seen.pods)
    accounts = []
    for metric, reading, proposed in zip(seen.spec.metrics, seen.readings, recommended.proposals, strict=True):
        groups = group_pods(roster, metric, reading, seen.now, record.settings)
        measured = measure(metric, reading, scale, groups, record.settings)
        if isinstance(measured, PodsMeasurement):
            accounts.append(pods_account(metric, measured, groups, proposed, _ratio(measured, scale, rules)))
        else:
            accounts.append(_account(metric, reading, measured, proposed, _ratio(measured, scale, rules)))
    return tuple(accounts)


def _ratio(measured: Measurement | MetricFailure, scale: Scale, rules: EffectiveRules) -> Ratio:
    value = float("nan") if isinstance(measured, MetricFailure) else measured.ratio
    return Ratio(value=value, present=scale.spec_replicas, rules=rules)


def _account(
    metric: MetricSpec,
    reading: MetricReading,
    measured: AverageMeasurement | ValueMeasurement | MetricFailure,
    proposed: Proposal | MetricFailure,
    ratio: Ratio,
) -> MetricAccount:
    match measured:
        case MetricFailure():
            return MetricAccount(name=metric_name(metric), arithmetic=(f"proposes nothing: {measured.message}",))
        case AverageMeasurement():
            return _average(metric, reading, measured, proposed, ratio)
        case ValueMeasurement():
            return _value(metric, reading, measured, proposed, ratio)
        case _ as unreachable:
            assert_never(unreachable)


def _average(
    metric: MetricSpec,
    reading: MetricReading,
    measured: AverageMeasurement,
    proposed: Proposal | MetricFailure,
    ratio: Ratio,
) -> MetricAccount:
    usage, target = amount(measured.usage), amount(measured.target)
    base = counted(measured.base_replicas, "replica")
    return MetricAccount(
        name=metric_name(metric),
        observed=usage,
        target=f"{target} each",
        ratio=measured.ratio,
        tolerance=tolerance(ratio.rules),
        proposed=_replicas(proposed),
        arithmetic=(
            f"observed {usage} in all{_series(reading)}, target {target} for each replica",
            f"ratio {usage} / ({target} x {base}) = {ratio.judged}",
            proposal_by_ratio(proposed, ratio, f"{usage} / {target}", ratio_of(measured.usage, measured.target)),
        ),
    )


def _value(
    metric: MetricSpec,
    reading: MetricReading,
    measured: ValueMeasurement,
    proposed: Proposal | MetricFailure,
    ratio: Ratio,
) -> MetricAccount:
    usage, target = _total(measured), _target(metric)
    if ratio.present == 0:
        count = f" = {proposed.replicas}" if isinstance(proposed, Proposal) else ""
        proposal = f"proposes ceil({number(measured.ratio)}){count}: at zero the ratio itself is the count"
    else:
        ready = measured.pods.roster.ready
        formula = f"{number(measured.ratio)} x {counted(ready, 'ready pod')}"
        proposal = proposal_by_ratio(proposed, ratio, formula, measured.ratio * ready)
    return MetricAccount(
        name=metric_name(metric),
        observed=usage,
        target=target,
        ratio=measured.ratio,
        tolerance=tolerance(ratio.rules),
        proposed=_replicas(proposed),
        arithmetic=(
            f"observed {usage} in all{_series(reading)}, target {target} for all replicas together",
            f"ratio {usage} / {target} = {ratio.judged}",
            proposal,
        ),
    )


def _total(measured: ValueMeasurement) -> str:
    status = measured.status
    assert isinstance(status, ExternalMetricStatus | ObjectMetricStatus)
    return amount(status.value or Milli(0))


def _target(metric: MetricSpec) -> str:
    assert isinstance(metric, ExternalMetricSource | ObjectMetricSource)
    return amount(metric.target.value or Milli(0))


def _series(reading: MetricReading) -> str:
    """The terms of the sum, where there are several and they can be taken in."""
    if not isinstance(reading, ExternalValues) or len(reading.values) == 1:
        return ""
    if len(reading.values) > _MOST_TERMS:
        return f" ({len(reading.values)} series)"
    return f" ({' + '.join(amount(value) for value in reading.values)})"


_MOST_TERMS = 6


def _replicas(proposed: Proposal | MetricFailure) -> int | None:
    return proposed.replicas if isinstance(proposed, Proposal) else None
