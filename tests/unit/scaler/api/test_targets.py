"""Does the column TARGETS read as in `kubectl get hpa`?"""

import pytest

from scaler.api.metric_status import (
    ContainerResourceMetricStatus,
    ExternalMetricStatus,
    FailedMetricStatus,
    MetricStatus,
    ObjectMetricStatus,
    PodsMetricStatus,
    ResourceMetricStatus,
)
from scaler.api.targets import targets_text
from scaler.api.types import (
    ContainerResourceMetricSource,
    CrossVersionObjectReference,
    ExternalMetricSource,
    MetricIdentifier,
    MetricSpec,
    MetricTarget,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)

QUEUE = MetricIdentifier(name="queue_depth")
EACH = MetricTarget(type="AverageValue", average_value=Milli(30_000))
TOTAL = MetricTarget(type="Value", value=Milli(100_000))
HALF = MetricTarget(type="Utilization", average_utilization=50)
INGRESS = CrossVersionObjectReference(kind="Ingress", name="main")
PER_REPLICA = ExternalMetricSource(metric=QUEUE, target=EACH)


@pytest.mark.parametrize(
    ("metric", "status", "text"),
    [
        (PER_REPLICA, ExternalMetricStatus(metric=QUEUE, average_value=Milli(12_000)), "12/30 (avg)"),
        (PER_REPLICA, FailedMetricStatus(), "<unknown>/30 (avg)"),
        (
            ExternalMetricSource(metric=QUEUE, target=TOTAL),
            ExternalMetricStatus(metric=QUEUE, value=Milli(500)),
            "500m/100",
        ),
        (ExternalMetricSource(metric=QUEUE, target=TOTAL), FailedMetricStatus(), "<unknown>/100"),
        (
            ObjectMetricSource(described_object=INGRESS, metric=QUEUE, target=TOTAL),
            ObjectMetricStatus(metric=QUEUE, value=Milli(7000)),
            "7/100",
        ),
        (
            PodsMetricSource(metric=QUEUE, target=EACH),
            PodsMetricStatus(metric=QUEUE, average_value=Milli(1500)),
            "1500m/30",
        ),
        (PodsMetricSource(metric=QUEUE, target=EACH), FailedMetricStatus(), "<unknown>/30"),
        (
            ResourceMetricSource(name="cpu", target=HALF),
            ResourceMetricStatus(name="cpu", average_value=Milli(1), average_utilization=10),
            "cpu: 10%/50%",
        ),
        (ResourceMetricSource(name="cpu", target=HALF), FailedMetricStatus(), "cpu: <unknown>/50%"),
        (
            ContainerResourceMetricSource(
                name="memory",
                container="app",
                target=MetricTarget(type="AverageValue", average_value=Milli(2**21 * 1000)),
            ),
            ContainerResourceMetricStatus(name="memory", container="app", average_value=Milli(2**20 * 1000)),
            "memory: 1Mi/2Mi",
        ),
        (ResourceMetricSource(name="cpu", target=EACH), FailedMetricStatus(), "cpu: <unknown>/30"),
        (
            ResourceMetricSource(name="cpu", target=MetricTarget(type="Utilization")),
            FailedMetricStatus(),
            "cpu: <unknown>/<auto>",
        ),
        (UnknownMetricSource(type="Queue"), FailedMetricStatus(), "<unknown type>"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_metric_reads_as_current_over_target(metric: MetricSpec, status: MetricStatus, text: str) -> None:
    assert text == targets_text((metric,), (status,))


def test_a_metric_that_was_not_measured_yet_is_unknown() -> None:
    assert targets_text((PER_REPLICA,), ()) == "<unknown>/30 (avg)"


def test_two_metrics_stand_side_by_side() -> None:
    expected = "<unknown>/30 (avg), <unknown>/30 (avg)"
    assert expected == targets_text((PER_REPLICA,) * 2, ())


def test_of_more_than_two_metrics_the_rest_is_counted() -> None:
    expected = "<unknown>/30 (avg), <unknown>/30 (avg) + 3 more..."
    assert expected == targets_text((PER_REPLICA,) * 5, ())


def test_without_metrics_there_is_nothing_to_tell() -> None:
    assert targets_text((), ()) == "<none>"
