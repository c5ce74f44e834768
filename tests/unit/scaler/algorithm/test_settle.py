"""A decision is completed by what the API server said: only an accepted write counts."""

from dataclasses import replace

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import (
    Accepted,
    ConditionRemoval,
    ConditionUpdate,
    Decision,
    Event,
    EventType,
    NotNeeded,
    Rejected,
    Rescale,
    Withheld,
)
from scaler.algorithm.memory import ScaleEvent
from scaler.algorithm.settle import settle
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.api.states import AutoscalerState
from scaler.api.types import Behavior
from tests.support.builders import SETTINGS, behavior, memory, observation
from tests.support.metric_builders import NOW, external_average

GROWTH = Rescale(current=3, desired=5, reason="external metric lag(nil) above target")
GATE_OFF = replace(SETTINGS, scale_to_zero=False)


def _seen(rules: Behavior | None = None) -> Decision:
    return decide(observation(external_average(150, target=30), behavior=rules), memory(), SETTINGS)


def _settled(outcome: Accepted | Rejected | Withheld | NotNeeded, rules: Behavior | None = None) -> Decision:
    return settle(_seen(rules), outcome, observation(external_average(150), behavior=rules), SETTINGS)


def test_an_accepted_write_is_told() -> None:
    settled = _settled(Accepted(rescale=GROWTH))
    text = "the HPA controller was able to update the target scale to 5"
    updated = ConditionUpdate(
        type=ConditionType.ABLE_TO_SCALE, status=ConditionStatus.TRUE, reason="SucceededRescale", message=text
    )
    message = "New size: 5; reason: external metric lag(nil) above target"
    assert updated == settled.conditions[-2]
    assert Event(type=EventType.NORMAL, reason="SuccessfulRescale", message=message) == settled.events[-1]


def test_an_accepted_write_that_does_not_sleep_disclaims_zero() -> None:
    settled = _settled(Accepted(rescale=GROWTH))
    text = "the HPA controller did not scale the workload to zero"
    expected = ConditionUpdate(
        type=ConditionType.SCALED_TO_ZERO, status=ConditionStatus.FALSE, reason="NotScaledToZero", message=text
    )
    assert (expected, False) == (settled.conditions[-1], settled.memory.activation.scaled_to_zero)


def test_an_accepted_zero_is_claimed() -> None:
    seen = observation(external_average(0), min_replicas=0)
    settled = settle(decide(seen, memory(), SETTINGS), Accepted(rescale=replace(GROWTH, desired=0)), seen, SETTINGS)
    text = "the HPA controller scaled the workload to zero"
    expected = ConditionUpdate(
        type=ConditionType.SCALED_TO_ZERO, status=ConditionStatus.TRUE, reason="ScaledToZero", message=text
    )
    assert (expected, AutoscalerState.SCALED_TO_ZERO) == (settled.conditions[-1], settled.state)


def test_with_the_gate_off_the_claim_is_taken_away() -> None:
    seen = observation(external_average(150))
    settled = settle(decide(seen, memory(), GATE_OFF), Accepted(rescale=GROWTH), seen, GATE_OFF)
    assert ConditionRemoval(type=ConditionType.SCALED_TO_ZERO) == settled.conditions[-1]


def test_trap_10_an_accepted_write_is_a_scale_event_if_behavior_is_set() -> None:
    assert (ScaleEvent(at=NOW, change=2),) == _settled(Accepted(rescale=GROWTH), behavior()).memory.scale_ups
    assert _settled(Accepted(rescale=GROWTH)).memory.scale_ups == ()


def test_trap_10_a_rejected_write_is_no_scale_event() -> None:
    assert _settled(Rejected(rescale=GROWTH, message="no"), behavior()).memory.scale_ups == ()


def test_a_rejected_write_is_told_and_leaves_the_desired_count() -> None:
    settled = _settled(Rejected(rescale=GROWTH, message="no"))
    failed = ConditionUpdate(
        type=ConditionType.ABLE_TO_SCALE,
        status=ConditionStatus.FALSE,
        reason="FailedUpdateScale",
        message="the HPA controller was unable to update the target scale: no",
    )
    message = "New size: 5; reason: external metric lag(nil) above target; error: no"
    assert (None, failed) == (settled.desired, settled.conditions[-1])
    assert Event(type=EventType.WARNING, reason="FailedRescale", message=message) == settled.events[-1]


def test_a_rejected_write_decides_nothing_about_zero() -> None:
    assert _seen().memory.activation == _settled(Rejected(rescale=GROWTH, message="no")).memory.activation


def test_a_write_that_was_withheld_changes_nothing() -> None:
    assert _seen() == _settled(Withheld())


def test_nothing_to_write_changes_nothing() -> None:
    assert _seen() == _settled(NotNeeded())
