"""Status follows a decision: what moves, what stays, and when a condition's time moves."""

from dataclasses import replace
from datetime import timedelta

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import (
    Accepted,
    ConditionRemoval,
    ConditionUpdate,
    NotNeeded,
    Rejected,
    Rescale,
    Withheld,
)
from scaler.algorithm.model import ScaleUnavailable
from scaler.algorithm.settle import settle
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition, ConditionStatus, ConditionType
from scaler.api.metric_status import ExternalMetricStatus
from scaler.api.types import MetricIdentifier
from scaler.controller.status import next_status, updated_conditions, whole_seconds
from tests.support.builders import SETTINGS, after, memory, observation
from tests.support.metric_builders import NOW, external_average, milli, unavailable

EARLIER = after(-600)
BEFORE = AutoscalerStatus(
    current_replicas=9,
    desired_replicas=8,
    observed_generation=1,
    last_scale_time=EARLIER,
    current_metrics=(ExternalMetricStatus(metric=MetricIdentifier(name="old"), value=milli(1)),),
    memory={"kept": 1},
    state="Active",
    targets="1/2",
)
GROWTH = Rescale(current=3, desired=4, reason="")
SEEN = observation(external_average(120, target=30))


def _next(outcome: Accepted | Rejected | Withheld | NotNeeded) -> AutoscalerStatus:
    settled = settle(decide(SEEN, memory(), SETTINGS), outcome, SEEN, SETTINGS)
    return next_status(BEFORE, settled, outcome, now=NOW, generation=2)


def test_an_accepted_write_moves_the_counts_and_the_time_of_the_last_scale() -> None:
    status = _next(Accepted(rescale=GROWTH))
    assert (3, 4, NOW, 2) == (
        status.current_replicas,
        status.desired_replicas,
        status.last_scale_time,
        status.observed_generation,
    )


def test_a_rejected_write_leaves_the_desired_count_and_the_time() -> None:
    status = _next(Rejected(rescale=GROWTH, message="no"))
    assert (3, 8, EARLIER) == (status.current_replicas, status.desired_replicas, status.last_scale_time)


def test_a_write_that_was_withheld_shows_what_was_wanted() -> None:
    status = _next(Withheld())
    assert (3, 4, EARLIER) == (status.current_replicas, status.desired_replicas, status.last_scale_time)


def test_current_metrics_are_the_decisions() -> None:
    expected = ExternalMetricStatus(metric=MetricIdentifier(name="lag"), average_value=milli(40))
    assert (expected,) == _next(Accepted(rescale=GROWTH)).current_metrics


def test_a_refusal_leaves_the_desired_count_and_shows_the_current_one() -> None:
    seen = observation(unavailable(external_average(1)))
    status = next_status(BEFORE, decide(seen, memory(), SETTINGS), NotNeeded(), now=NOW, generation=2)
    assert (3, 8) == (status.current_replicas, status.desired_replicas)


def test_without_a_scale_only_conditions_move() -> None:
    seen = observation(scale=ScaleUnavailable(message="not found"))
    status = next_status(BEFORE, decide(seen, memory(), SETTINGS), NotNeeded(), now=NOW, generation=2)
    assert replace(BEFORE, conditions=status.conditions) == status
    assert [("AbleToScale", "False", "FailedGetScale")] == [
        (condition.type, condition.status, condition.reason) for condition in status.conditions
    ]


def test_what_the_decision_says_nothing_of_stays() -> None:
    status = _next(NotNeeded())
    assert ({"kept": 1}, "1/2") == (status.memory, status.targets)


def test_the_state_is_the_decisions() -> None:
    assert _next(Accepted(rescale=GROWTH)).state == "Active"


ABLE = ConditionUpdate(
    type=ConditionType.ABLE_TO_SCALE, status=ConditionStatus.TRUE, reason="ReadyForNewScale", message="new"
)
UNABLE = replace(ABLE, status=ConditionStatus.FALSE, reason="FailedUpdateScale")
LIMITED = replace(ABLE, type=ConditionType.SCALING_LIMITED, reason="TooManyReplicas")
ASLEEP = replace(ABLE, type=ConditionType.SCALED_TO_ZERO, reason="ScaledToZero")


def _condition(update: ConditionUpdate, *, reason: str | None = None) -> Condition:
    """As it stood 600 s ago."""
    return Condition(
        type=update.type,
        status=update.status,
        reason=reason or update.reason,
        message=update.message,
        last_transition=EARLIER,
    )


def test_the_transition_time_stays_while_the_status_stays() -> None:
    before = (_condition(ABLE, reason="SucceededGetScale"),)
    assert (_condition(ABLE),) == updated_conditions(before, [ABLE], NOW)


def test_the_transition_time_moves_with_the_status() -> None:
    assert (replace(_condition(UNABLE), last_transition=NOW),) == updated_conditions((_condition(ABLE),), [UNABLE], NOW)


def test_a_status_that_turns_and_turns_back_within_a_sync_has_moved() -> None:
    assert (replace(_condition(ABLE), last_transition=NOW),) == updated_conditions(
        (_condition(ABLE),), [UNABLE, ABLE], NOW
    )


def test_conditions_keep_the_order_of_their_first_appearance() -> None:
    before = (_condition(LIMITED), _condition(ABLE))
    found = updated_conditions(before, [ABLE, ASLEEP, LIMITED], NOW)
    assert ["ScalingLimited", "AbleToScale", "ScaledToZero"] == [condition.type for condition in found]


def test_a_removed_condition_is_gone_and_comes_back_last() -> None:
    before = (_condition(ASLEEP), _condition(ABLE))
    gone = updated_conditions(before, [ConditionRemoval(type=ConditionType.SCALED_TO_ZERO)], NOW)
    again = updated_conditions(gone, [ASLEEP], NOW)
    assert (["AbleToScale"], ["AbleToScale", "ScaledToZero"]) == (
        [condition.type for condition in gone],
        [condition.type for condition in again],
    )


def test_removing_a_condition_that_is_not_there_changes_nothing() -> None:
    before = (_condition(ABLE),)
    assert before == updated_conditions(before, [ConditionRemoval(type=ConditionType.SCALED_TO_ZERO)], NOW)


def test_a_condition_of_somebody_elses_stays_where_it_is() -> None:
    foreign = Condition(type="example.com/Checked", status="True", reason="", message="", last_transition=EARLIER)
    assert (foreign, _condition(ABLE)) == updated_conditions((foreign, _condition(ABLE)), [ABLE], NOW)


def test_times_have_whole_seconds() -> None:
    later = NOW + timedelta(microseconds=999_999)
    assert whole_seconds(later) == NOW
    assert [NOW] == [condition.last_transition for condition in updated_conditions((), [ABLE], later)]
