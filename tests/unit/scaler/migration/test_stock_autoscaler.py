"""Claims about the HorizontalPodAutoscaler that is made of a ZeroPodAutoscaler, and about what it can't say."""

import pytest

from scaler.migration.stock_autoscaler import Gate, losses, stock_autoscaler_of
from tests.unit.scaler.migration.moved import METRICS, TARGET, zero


@pytest.mark.parametrize(
    ("gate", "least", "expected"), [(Gate.ON, 0, 0), (Gate.OFF, 0, 1), (Gate.ON, 2, 2), (Gate.OFF, 2, 2)]
)
def test_with_the_gate_off_the_minimum_is_at_least_one(gate: Gate, least: int, expected: int) -> None:
    assert {
        "scaleTargetRef": TARGET,
        "minReplicas": expected,
        "maxReplicas": 5,
        "metrics": METRICS,
    } == stock_autoscaler_of(zero(least=least, block={"wake": "Immediate"}), gate)["spec"]


def test_a_pause_by_annotation_and_the_mark_stay_behind() -> None:
    document = zero(mark="to-hpa")
    document["metadata"]["annotations"] |= {"lagzero.dev/paused": "why", "lagzero.dev/paused-until": "x", "owner": "us"}
    made = stock_autoscaler_of(document, Gate.ON)
    assert {"name": "worker", "namespace": "jobs", "annotations": {"owner": "us"}} == made["metadata"]


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ({"cooldownSeconds": 60}, ["spec.zero.cooldownSeconds 60"]),
        ({"wake": "Immediate"}, ["spec.zero.wake Immediate"]),
        ({"initial": "ScaledToZero"}, ["spec.zero.initial ScaledToZero"]),
        ({"onDelete": "Restore"}, ["spec.zero.onDelete Restore"]),
        ({"inFlight": {"metric": {"name": "busy"}}}, ["spec.zero.inFlight"]),
        ({"mode": "Shadow"}, ["spec.zero.mode Shadow"]),
        ({"cooldownSeconds": 0, "wake": "Policies", "initial": "Paused", "onDelete": "Keep", "mode": "Active"}, []),
        (None, []),
    ],
)
def test_what_would_be_lost_is_named_field_by_field(block: dict[str, object] | None, words: list[str]) -> None:
    assert words == [line.partition(":")[0] for line in losses(zero(block=block), Gate.ON)]


def test_the_shadow_of_a_hand_over_is_no_loss() -> None:
    assert [] == list(losses(zero(mark="to-hpa", block={"mode": "Shadow"}), Gate.ON))


@pytest.mark.parametrize(("value", "count"), [("why", 1), ("true", 1), ("false", 0)])
def test_a_pause_is_lost(value: str, count: int) -> None:
    document = zero()
    document["metadata"]["annotations"] = {"lagzero.dev/paused": value}
    assert count == len(list(losses(document, Gate.ON)))


@pytest.mark.parametrize(("gate", "least", "count"), [(Gate.OFF, 0, 1), (Gate.OFF, 1, 0), (Gate.ON, 0, 0)])
def test_sleep_is_lost_with_the_gate_off(gate: Gate, least: int, count: int) -> None:
    assert count == len(list(losses(zero(least=least), gate)))
