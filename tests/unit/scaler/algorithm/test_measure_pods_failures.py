"""A metric that is sampled per pod and can't be measured says why, in the stock controller's words."""

import pytest

from scaler.algorithm.measure_pods import measure_pods, measure_resource
from scaler.algorithm.model import Pod
from scaler.algorithm.pods import group_pods, roster_of
from scaler.algorithm.stages import MetricFailure, PodsMeasurement
from scaler.api.types import (
    ContainerResourceMetricSource,
    MetricIdentifier,
    MetricTarget,
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
    external,
    pod,
    pods_metric,
    samples,
    unavailable,
)

ABC = (pod("a"), pod("b"), pod("c"))


def _measured(metric: Metric, pods: tuple[Pod, ...] = ABC) -> PodsMeasurement | MetricFailure:
    groups = group_pods(roster_of(pods), metric.spec, metric.reading, NOW, SETTINGS)
    if isinstance(metric.spec, PodsMetricSource):
        return measure_pods(metric.spec, metric.reading, groups)
    assert isinstance(metric.spec, ResourceMetricSource | ContainerResourceMetricSource)
    return measure_resource(metric.spec, metric.reading, groups)


def _message(metric: Metric, pods: tuple[Pod, ...] = ABC) -> str:
    found = _measured(metric, pods)
    assert isinstance(found, MetricFailure)
    return found.message


def test_without_pods_there_is_no_measurement() -> None:
    text = "no pods returned by selector while calculating replica count"
    assert text == _message(pods_metric({"a": 1}), ())


def test_without_a_sample_that_counts_there_is_no_measurement() -> None:
    text = "did not receive metrics for targeted pods (pods might be unready)"
    assert text == _message(pods_metric({"a": 1}), (pod("a", phase="Pending"),))


def test_requests_of_ignored_pods_must_be_there_too() -> None:
    pods = (pod("a"), pod("b", deleting=True, requests={"app": {}}))
    text = "failed to get cpu utilization: missing request for cpu in container app of Pod b"
    assert text == _message(cpu({"a": 80}), pods)


@pytest.mark.parametrize(
    ("metric", "reason", "message", "first_error"),
    [
        (
            cpu({}),
            "FailedGetResourceMetric",
            "failed to get cpu utilization: down",
            "failed to get cpu resource metric value: failed to get cpu utilization: down",
        ),
        (
            cpu_average({}),
            "FailedGetResourceMetric",
            "failed to get cpu usage: down",
            "failed to get cpu resource metric value: failed to get cpu usage: down",
        ),
        (
            container_cpu({}),
            "FailedGetContainerResourceMetric",
            "failed to get cpu utilization: down",
            "failed to get app container metric value: failed to get cpu utilization: down",
        ),
        (pods_metric({}), "FailedGetPodsMetric", "down", "failed to get pods metric value: down"),
    ],
)
def test_an_unavailable_metric_fails_with_the_stock_controllers_words(
    metric: Metric, reason: str, message: str, first_error: str
) -> None:
    expected = MetricFailure(reason=reason, message=message, first_error=first_error)
    assert expected == _measured(unavailable(metric, "down"))


NO_TARGET = MetricTarget(type="Utilization")
NO_UTILIZATION = "neither an average utilization target nor an average value target was set"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            ResourceMetricSource(name="cpu", target=NO_TARGET),
            f"failed to get cpu utilization: invalid resource metric source: {NO_UTILIZATION}",
        ),
        (
            PodsMetricSource(metric=MetricIdentifier(name="in_flight"), target=NO_TARGET),
            f"invalid pods metric source: {NO_UTILIZATION}",
        ),
    ],
)
def test_a_target_without_a_field_is_that_metrics_failure(
    spec: ResourceMetricSource | PodsMetricSource, message: str
) -> None:
    assert message == _message(Metric(spec=spec, reading=samples({"a": 1})))


def test_a_reading_of_the_wrong_kind_is_a_callers_bug() -> None:
    with pytest.raises(TypeError, match="was given"):
        _measured(Metric(spec=cpu({}).spec, reading=external(1).reading))


def test_samples_of_strangers_alone_are_no_utilization() -> None:
    text = "failed to get cpu utilization: no metrics returned matched known pods"
    assert text == _message(cpu({"stranger": 80}))


def test_without_pods_there_is_no_utilization() -> None:
    text = "failed to get cpu utilization: no pods returned by selector while calculating replica count"
    assert text == _message(cpu({"a": 80}), ())
