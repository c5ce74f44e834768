"""How did a metric of pods come to its proposal? Its mean over the pods that counted, what was assumed of others."""

from scaler.algorithm.stages import MetricFailure, PodGroups, PodsMeasurement, Proposal, Rebalanced
from scaler.api.encode_metrics import amount, resource_amount
from scaler.api.metric_status import ContainerResourceMetricStatus, PodsMetricStatus, ResourceMetricStatus
from scaler.api.types import ContainerResourceMetricSource, MetricSpec, Milli, PodsMetricSource, ResourceMetricSource
from scaler.narration.account import MetricAccount
from scaler.narration.figures import counted, metric_name, number, tolerance
from scaler.narration.ratios import Ratio, proposal_by_ratio


def pods_account(
    metric: MetricSpec,
    measured: PodsMeasurement,
    groups: PodGroups,
    proposed: Proposal | MetricFailure,
    ratio: Ratio,
) -> MetricAccount:
    assert isinstance(metric, PodsMetricSource | ResourceMetricSource | ContainerResourceMetricSource)
    observed, target = _observed(measured), _target(metric)
    over = counted(measured.counted_pods, "pod")
    lines = [
        f"observed {observed} on average over {over}{_mean(measured)}, target {target} each",
        f"ratio {observed} / {target} = {ratio.judged}",
        *_left_out(groups),
    ]
    if measured.rebalanced is None:
        formula = f"{number(measured.ratio)} x {over}"
        lines.append(proposal_by_ratio(proposed, ratio, formula, measured.ratio * measured.counted_pods))
    else:
        lines += _rebalanced(measured.rebalanced, proposed, ratio)
    return MetricAccount(
        name=metric_name(metric),
        observed=observed,
        target=f"{target} each",
        ratio=measured.ratio,
        tolerance=tolerance(ratio.rules),
        proposed=proposed.replicas if isinstance(proposed, Proposal) else None,
        arithmetic=tuple(lines),
    )


def _observed(measured: PodsMeasurement) -> str:
    """In the unit of the target: percent of requests, or an amount."""
    status = measured.status
    if isinstance(status, PodsMetricStatus):
        return amount(status.average_value)
    assert isinstance(status, ResourceMetricStatus | ContainerResourceMetricStatus)
    if status.average_utilization is not None:
        return f"{status.average_utilization}%"
    return resource_amount(status.name, status.average_value)


def _mean(measured: PodsMeasurement) -> str:
    """What the percent amount to."""
    status = measured.status
    if isinstance(status, PodsMetricStatus) or not isinstance(
        status, ResourceMetricStatus | ContainerResourceMetricStatus
    ):
        return ""
    if status.average_utilization is None:
        return ""
    return f" ({resource_amount(status.name, status.average_value)} of {status.name})"


def _target(metric: PodsMetricSource | ResourceMetricSource | ContainerResourceMetricSource) -> str:
    target = metric.target
    if isinstance(metric, PodsMetricSource):
        return amount(target.average_value or Milli(0))
    if target.average_value is not None:
        return resource_amount(metric.name, target.average_value)
    return f"{target.average_utilization}%"


def _left_out(groups: PodGroups) -> tuple[str, ...]:
    """Which pods were not measured."""
    parts = [
        counted(len(names), f"{kind} pod")
        for kind, names in (
            ("unready", groups.unready),
            ("unmeasured", groups.missing),
            ("ignored", groups.roster.ignored),
        )
        if names
    ]
    return (f"not counted: {', '.join(parts)}",) if parts else ()


def _rebalanced(again: Rebalanced, proposed: Proposal | MetricFailure, ratio: Ratio) -> list[str]:
    """The second ratio, and what it may do: damp the move, never start, turn or widen it."""
    then = Ratio(value=again.ratio, present=ratio.present, rules=ratio.rules)
    over = counted(again.counted_pods, "pod")
    assumed = "idle" if ratio.value > 1.0 else "at full load"
    first = f"with the others taken to be {assumed}: ratio {then.judged}, over {over}"
    turned = (ratio.value < 1.0 < then.value) or (then.value < 1.0 < ratio.value)
    if turned and isinstance(proposed, Proposal):
        return [first, f"proposes {proposed.replicas}: no change, as that turns the direction round"]
    formula = f"{number(again.ratio)} x {over}"
    return [first, proposal_by_ratio(proposed, then, formula, again.ratio * again.counted_pods)]
