"""Each named deviation, switched on alone: what the stock controller does, and what ours does instead."""

from collections.abc import Sequence

import pytest

from scaler.algorithm.arithmetic import INT64_MAX, INT64_MIN
from scaler.algorithm.decision import Decision
from scaler.algorithm.model import AlgorithmSettings, Deviation, ObjectValue
from scaler.api.metric_status import ExternalMetricStatus
from scaler.api.types import Behavior, MetricIdentifier, Milli, ScalingRules
from tests.support.builders import (
    HUMAN,
    OURS,
    PARITY,
    SETTINGS,
    after,
    behavior,
    memory,
    observation,
    only,
    percent_policy,
    synced,
)
from tests.support.metric_builders import (
    Metric,
    cpu,
    cpu_average,
    external,
    external_average,
    milli,
    object_average,
    object_value,
    pods_metric,
    ready_pods,
    unavailable,
    unready_pods,
)

OWNER = only(Deviation.OWNER_OF_ZERO)
HOLD = only(Deviation.UNREADY_HOLD)
SURGE = only(Deviation.SURGE_BLIND)
FEWER = only(Deviation.READY_FEWER)
FLOOR = only(Deviation.WAKE_FLOOR)
NO_WRAP = only(Deviation.NO_WRAP)
AT_ONCE = behavior(down=ScalingRules(stabilization_window_seconds=0, policies=(percent_policy(100),)))


def _desired(metric: Metric, settings: AlgorithmSettings, replicas: int, pods: int) -> int | None:
    """Of so many replicas asked for, so many are there and ready."""
    seen = observation(metric, spec_replicas=replicas, pods=ready_pods(pods), behavior=AT_ONCE)
    return synced(seen, memory(), settings).desired


# owner-of-zero


@pytest.mark.parametrize(("settings", "written"), [(PARITY, 4), (OWNER, None)])
def test_owner_of_zero_a_manual_zero_under_a_stale_claim_stays(
    settings: AlgorithmSettings, written: int | None
) -> None:
    seen = observation(external_average(120), spec_replicas=0, min_replicas=0, replicas_writer=HUMAN)
    rescale = synced(seen, memory(claim=True), settings).rescale
    assert written == (None if rescale is None else rescale.desired)


# unready-hold


def _counts_of_a_workload_that_never_gets_ready(settings: AlgorithmSettings, min_replicas: int) -> Sequence[int]:
    """Value 400 against 100, three running pods, window 0: the count at each of six syncs."""
    replicas, remembered, counts = 3, memory(), [3]
    for number in range(5):
        seen = observation(
            external(400, target=100),
            spec_replicas=replicas,
            pods=unready_pods(replicas),
            min_replicas=min_replicas,
            behavior=AT_ONCE,
            now=after(15 * number),
        )
        decision = synced(seen, remembered, settings)
        assert decision.desired is not None
        replicas, remembered = decision.desired, decision.memory
        counts.append(replicas)
    return counts


@pytest.mark.parametrize(("min_replicas", "stock"), [(0, [3, 0, 4, 0, 4, 0]), (1, [3, 1, 1, 1, 1, 1])])
def test_unready_hold_keeps_the_count_while_no_pod_is_ready(min_replicas: int, stock: Sequence[int]) -> None:
    assert stock == _counts_of_a_workload_that_never_gets_ready(PARITY, min_replicas)
    assert [3] * 6 == _counts_of_a_workload_that_never_gets_ready(HOLD, min_replicas)


@pytest.mark.parametrize(("settings", "left"), [(PARITY, 0), (HOLD, 1), (SETTINGS, 1)])
def test_unready_hold_leaves_one_replica_to_demand_below_target(settings: AlgorithmSettings, left: int) -> None:
    """From zero the same demand would wake one."""
    seen = observation(external(10), spec_replicas=3, pods=unready_pods(3), min_replicas=0, behavior=AT_ONCE)
    assert left == synced(seen, memory(), settings).desired


@pytest.mark.parametrize("settings", [PARITY, HOLD, SETTINGS])
def test_unready_hold_lets_an_idle_workload_go_to_zero(settings: AlgorithmSettings) -> None:
    seen = observation(external(0), spec_replicas=3, pods=unready_pods(3), min_replicas=0, behavior=AT_ONCE)
    assert synced(seen, memory(), settings).desired == 0


# surge-blind


def _desired_in_a_rollout(settings: AlgorithmSettings, demand: float, status_replicas: int) -> int | None:
    metric = external_average(demand, target=30)
    seen = observation(metric, spec_replicas=10, status_replicas=status_replicas, behavior=AT_ONCE)
    return synced(seen, memory(), settings).desired


@pytest.mark.parametrize(
    ("demand", "status_replicas", "stock"),
    [pytest.param(300, 11, 11, id="a-surge-grows-it"), pytest.param(280, 9, 9, id="a-pod-being-replaced-shrinks-it")],
)
def test_surge_blind_does_not_let_a_rollout_move_the_count(demand: float, status_replicas: int, stock: int) -> None:
    found = [_desired_in_a_rollout(settings, demand, status_replicas) for settings in (PARITY, SURGE)]
    assert [stock, 10] == found


# ready-fewer


@pytest.mark.parametrize(
    "metric",
    [
        pytest.param(external(120, target=100), id="external-value"),
        pytest.param(object_value(120, target=100), id="object-value"),
        pytest.param(pods_metric({f"pod-{number}": 120 for number in range(5)}, target=100), id="pods"),
        pytest.param(cpu_average({f"pod-{number}": 120 for number in range(5)}, target=100), id="cpu"),
    ],
)
def test_ready_fewer_more_load_never_means_fewer_replicas(metric: Metric) -> None:
    assert [6, 10] == [_desired(metric, settings, replicas=10, pods=5) for settings in (PARITY, FEWER)]


@pytest.mark.parametrize("settings", [PARITY, FEWER])
def test_ready_fewer_changes_nothing_when_all_are_ready(settings: AlgorithmSettings) -> None:
    assert _desired(external(120, target=100), settings, replicas=10, pods=10) == 12


# wake-floor


def _woken(settings: AlgorithmSettings, rules: Behavior) -> Decision:
    return synced(
        observation(external(900), spec_replicas=0, min_replicas=0, behavior=rules), memory(claim=True), settings
    )


@pytest.mark.parametrize(("settings", "replicas"), [(PARITY, 0), (FLOOR, 1)])
def test_wake_floor_percent_policies_may_leave_zero(settings: AlgorithmSettings, replicas: int) -> None:
    percent_only = behavior(up=ScalingRules(policies=(percent_policy(100),)))
    assert replicas == _woken(settings, percent_only).desired


@pytest.mark.parametrize("metric", [unavailable(external_average(0)), unavailable(cpu({}))], ids=["broken", "of Pods"])
def test_wake_floor_lets_a_raised_minimum_wake_whatever_the_metrics_say(metric: Metric) -> None:
    seen = observation(metric, spec_replicas=0, min_replicas=2, replicas_writer=OURS)
    asleep = memory(claim=True, recommendations=[(15, 0)])
    assert [None, 2] == [synced(seen, asleep, settings).desired for settings in (PARITY, FLOOR)]


# no-wrap


@pytest.mark.parametrize(("settings", "replicas"), [(PARITY, 1), (NO_WRAP, 6)])
def test_no_wrap_a_huge_demand_is_not_taken_for_none(settings: AlgorithmSettings, replicas: int) -> None:
    """Stock: 2^63-1 over 30 doesn't fit an int32, becomes -2^31, counts as 0, and the workload shrinks."""
    metric = object_average(1, target=30)
    huge = Metric(spec=metric.spec, reading=ObjectValue(value=Milli(INT64_MAX)))
    assert replicas == synced(observation(huge, behavior=AT_ONCE, max_replicas=6), memory(), settings).desired


@pytest.mark.parametrize(("settings", "replicas"), [(PARITY, 6), (NO_WRAP, 1)])
def test_no_wrap_a_single_negative_value_is_not_taken_for_an_overflow(
    settings: AlgorithmSettings, replicas: int
) -> None:
    seen = observation(external_average(-5, target=30), behavior=AT_ONCE, max_replicas=6)
    assert replicas == synced(seen, memory(), settings).desired


@pytest.mark.parametrize(("settings", "average"), [(PARITY, Milli(INT64_MIN)), (NO_WRAP, milli(120))])
def test_no_wrap_at_zero_the_total_is_reported(settings: AlgorithmSettings, average: Milli) -> None:
    seen = observation(external_average(120, target=30), spec_replicas=0, min_replicas=0)
    expected = ExternalMetricStatus(metric=MetricIdentifier(name="lag"), average_value=average)
    assert (expected,) == synced(seen, memory(claim=True), settings).current_metrics
