"""One sync from end to end: what forbids zero, how zero is left, and what a decision carries."""

from collections.abc import Iterable

import pytest

from scaler.algorithm.decide import decide, look
from scaler.algorithm.decision import Decision
from scaler.algorithm.gate import Compute
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, ScaleUnavailable, SelectorFault
from scaler.algorithm.stages import Proposal
from scaler.api.metric_status import ExternalMetricStatus, FailedMetricStatus
from scaler.api.states import AutoscalerState
from scaler.api.types import MetricIdentifier, ScalingRules, Wake, ZeroSpec
from tests.support.builders import (
    DOWN,
    OURS,
    PARITY,
    SETTINGS,
    after,
    behavior,
    memory,
    observation,
    pods_policy,
    synced,
)
from tests.support.metric_builders import Metric, cpu, external_average, milli, object_average, unavailable

IDLE = external_average(0, name="lag")
IDLE_TOO = object_average(0)
BROKEN = unavailable(external_average(1, name="other"), "it is down")
AT_ONCE = behavior(down=ScalingRules(stabilization_window_seconds=0, policies=DOWN.policies))
BOTH = pytest.mark.parametrize("settings", [PARITY, SETTINGS])


def _types(decision: Decision) -> list[str]:
    return [str(condition.type) for condition in decision.conditions]


def _counts(metrics: Iterable[Metric], settings: AlgorithmSettings, syncs: int) -> list[int | None]:
    """What a workload of three is told at each sync, 15 s apart."""
    remembered, counts = memory(recommendations=[(0, 3)]), list[int | None]()
    for number in range(syncs):
        seen = observation(*metrics, min_replicas=0, behavior=AT_ONCE, now=after(15 * number))
        decision = synced(seen, remembered, settings)
        remembered = decision.memory
        counts.append(decision.desired)
    return counts


@BOTH
def test_when_every_metric_is_at_zero_the_workload_goes_to_zero(settings: AlgorithmSettings) -> None:
    decision = synced(observation(IDLE, IDLE_TOO, min_replicas=0, behavior=AT_ONCE), memory(), settings)
    assert (0, AutoscalerState.SCALED_TO_ZERO) == (decision.desired, decision.state)


@BOTH
@pytest.mark.parametrize("metrics", [(IDLE, BROKEN), (BROKEN, IDLE), (BROKEN,), (IDLE, IDLE_TOO, BROKEN)])
def test_an_unavailable_metric_forbids_zero_also_when_all_windows_ran_out(
    metrics: tuple[Metric, ...], settings: AlgorithmSettings
) -> None:
    assert [None] * 60 == _counts(metrics, settings, syncs=60)


@BOTH
def test_a_partial_failure_remembers_no_recommendation(settings: AlgorithmSettings) -> None:
    remembered = memory(recommendations=[(60, 3)])
    seen = observation(IDLE, BROKEN, min_replicas=0, behavior=AT_ONCE)
    assert remembered == synced(seen, remembered, settings).memory


@BOTH
def test_a_partial_failure_while_asleep_does_not_stop_the_wake(settings: AlgorithmSettings) -> None:
    seen = observation(external_average(90), BROKEN, spec_replicas=0, min_replicas=0, replicas_writer=OURS)
    assert synced(seen, memory(claim=True), settings).desired == 3


@BOTH
def test_a_minimum_above_zero_is_never_left_for_zero(settings: AlgorithmSettings) -> None:
    assert synced(observation(IDLE, min_replicas=1, behavior=AT_ONCE), memory(), settings).desired == 1


SLOWLY = behavior(up=ScalingRules(policies=(pods_policy(1, 60),)))


@pytest.mark.parametrize(("wake", "replicas"), [(Wake.POLICIES, 1), (Wake.IMMEDIATE, 30)])
def test_wake_immediate_leaves_zero_straight_to_the_needed_count(wake: Wake, replicas: int) -> None:
    zero = ZeroSpec(wake=wake)
    seen = observation(
        external_average(900, target=30), spec_replicas=0, min_replicas=0, zero=zero, behavior=SLOWLY, max_replicas=40
    )
    assert replicas == synced(seen, memory(claim=True)).desired


def test_wake_immediate_stays_below_max() -> None:
    zero = ZeroSpec(wake=Wake.IMMEDIATE)
    seen = observation(external_average(9000), spec_replicas=0, min_replicas=0, zero=zero, max_replicas=40)
    assert synced(seen, memory(claim=True)).desired == 40


def test_a_scale_that_cannot_be_read_moves_only_its_condition() -> None:
    decision = decide(observation(IDLE, scale=ScaleUnavailable(message="not found")), memory(claim=True), SETTINGS)
    assert (None, None, None, None, ["AbleToScale"], memory(claim=True)) == (
        decision.state,
        decision.current,
        decision.desired,
        decision.current_metrics,
        _types(decision),
        decision.memory,
    )


def test_a_scale_that_cannot_be_read_is_no_first_sight() -> None:
    seen = observation(IDLE, scale=ScaleUnavailable(message="not found"))
    assert decide(seen, Memory.empty(), SETTINGS).memory.recommendations is None


def test_an_unusable_selector_is_a_failed_computation_that_shows_no_metrics() -> None:
    text = "selector is required"
    fault = SelectorFault(
        reason="SelectorRequired", condition_reason="InvalidSelector", condition_message="", message=text
    )
    decision = decide(observation(IDLE, pods=fault), memory(), SETTINGS)

    assert (None, (), ["SelectorRequired", "FailedComputeMetricsReplicas"]) == (
        decision.desired,
        decision.current_metrics,
        [event.reason for event in decision.events],
    )


def test_metrics_are_reported_in_the_order_of_the_spec_and_a_failed_one_says_nothing() -> None:
    decision = decide(observation(BROKEN, external_average(120)), memory(), SETTINGS)
    lag = ExternalMetricStatus(metric=MetricIdentifier(name="lag"), average_value=milli(40))
    assert (FailedMetricStatus(), lag) == decision.current_metrics


def test_conditions_stand_in_the_stock_controllers_order() -> None:
    decision = synced(observation(external_average(240)), memory(), SETTINGS)
    assert [
        "AbleToScale",
        "ScalingActive",
        "AbleToScale",
        "ScalingLimited",
        "AbleToScale",
        "ScaledToZero",
    ] == _types(decision)


def test_the_workings_hold_every_stage() -> None:
    workings = decide(observation(external_average(900, target=30)), memory(), SETTINGS).workings
    assert workings.recommended is not None
    assert workings.stabilized is not None
    assert workings.limit is not None
    assert workings.bounded is not None
    assert (Proposal(replicas=30, name="external metric lag(nil)"), 30, 6, 6) == (
        workings.recommended.winner,
        workings.stabilized.replicas,
        workings.limit.ceiling,
        workings.bounded.replicas,
    )


def test_look_says_whether_metrics_matter_without_reading_any() -> None:
    seen = observation(spec_replicas=3)
    unreadable = observation(scale=ScaleUnavailable(message="not found"))
    assert [Compute(asleep=False), None] == [look(item, memory(), SETTINGS) for item in (seen, unreadable)]


def test_a_spec_and_readings_that_do_not_match_are_a_callers_bug() -> None:
    short = observation(IDLE, cpu({}))
    with pytest.raises(ValueError, match="zip"):
        decide(type(short)(now=short.now, spec=short.spec, scale=short.scale), memory(), SETTINGS)
