"""Metrics that are sampled per pod: missing and unready pods damp a move, and failures have the stock texts."""

from scaler.algorithm.measure_pods import measure_pods, measure_resource
from scaler.algorithm.model import Pod
from scaler.algorithm.pods import group_pods, roster_of
from scaler.algorithm.stages import MetricFailure, PodsMeasurement, Rebalanced
from scaler.api.metric_status import ContainerResourceMetricStatus, PodsMetricStatus, ResourceMetricStatus
from scaler.api.types import (
    ContainerResourceMetricSource,
    MetricIdentifier,
    Milli,
    PodsMetricSource,
    ResourceMetricSource,
)
from tests.support.builders import SETTINGS
from tests.support.metric_builders import (
    NOW,
    Metric,
    container_cpu,
    cpu,
    cpu_average,
    pod,
    pods_metric,
)

ABC = (pod("a"), pod("b"), pod("c"))


def _measured(metric: Metric, pods: tuple[Pod, ...] = ABC) -> PodsMeasurement | MetricFailure:
    groups = group_pods(roster_of(pods), metric.spec, metric.reading, NOW, SETTINGS)
    if isinstance(metric.spec, PodsMetricSource):
        return measure_pods(metric.spec, metric.reading, groups)
    assert isinstance(metric.spec, ResourceMetricSource | ContainerResourceMetricSource)
    return measure_resource(metric.spec, metric.reading, groups)


def _rebalanced(metric: Metric, pods: tuple[Pod, ...] = ABC) -> Rebalanced | None:
    found = _measured(metric, pods)
    assert isinstance(found, PodsMeasurement)
    return found.rebalanced


def test_utilization_is_percent_of_requests_over_the_percent_asked_for() -> None:
    expected = PodsMeasurement(
        name="cpu resource utilization (percentage of request)",
        ratio=80 / 50,
        counted_pods=3,
        rebalanced=None,
        status=ResourceMetricStatus(name="cpu", average_value=Milli(80), average_utilization=80),
    )
    assert expected == _measured(cpu({"a": 70, "b": 80, "c": 90}))


def test_a_container_has_its_own_words() -> None:
    expected = PodsMeasurement(
        name="cpu container resource utilization (percentage of request)",
        ratio=80 / 50,
        counted_pods=3,
        rebalanced=None,
        status=ContainerResourceMetricStatus(
            name="cpu", container="app", average_value=Milli(80), average_utilization=80
        ),
    )
    assert expected == _measured(container_cpu({"a": 70, "b": 80, "c": 90}))


def test_a_target_each_needs_no_requests() -> None:
    expected = PodsMeasurement(
        name="cpu resource",
        ratio=0.8,
        counted_pods=1,
        rebalanced=None,
        status=ResourceMetricStatus(name="cpu", average_value=Milli(80)),
    )
    assert expected == _measured(cpu_average({"a": 80}), (pod("a", requests={"app": {}}),))


def test_a_pods_metric_is_a_mean_against_a_target() -> None:
    expected = PodsMeasurement(
        name="pods metric in_flight",
        ratio=0.8,
        counted_pods=3,
        rebalanced=None,
        status=PodsMetricStatus(metric=MetricIdentifier(name="in_flight"), average_value=Milli(80)),
    )
    assert expected == _measured(pods_metric({"a": 70, "b": 80, "c": 90}))


def test_trap_9_on_the_way_down_a_missing_pod_is_taken_to_use_its_request() -> None:
    assert Rebalanced(ratio=40 / 50, counted_pods=3) == _rebalanced(cpu({"a": 10, "b": 10}))


def test_trap_9_a_target_above_100_percent_is_what_a_missing_pod_is_taken_to_use() -> None:
    # (10 + 10 + 150) of 300 is 56 %.
    assert Rebalanced(ratio=56 / 150, counted_pods=3) == _rebalanced(cpu({"a": 10, "b": 10}, utilization=150))


def test_on_the_way_up_a_missing_pod_is_taken_to_use_nothing() -> None:
    assert Rebalanced(ratio=60 / 50, counted_pods=3) == _rebalanced(cpu({"a": 90, "b": 90}))


def test_on_the_way_up_an_unready_pod_is_taken_to_use_nothing() -> None:
    pods = (pod("a"), pod("b"), pod("c", phase="Pending"))
    assert Rebalanced(ratio=60 / 50, counted_pods=3) == _rebalanced(cpu({"a": 90, "b": 90, "c": 500}), pods)


def test_on_the_way_down_an_unready_pod_is_left_out() -> None:
    pods = (pod("a"), pod("b"), pod("c", phase="Pending"))
    assert _rebalanced(cpu({"a": 10, "b": 10}), pods) is None


def test_at_exactly_the_target_a_missing_pod_has_no_sample_assumed() -> None:
    assert Rebalanced(ratio=1.0, counted_pods=2) == _rebalanced(cpu({"a": 50, "b": 50}))


def test_an_ignored_pod_is_as_if_it_were_not_there() -> None:
    pods = (pod("a"), pod("b", deleting=True))
    found = _measured(cpu({"a": 80, "b": 10}), pods)
    assert isinstance(found, PodsMeasurement)
    assert (found.ratio, found.counted_pods, found.rebalanced) == (80 / 50, 1, None)
