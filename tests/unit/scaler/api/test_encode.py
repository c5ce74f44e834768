"""Does a status print as Go prints it, with our columns after its fields?"""

from datetime import UTC, datetime

import msgspec

from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import Condition
from scaler.api.encode import as_json, encode_condition, encode_status
from scaler.api.metric_status import FailedMetricStatus

NOON = datetime(2026, 1, 31, 12, 0, 0, 999_000, tzinfo=UTC)
ACTIVE = Condition(type="AbleToScale", status="True", reason="ReadyForNewScale", message="fine", last_transition=NOON)


def test_a_condition_prints_in_gos_order_and_whole_seconds() -> None:
    expected = (
        b'{"type":"AbleToScale","status":"True","lastTransitionTime":"2026-01-31T12:00:00Z",'
        b'"reason":"ReadyForNewScale","message":"fine"}'
    )
    assert expected == msgspec.json.encode(encode_condition(ACTIVE))


def test_an_empty_status_prints_the_desired_count_only() -> None:
    assert as_json(encode_status(AutoscalerStatus())) == {"desiredReplicas": 0}


def test_a_full_status_prints_every_field() -> None:
    status = AutoscalerStatus(
        current_replicas=2,
        desired_replicas=3,
        observed_generation=4,
        last_scale_time=NOON,
        current_metrics=(FailedMetricStatus(),),
        conditions=(ACTIVE,),
        memory={"version": 1},
        state="Active",
        targets="<unknown>/30 (avg)",
    )
    expected = {
        "observedGeneration": 4,
        "lastScaleTime": "2026-01-31T12:00:00Z",
        "currentReplicas": 2,
        "desiredReplicas": 3,
        "currentMetrics": [{"type": ""}],
        "conditions": [as_json(encode_condition(ACTIVE))],
        "memory": {"version": 1},
        "state": "Active",
        "targets": "<unknown>/30 (avg)",
    }
    assert expected == as_json(encode_status(status))
