"""How many replicas does each metric propose, and which proposal wins? A partial failure never shrinks.

Source: replica_calculator.go, horizontal.go computeReplicasForMetrics (v1.37).
"""

from typing import assert_never

from scaler.algorithm.arithmetic import (
    INT32_MAX,
    ceil_to_int32,
    ceil_to_int32_on_amd64,
    ceil_to_int32_saturating_upwards,
    is_within,
    ratio_of,
)
from scaler.algorithm.model import AlgorithmSettings, Deviation
from scaler.algorithm.stages import (
    AverageMeasurement,
    EffectiveRules,
    Measurement,
    MetricFailure,
    PodsMeasurement,
    Proposal,
    Recommended,
    Refusal,
    ValueMeasurement,
)

NO_PODS = "unable to calculate ready pods: no pods returned by selector while calculating replica count"


def recommend(
    measurements: tuple[Measurement | MetricFailure, ...],
    current: int,
    rules: EffectiveRules,
    settings: AlgorithmSettings,
) -> Recommended:
    """One proposal or failure per metric, and the highest proposal, or the refusal to recommend anything."""
    proposals = tuple(
        item if isinstance(item, MetricFailure) else _propose(item, current, rules, settings) for item in measurements
    )
    failures = [item for item in proposals if isinstance(item, MetricFailure)]
    winner = _winner(proposals)
    if failures and (winner is None or winner.replicas < current):
        return Recommended(winner=_refusal(failures, len(proposals)), proposals=proposals)
    if winner is None:
        return Recommended(winner=_refusal(failures, 0), proposals=proposals)
    # From here on less than nothing is nothing, also in what is remembered.
    return Recommended(winner=Proposal(replicas=max(winner.replicas, 0), name=winner.name), proposals=proposals)


def _winner(proposals: tuple[Proposal | MetricFailure, ...]) -> Proposal | None:
    """The highest; a zero wins only if every metric proposes zero, and then the last such metric names it."""
    best: Proposal | None = None
    for proposal in proposals:
        if isinstance(proposal, MetricFailure):
            continue
        if best is None or best.replicas == 0 or proposal.replicas > best.replicas:
            best = proposal
    return best


def _refusal(failures: list[MetricFailure], metrics: int) -> Refusal:
    if not failures:
        return Refusal(reason="", condition_message="", message="no metrics in the spec")
    first = failures[0]
    return Refusal(
        reason=first.reason,
        condition_message=f"the HPA was unable to compute the replica count: {first.message}",
        message=f"invalid metrics ({len(failures)} invalid out of {metrics}), first error is: {first.first_error}",
    )


def _propose(
    measurement: Measurement, current: int, rules: EffectiveRules, settings: AlgorithmSettings
) -> Proposal | MetricFailure:
    match measurement:
        case ValueMeasurement():
            return _propose_by_value(measurement, current, rules, settings)
        case AverageMeasurement():
            replicas = _replicas_by_average(measurement, rules, settings)
        case PodsMeasurement():
            replicas = _replicas_by_pods(measurement, current, rules, settings)
            replicas = _not_fewer_under_load(replicas, measurement.ratio, current, rules, settings)
        case _ as unreachable:
            assert_never(unreachable)
    return Proposal(replicas=replicas, name=measurement.name)


def _propose_by_value(
    measurement: ValueMeasurement, current: int, rules: EffectiveRules, settings: AlgorithmSettings
) -> Proposal | MetricFailure:
    """At zero the ratio itself is the count; else it is shared by the ready pods, and without any pod there is none."""
    ratio = measurement.ratio
    if current == 0:
        saturating = settings.has(Deviation.NO_WRAP)
        return Proposal(
            replicas=ceil_to_int32(ratio) if saturating else ceil_to_int32_on_amd64(ratio), name=measurement.name
        )
    if _within(ratio, rules):
        return Proposal(replicas=current, name=measurement.name)
    if not measurement.pods.roster.listed:
        return MetricFailure(
            reason=measurement.failure_reason, message=NO_PODS, first_error=measurement.failure_prefix + NO_PODS
        )
    replicas = _from_ratio(ratio * float(measurement.pods.roster.ready), settings, saturates=True)
    # Without a ready pod the product says nothing about the demand; what there is of it needs one at least.
    if measurement.pods.roster.ready == 0 and ratio > 0.0 and settings.has(Deviation.UNREADY_HOLD):
        replicas = max(replicas, current if _above(ratio, rules) else 1)
    replicas = _not_fewer_under_load(replicas, ratio, current, rules, settings)
    return Proposal(replicas=replicas, name=measurement.name)


def _replicas_by_average(measurement: AverageMeasurement, rules: EffectiveRules, settings: AlgorithmSettings) -> int:
    if _within(measurement.ratio, rules):
        return measurement.base_replicas
    return _from_ratio(ratio_of(measurement.usage, measurement.target), settings, saturates=measurement.saturates)


def _replicas_by_pods(
    measurement: PodsMeasurement, current: int, rules: EffectiveRules, settings: AlgorithmSettings
) -> int:
    """Assumed samples may damp a move; they never start one, turn it round or widen it."""
    ratio = measurement.ratio
    if measurement.rebalanced is None:
        if _within(ratio, rules):
            return current
        return _from_ratio(ratio * float(measurement.counted_pods), settings, saturates=False)
    new_ratio = measurement.rebalanced.ratio
    turned = (ratio < 1.0 < new_ratio) or (new_ratio < 1.0 < ratio)
    if turned or _within(new_ratio, rules):
        return current
    replicas = _from_ratio(new_ratio * float(measurement.rebalanced.counted_pods), settings, saturates=False)
    against = (new_ratio < 1.0 and replicas > current) or (new_ratio > 1.0 and replicas < current)
    return current if against else replicas


def _from_ratio(replicas: float, settings: AlgorithmSettings, *, saturates: bool) -> int:
    if settings.has(Deviation.NO_WRAP):
        return ceil_to_int32(replicas)
    return ceil_to_int32_saturating_upwards(replicas) if saturates else ceil_to_int32_on_amd64(replicas)


def _not_fewer_under_load(
    replicas: int, ratio: float, current: int, rules: EffectiveRules, settings: AlgorithmSettings
) -> int:
    """More load than the target allows is never answered with fewer replicas than were asked for."""
    if _above(ratio, rules) and settings.has(Deviation.READY_FEWER):
        return max(replicas, min(current, INT32_MAX))
    return replicas


def _within(ratio: float, rules: EffectiveRules) -> bool:
    return is_within(ratio, down=rules.down_tolerance, up=rules.up_tolerance)


def _above(ratio: float, rules: EffectiveRules) -> bool:
    return ratio > 1.0 and not _within(ratio, rules)
