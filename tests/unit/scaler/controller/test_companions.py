"""Claims about `scaler.controller.companions`: what is ours of a stock autoscaler, and when it is written."""

from dataclasses import replace

import pytest

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, NotNeeded, Rejected, Rescale, Withheld
from scaler.algorithm.memory import Activation, Memory, Recommendation
from scaler.algorithm.model import Obstacle, ReplicasWriter, WriterKind
from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.companion import Companion
from scaler.api.conditions import Condition
from scaler.controller.companions import as_companions_see, companion_events, companion_status, crosses_zero
from scaler.controller.remembered import memory_in_status
from tests.support.builders import HUMAN, OURS, SETTINGS, STOCK, after, memory, observation
from tests.support.metric_builders import NOW, external_average, unavailable
from tests.unit.scaler.controller.seen import companion

SEEN = observation(external_average(90), min_replicas=0)
DECISION = decide(SEEN, memory(), SETTINGS)
ODD = Obstacle(reason="Odd", message="put it right")
REMEMBERED = Memory(recommendations=(Recommendation(at=NOW, replicas=3),))
KEPT = memory_in_status(REMEMBERED, NOW)


def claiming(*, claim: bool | None) -> Decision:
    return replace(DECISION, memory=Memory(activation=Activation(scaled_to_zero=claim)))


def condition(status: str, reason: str = "any", seconds: float = -60) -> Condition:
    return Condition(type="ScaledToZero", status=status, reason=reason, message="", last_transition=after(seconds))


def status_after(
    status: AutoscalerStatus, decision: Decision, *, obstacle: Obstacle | None = None, written: float | None = None
) -> AutoscalerStatus:
    own = Companion(asked="0", min_replicas=1, memory_written=None if written is None else after(written))
    found = companion(companion=own, status=status)
    return companion_status(found, own, status, decision, replace(SEEN, obstacle=obstacle))


@pytest.mark.parametrize(
    ("current", "desired", "crosses"),
    [(1, 0, True), (5, 0, True), (0, 1, True), (0, 4, True), (1, 2, False), (3, 1, False)],
)
def test_only_writes_from_and_to_zero_cross_the_border(current: int, desired: int, crosses: bool) -> None:
    assert crosses is crosses_zero(Rescale(current=current, desired=desired, reason=""))


def test_the_stock_controller_is_somebody_else() -> None:
    expected = ReplicasWriter(kind=WriterKind.OTHER, manager="kube-controller-manager", at=NOW)
    assert expected == as_companions_see(STOCK)


@pytest.mark.parametrize("writer", [OURS, HUMAN], ids=["ours", "human"])
def test_everybody_else_is_who_they_are(writer: ReplicasWriter) -> None:
    assert writer == as_companions_see(writer)


@pytest.mark.parametrize(("claim", "status"), [(True, "True"), (False, "False")])
def test_the_claim_is_the_only_condition(claim: bool, status: str) -> None:
    following = status_after(AutoscalerStatus(), claiming(claim=claim))
    assert [("ScaledToZero", status)] == [(each.type, each.status) for each in following.conditions]


def test_before_anything_was_claimed_there_is_no_condition() -> None:
    assert AutoscalerStatus() == status_after(AutoscalerStatus(), claiming(claim=None))


def test_a_claim_that_stays_keeps_its_time() -> None:
    following = status_after(AutoscalerStatus(conditions=(condition("True"),)), claiming(claim=True))
    assert [after(-60)] == [each.last_transition for each in following.conditions]


@pytest.mark.parametrize(("claim", "status"), [(True, "True"), (False, "False"), (None, "False")])
def test_an_obstacle_is_the_reason_and_leaves_the_claim(claim: bool | None, status: str) -> None:
    following = status_after(AutoscalerStatus(), claiming(claim=claim), obstacle=ODD)
    told = [(each.status, each.reason, each.message) for each in following.conditions]
    assert [(status, "Odd", "put it right")] == told


def test_an_obstacle_that_is_gone_gives_the_reason_back() -> None:
    following = status_after(AutoscalerStatus(conditions=(condition("True", "Odd"),)), claiming(claim=True))
    assert ["ScaledToZero"] == [each.reason for each in following.conditions]


def test_counts_and_metrics_are_the_stock_controllers() -> None:
    following = status_after(AutoscalerStatus(), DECISION)
    assert (0, 0, (), "") == (
        following.current_replicas,
        following.desired_replicas,
        following.current_metrics,
        following.state,
    )


def test_a_memory_that_differs_is_written() -> None:
    assert KEPT == status_after(AutoscalerStatus(), replace(DECISION, memory=REMEMBERED)).memory


@pytest.mark.parametrize(("seconds", "expected"), [(-30, KEPT), (-29, None), (0, None), (29, None), (3600, KEPT)])
def test_it_is_written_no_more_than_every_half_minute(seconds: float, expected: object) -> None:
    following = status_after(AutoscalerStatus(), replace(DECISION, memory=REMEMBERED), written=seconds)
    assert expected == following.memory


def test_demand_that_has_just_come_back_is_written_at_once() -> None:
    """A start that knew nothing of it would go to zero too soon."""
    idle = memory_in_status(memory(recommendations=[(15, 0)]), after(-15))
    following = status_after(AutoscalerStatus(memory=idle), replace(DECISION, memory=REMEMBERED), written=-15)
    assert KEPT == following.memory


def test_demand_that_has_just_gone_may_wait() -> None:
    """Until then a start takes it for present."""
    gone = memory(recommendations=[(15, 3), (0, 0)])
    following = status_after(AutoscalerStatus(memory=KEPT), replace(DECISION, memory=gone), written=-15)
    assert KEPT == following.memory


def test_while_the_watch_lags_behind_our_own_write_it_is_not_written_again() -> None:
    found = companion(status=AutoscalerStatus(memory={"older": 1}))
    assert found.companion is not None
    ours = AutoscalerStatus(memory={"newer": 1})
    following = companion_status(found, found.companion, ours, replace(DECISION, memory=REMEMBERED), SEEN)
    assert {"newer": 1} == following.memory


def test_behind_an_obstacle_the_memory_stays_as_it_is() -> None:
    known = AutoscalerStatus(memory={"older": 1})
    assert {"older": 1} == status_after(known, replace(DECISION, memory=REMEMBERED), obstacle=ODD).memory


def test_a_withheld_write_has_no_event() -> None:
    assert () == companion_events(decide(observation(unavailable(external_average(1))), memory(), SETTINGS), Withheld())


def test_above_zero_a_failed_metric_is_the_stock_controllers_to_tell() -> None:
    assert () == companion_events(
        decide(observation(unavailable(external_average(1))), memory(), SETTINGS), NotNeeded()
    )


def test_at_zero_nobody_else_tells_of_a_failed_metric() -> None:
    seen = observation(unavailable(external_average(1)), spec_replicas=0, min_replicas=0)
    told = companion_events(decide(seen, memory(claim=True), SETTINGS), NotNeeded())
    assert ["FailedGetExternalMetric", "FailedComputeMetricsReplicas"] == [event.reason for event in told]


@pytest.mark.parametrize("outcome", [Accepted, Rejected])
def test_a_write_of_ours_is_told(outcome: type[Accepted | Rejected]) -> None:
    rescale = Rescale(current=1, desired=0, reason="")
    decided = decide(observation(unavailable(external_average(1))), memory(), SETTINGS)
    made = Accepted(rescale=rescale) if outcome is Accepted else Rejected(rescale=rescale, message="no")
    assert decided.events == companion_events(decided, made)
