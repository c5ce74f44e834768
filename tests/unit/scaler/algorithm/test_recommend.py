"""Each metric proposes a count, the highest wins, and a partial failure never shrinks."""

from dataclasses import replace

import pytest

from scaler.algorithm.decide import decide
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.algorithm.recommend import NO_PODS
from scaler.algorithm.stages import MetricFailure, Proposal, Recommended, Refusal
from scaler.api.types import ScalingRules, Tolerance
from tests.support.builders import DOWN, PARITY, SETTINGS, behavior, memory, observation
from tests.support.metric_builders import (
    Metric,
    cpu,
    external,
    external_average,
    object_average,
    object_value,
    pod,
    pods_metric,
    ready_pods,
    unavailable,
)


def _recommended(
    seen: Observation, settings: AlgorithmSettings = PARITY, remembered: Memory | None = None
) -> Recommended:
    recommended = decide(seen, remembered or memory(), settings).workings.recommended
    assert recommended is not None
    return recommended


def _proposed(seen: Observation, settings: AlgorithmSettings = PARITY) -> int | None:
    """The winner's count; None for a refusal."""
    winner = _recommended(seen, settings).winner
    return winner.replicas if isinstance(winner, Proposal) else None


ASLEEP = memory(claim=True)


@pytest.mark.parametrize(
    ("metric", "replicas"),
    [
        (external(400, target=100), 12),
        (external(109, target=100), 3),
        (external(10, target=100), 1),
        (external_average(400, target=30), 14),
        (external_average(95, target=30), 3),
        (object_value(400, target=100), 12),
        (object_average(400, target=30), 14),
        (pods_metric({"pod-0": 105, "pod-1": 105, "pod-2": 105}, target=100), 3),
        (pods_metric({"pod-0": 150, "pod-1": 150, "pod-2": 150}, target=100), 5),
        (cpu({"pod-0": 90, "pod-1": 90, "pod-2": 90}, utilization=50), 6),
    ],
)
def test_each_kind_of_metric_proposes_the_count_that_meets_its_target(metric: Metric, replicas: int) -> None:
    assert replicas == _proposed(observation(metric, spec_replicas=3))


@pytest.mark.parametrize(
    ("metric", "replicas"),
    [(external(400, target=100), 4), (external_average(400, target=30), 14), (external(101, target=100), 2)],
)
def test_at_zero_the_total_itself_names_the_count_without_tolerance(metric: Metric, replicas: int) -> None:
    seen = observation(metric, spec_replicas=0, min_replicas=0)
    winner = _recommended(seen, PARITY, ASLEEP).winner
    assert isinstance(winner, Proposal)
    assert replicas == winner.replicas


def test_trap_5_a_value_target_multiplies_by_ready_pods() -> None:
    pods = (*ready_pods(2), pod("c", ready="False"))
    assert _proposed(observation(external(400, target=100), spec_replicas=3, pods=pods)) == 8


def test_trap_5_shrinking_is_measured_against_spec_replicas() -> None:
    # Within tolerance the metric proposes status.replicas, 5: that would shrink 6, so the failed one forbids it.
    metrics = (external_average(150, target=30), unavailable(external(1)))
    assert _proposed(observation(*metrics, spec_replicas=6, status_replicas=5)) is None
    assert _proposed(observation(*metrics, spec_replicas=4, status_replicas=5)) == 5


def test_without_any_pod_a_value_target_proposes_nothing() -> None:
    expected = MetricFailure(
        reason="FailedGetExternalMetric",
        message=NO_PODS,
        first_error=f"failed to get lag external metric value: failed to get external metric lag: {NO_PODS}",
    )
    assert (expected,) == _recommended(observation(external(400), pods=())).proposals


def test_without_any_pod_a_value_target_within_tolerance_proposes_the_count() -> None:
    assert _proposed(observation(external(100), spec_replicas=3, pods=())) == 3


def test_the_highest_proposal_wins_and_names_the_reason() -> None:
    winner = _recommended(observation(external_average(90), object_value(400), spec_replicas=3)).winner
    assert Proposal(replicas=12, name="Queue metric depth") == winner


def test_of_equal_proposals_the_first_wins() -> None:
    winner = _recommended(observation(external_average(400, name="one"), external_average(400, name="two"))).winner
    assert Proposal(replicas=14, name="external metric one(nil)") == winner


def test_trap_12_of_zeros_the_last_wins() -> None:
    seen = observation(external_average(0, name="one"), external_average(0, name="two"), min_replicas=0)
    assert Proposal(replicas=0, name="external metric two(nil)") == _recommended(seen).winner


def test_trap_12_a_zero_gives_way_to_any_later_proposal_even_a_negative_one() -> None:
    seen = observation(external_average(0, name="one"), object_average(-90), min_replicas=0)
    assert Proposal(replicas=0, name="external metric depth(nil)") == _recommended(seen).winner


def test_a_partial_failure_does_not_stop_growth() -> None:
    assert _proposed(observation(unavailable(external(1)), external_average(400), spec_replicas=3)) == 14


def test_a_partial_failure_does_not_stop_standing_still() -> None:
    assert _proposed(observation(unavailable(external(1)), external_average(90), spec_replicas=3)) == 3


def test_a_partial_failure_never_shrinks() -> None:
    seen = observation(external_average(30), unavailable(external(1), "it is down"), spec_replicas=3)
    prefix = "failed to get lag external metric value: failed to get external metric lag: "
    expected = Refusal(
        reason="FailedGetExternalMetric",
        condition_message="the HPA was unable to compute the replica count: it is down",
        message=f"invalid metrics (1 invalid out of 2), first error is: {prefix}it is down",
    )
    assert expected == _recommended(seen).winner


def test_when_all_metrics_fail_the_first_one_names_the_reason() -> None:
    seen = observation(unavailable(object_value(1), "one"), unavailable(external(1), "two"))
    winner = _recommended(seen).winner
    assert isinstance(winner, Refusal)
    assert (winner.reason, winner.message) == (
        "FailedGetObjectMetric",
        "invalid metrics (2 invalid out of 2), first error is: failed to get object metric value: one",
    )


def test_trap_13_inside_tolerance_the_answer_is_spec_replicas_outside_it_goes_by_ready_pods() -> None:
    pods = ready_pods(5)
    calm = observation(external(109, target=100), spec_replicas=10, pods=pods)
    loaded = observation(external(120, target=100), spec_replicas=10, pods=pods)

    assert [_proposed(calm), _proposed(loaded)] == [10, 6]


def test_trap_13_is_mended_by_ready_fewer() -> None:
    loaded = observation(external(120, target=100), spec_replicas=10, pods=ready_pods(5))

    assert _proposed(loaded, SETTINGS) == 10


def test_ready_fewer_still_lets_the_count_fall_below_target() -> None:
    idle = observation(external(50, target=100), spec_replicas=10, pods=ready_pods(5))

    assert _proposed(idle, SETTINGS) == 3


def test_assumed_samples_never_turn_a_move_round() -> None:
    # 90 % is above 50 %; with two pods missing it would be 30 %.
    assert _proposed(observation(cpu({"pod-0": 90}), spec_replicas=3)) == 3


def test_assumed_samples_may_damp_a_move() -> None:
    metric = cpu({"pod-0": 90, "pod-1": 90})
    assert _proposed(observation(metric, spec_replicas=3)) == 4


def test_a_move_against_its_own_direction_stays() -> None:
    # Ten were asked for, three are there: 60 % over 50 % proposes 4 of the three pods, fewer than ten.
    pods = (pod("a"), pod("b"), pod("c", phase="Pending"))
    assert _proposed(observation(cpu({"a": 90, "b": 90}), spec_replicas=10, pods=pods)) == 10


@pytest.mark.parametrize(("usage", "replicas"), [(115, 3), (125, 4), (95, 3), (85, 3)])
def test_each_direction_has_its_own_tolerance(usage: float, replicas: int) -> None:
    wide = behavior(up=ScalingRules(tolerance=Tolerance(0.2)), down=replace(DOWN, tolerance=Tolerance(0.0)))
    assert replicas == _proposed(observation(external(usage, target=100), spec_replicas=3, behavior=wide))


def test_a_negative_winner_counts_as_zero_also_in_memory() -> None:
    decision = decide(observation(object_average(-90), min_replicas=0), memory(), PARITY)
    assert decision.memory.recommendations is not None
    assert [entry.replicas for entry in decision.memory.recommendations] == [0]


def test_without_metrics_nothing_is_recommended() -> None:
    assert (
        Refusal(reason="", condition_message="", message="no metrics in the spec") == _recommended(observation()).winner
    )
