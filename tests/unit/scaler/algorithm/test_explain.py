"""Conditions and events have the stock controller's words, and a pause that was asked for has ours."""

import pytest

from scaler.algorithm import explain
from scaler.algorithm.decide import decide
from scaler.algorithm.decision import ConditionRemoval, ConditionUpdate, Event, EventType
from scaler.algorithm.model import ExplicitPause, Observation, ScaleUnavailable, SelectorFault
from scaler.algorithm.stages import Proposal
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.api.states import AutoscalerState
from tests.support.builders import SETTINGS, after, memory, observation
from tests.support.metric_builders import external_average, object_value, unavailable

ABLE, ACTIVE = ConditionType.ABLE_TO_SCALE, ConditionType.SCALING_ACTIVE
TRUE, FALSE = ConditionStatus.TRUE, ConditionStatus.FALSE


def _update(type_: ConditionType, status: ConditionStatus, reason: str, message: str) -> ConditionUpdate:
    return ConditionUpdate(type=type_, status=status, reason=reason, message=message)


def _conditions(seen: Observation) -> tuple[ConditionUpdate | ConditionRemoval, ...]:
    return decide(seen, memory(), SETTINGS).conditions


def _events(seen: Observation) -> list[tuple[str, str, str]]:
    return [(event.type, event.reason, event.message) for event in decide(seen, memory(), SETTINGS).events]


def test_a_scale_that_cannot_be_read_says_why() -> None:
    seen = observation(scale=ScaleUnavailable(message='deployments.apps "worker" not found'))
    text = 'the HPA controller was unable to get the target\'s current scale: deployments.apps "worker" not found'
    assert (_update(ABLE, FALSE, "FailedGetScale", text),) == _conditions(seen)
    assert [("Warning", "FailedGetScale", 'deployments.apps "worker" not found')] == _events(seen)


def test_a_scale_that_was_read_says_so_first() -> None:
    text = "the HPA controller was able to get the target's current scale"
    assert _update(ABLE, TRUE, "SucceededGetScale", text) == _conditions(observation(external_average(90)))[0]


def test_a_pause_at_zero_has_the_stock_controllers_words() -> None:
    text = "scaling is disabled since the replica count of the target is zero"
    assert _update(ACTIVE, FALSE, "ScalingDisabled", text) == explain.disabled(AutoscalerState.PAUSED, None)


@pytest.mark.parametrize(
    ("pause", "text"),
    [
        (ExplicitPause(reason=""), "scaling is paused by the annotation lagzero.dev/paused"),
        (ExplicitPause(reason="migration"), "scaling is paused by the annotation lagzero.dev/paused: migration"),
        (
            ExplicitPause(reason="migration", by="kubectl", since=after(0)),
            "scaling is paused by the annotation lagzero.dev/paused, set by kubectl at 2026-01-01T12:00:00Z: migration",
        ),
        (
            ExplicitPause(reason="migration", until=after(0)),
            "scaling is paused by the annotation lagzero.dev/paused until 2026-01-01T12:00:00Z: migration",
        ),
    ],
)
def test_a_pause_that_was_asked_for_names_its_reason_and_end(pause: ExplicitPause, text: str) -> None:
    expected = _update(ACTIVE, FALSE, "ScalingPaused", text)
    assert expected == explain.disabled(AutoscalerState.PAUSED_EXPLICITLY, pause)


def test_a_valid_metric_is_named() -> None:
    text = "the HPA was able to successfully calculate a replica count from Queue metric depth"
    assert _update(ACTIVE, TRUE, "ValidMetricFound", text) == _conditions(observation(object_value(90)))[1]


def test_when_all_metrics_fail_each_has_an_event_and_a_sum_up_follows() -> None:
    seen = observation(unavailable(object_value(1), "one"), unavailable(external_average(1), "two"))
    text = "invalid metrics (2 invalid out of 2), first error is: failed to get object metric value: one"
    assert [
        ("Warning", "FailedGetObjectMetric", "one"),
        ("Warning", "FailedGetExternalMetric", "two"),
        ("Warning", "FailedComputeMetricsReplicas", text),
    ] == _events(seen)
    reason = "the HPA was unable to compute the replica count: one"
    assert _update(ACTIVE, FALSE, "FailedGetObjectMetric", reason) == _conditions(seen)[1]


def test_a_partial_failure_that_does_not_shrink_has_an_event_and_no_sum_up() -> None:
    seen = observation(unavailable(object_value(1), "one"), external_average(900))
    assert [("Warning", "FailedGetObjectMetric", "one")] == _events(seen)


def test_an_unusable_selector_is_told_twice() -> None:
    fault = SelectorFault(
        reason="InvalidSelector", condition_reason="InvalidSelector", condition_message="told", message="why"
    )
    seen = observation(external_average(90), pods=fault)
    assert _update(ACTIVE, FALSE, "InvalidSelector", "told") == _conditions(seen)[1]
    assert [("Warning", "InvalidSelector", "why"), ("Warning", "FailedComputeMetricsReplicas", "why")] == _events(seen)


@pytest.mark.parametrize(("replicas", "reason"), [(4, "lag above target"), (3, ""), (2, "All metrics below target")])
def test_the_reason_to_rescale_goes_by_the_winner(replicas: int, reason: str) -> None:
    assert reason == explain.rescale_reason(Proposal(replicas=replicas, name="lag"), 3)


def test_where_nothing_may_be_claimed_the_claim_is_taken_away() -> None:
    assert ConditionRemoval(type=ConditionType.SCALED_TO_ZERO) == explain.scaled_to_zero(None)


def test_events_of_failures_are_warnings() -> None:
    _, event = explain.scale_unavailable("down")
    assert Event(type=EventType.WARNING, reason="FailedGetScale", message="down") == event
