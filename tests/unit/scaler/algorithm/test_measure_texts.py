"""A measurement names its metric, and a failed one says why, in the stock controller's words."""

from dataclasses import replace

import pytest

from scaler.algorithm.measure import measure
from scaler.algorithm.model import Scale
from scaler.algorithm.pods import group_pods, roster_of
from scaler.algorithm.stages import Measurement, MetricFailure, ValueMeasurement
from scaler.api.types import ExternalMetricSource, LabelSelector, MetricIdentifier, MetricTarget, UnknownMetricSource
from tests.support.builders import PARITY
from tests.support.metric_builders import (
    NOW,
    Metric,
    cpu,
    external,
    external_average,
    object_average,
    object_value,
    ready_pods,
    unavailable,
)


def _measured(metric: Metric) -> Measurement | MetricFailure:
    scale = Scale(spec_replicas=3, status_replicas=3, selector="app=worker")
    groups = group_pods(roster_of(ready_pods(3)), metric.spec, metric.reading, NOW, PARITY)
    return measure(metric.spec, metric.reading, scale, groups, PARITY)


@pytest.mark.parametrize(
    ("metric", "reason", "prefix"),
    [
        (
            external(1),
            "FailedGetExternalMetric",
            "failed to get lag external metric value: failed to get external metric lag: ",
        ),
        (
            external_average(1),
            "FailedGetExternalMetric",
            "failed to get lag external metric value: failed to get lag external metric: ",
        ),
        (object_value(1), "FailedGetObjectMetric", "failed to get object metric value: "),
        (
            object_average(1),
            "FailedGetObjectMetric",
            "failed to get object metric value: failed to get depth object metric: ",
        ),
    ],
)
def test_an_unavailable_metric_fails_with_the_stock_controllers_words(metric: Metric, reason: str, prefix: str) -> None:
    expected = MetricFailure(reason=reason, message="it is down", first_error=f"{prefix}it is down")
    assert expected == _measured(unavailable(metric, "it is down"))


def test_an_unknown_kind_of_metric_is_a_failure() -> None:
    text = 'unknown metric source type "Custom"'
    expected = MetricFailure(reason="InvalidMetricSourceType", message=text, first_error=text)
    assert expected == _measured(Metric(spec=UnknownMetricSource(type="Custom"), reading=external(1).reading))


@pytest.mark.parametrize("metric", [external(1), object_value(1), cpu({})])
def test_a_reading_of_the_wrong_kind_is_a_callers_bug(metric: Metric) -> None:
    wrong = object_value(1) if metric.spec == external(1).spec else external(1)
    with pytest.raises(TypeError, match="was given"):
        _measured(replace(metric, reading=wrong.reading))


def test_an_object_metric_by_average_value_is_named_an_external_one() -> None:
    named = [_measured(object_value(1)), _measured(object_average(1))]
    assert [item.name for item in named if not isinstance(item, MetricFailure)] == [
        "Queue metric depth",
        "external metric depth(nil)",
    ]


def test_the_name_of_an_external_metric_prints_its_selector_as_go_does() -> None:
    selector = LabelSelector(match_labels=(("name", "worker_tasks"),))
    base = external(1)
    assert isinstance(base.spec, ExternalMetricSource)
    found = _measured(replace(base, spec=replace(base.spec, metric=MetricIdentifier(name="lag", selector=selector))))
    labels = "MatchLabels:map[string]string{name: worker_tasks,}"
    text = f"&LabelSelector{{{labels},MatchExpressions:[]LabelSelectorRequirement{{}},}}"
    assert isinstance(found, ValueMeasurement)
    assert f"external metric lag({text})" == found.name


def test_an_external_metric_without_a_target_fails() -> None:
    base = external(1)
    assert isinstance(base.spec, ExternalMetricSource)
    text = "invalid external metric source: neither a value target nor an average value target was set"
    expected = MetricFailure(
        reason="FailedGetExternalMetric", message=text, first_error=f"failed to get lag external metric value: {text}"
    )
    assert expected == _measured(replace(base, spec=replace(base.spec, target=MetricTarget(type="Value"))))
