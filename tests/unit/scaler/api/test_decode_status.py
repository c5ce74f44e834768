"""Is what a status said read back, word for word?"""

from datetime import UTC, datetime

import msgspec
import pytest

from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.decode_status import NEVER, decode_status
from scaler.api.encode import encode_status
from scaler.api.metric_status import (
    ContainerResourceMetricStatus,
    ExternalMetricStatus,
    FailedMetricStatus,
    ObjectMetricStatus,
    PodsMetricStatus,
    ResourceMetricStatus,
)
from scaler.api.quantities import DecodeError
from scaler.api.types import CrossVersionObjectReference, MetricIdentifier, Milli
from scaler.api.wire_status import WireCondition, WireMetricStatus, WireResourceMetricStatus, WireStatus

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
QUEUE = MetricIdentifier(name="queue_depth")
FULL = AutoscalerStatus(
    current_replicas=2,
    desired_replicas=3,
    observed_generation=4,
    last_scale_time=NOON,
    current_metrics=(
        ExternalMetricStatus(metric=QUEUE, average_value=Milli(46163)),
        ObjectMetricStatus(
            metric=QUEUE, described_object=CrossVersionObjectReference(kind="Ingress", name="main"), value=Milli(1)
        ),
        ObjectMetricStatus(metric=QUEUE, average_value=Milli(-5)),
        PodsMetricStatus(metric=QUEUE, average_value=Milli(7)),
        ResourceMetricStatus(name="memory", average_value=Milli(2**40 * 1000), average_utilization=12),
        ContainerResourceMetricStatus(name="cpu", container="app", average_value=Milli(0)),
        FailedMetricStatus(),
    ),
    conditions=(
        Condition(type="ScaledToZero", status="False", reason="NotScaledToZero", message="", last_transition=NOON),
    ),
    memory={"version": 1},
    state="Active",
    targets="12/30 (avg)",
)


def test_reading_undoes_writing() -> None:
    assert decode_status(encode_status(FULL)) == FULL


def test_a_status_that_was_never_written_is_empty() -> None:
    assert AutoscalerStatus() == decode_status(WireStatus())


def test_the_null_that_go_prints_for_no_metrics_is_none() -> None:
    wire = msgspec.convert({"currentMetrics": None, "conditions": None, "lastScaleTime": None}, WireStatus)
    assert AutoscalerStatus() == decode_status(wire)


def test_a_condition_without_a_transition_changed_in_gos_year_one() -> None:
    read = decode_status(WireStatus(conditions=(WireCondition(type="AbleToScale", status="True"),)))
    assert [condition.last_transition for condition in read.conditions] == [NEVER]


@pytest.mark.parametrize("kind", ["External", "Object", "Pods", "Resource", "ContainerResource", "Queue"])
def test_an_entry_without_its_source_says_nothing(kind: str) -> None:
    read = decode_status(WireStatus(current_metrics=(WireMetricStatus(type=kind),)))
    assert (FailedMetricStatus(),) == read.current_metrics


def test_a_use_that_nobody_measured_is_none() -> None:
    entry = WireMetricStatus(type="Resource", resource=WireResourceMetricStatus(name="cpu"))
    read = decode_status(WireStatus(current_metrics=(entry,)))
    assert (ResourceMetricStatus(name="cpu", average_value=Milli(0)),) == read.current_metrics


@pytest.mark.parametrize(
    ("wire", "field"),
    [
        (WireStatus(last_scale_time="noon"), "status.lastScaleTime"),
        (
            WireStatus(conditions=(WireCondition(last_transition_time="1.1.2026"),)),
            "status.conditions[0].lastTransitionTime",
        ),
    ],
    ids=["the last scaling", "a transition"],
)
def test_a_time_that_is_none_is_refused_with_its_place(wire: WireStatus, field: str) -> None:
    with pytest.raises(DecodeError) as refused:
        decode_status(wire)
    assert field == refused.value.field
