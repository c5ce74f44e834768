"""Totals are held against their targets as the stock controller holds them, with its texts and its traps."""

import math
from dataclasses import replace

import pytest

from scaler.algorithm.arithmetic import INT64_MAX, INT64_MIN
from scaler.algorithm.measure import measure
from scaler.algorithm.model import AlgorithmSettings, ExternalValues, ObjectValue, Scale
from scaler.algorithm.pods import group_pods, roster_of
from scaler.algorithm.stages import AverageMeasurement, Measurement, MetricFailure, ValueMeasurement
from scaler.api.metric_status import ExternalMetricStatus, ObjectMetricStatus
from scaler.api.types import (
    ExternalMetricSource,
    MetricIdentifier,
    MetricTarget,
    Milli,
    ObjectMetricSource,
)
from tests.support.builders import PARITY, SETTINGS
from tests.support.metric_builders import (
    NOW,
    Metric,
    external,
    external_average,
    milli,
    object_average,
    object_value,
    ready_pods,
)


def _measured(
    metric: Metric, *, spec_replicas: int = 3, status_replicas: int = 3, settings: AlgorithmSettings = PARITY
) -> Measurement | MetricFailure:
    scale = Scale(spec_replicas=spec_replicas, status_replicas=status_replicas, selector="app=worker")
    groups = group_pods(roster_of(ready_pods(3)), metric.spec, metric.reading, NOW, settings)
    return measure(metric.spec, metric.reading, scale, groups, settings)


def _average_of(metric: Metric, *, replicas: int, settings: AlgorithmSettings) -> Milli | None:
    found = _measured(metric, spec_replicas=replicas, status_replicas=replicas, settings=settings)
    assert isinstance(found, AverageMeasurement)
    assert isinstance(found.status, ExternalMetricStatus | ObjectMetricStatus)
    return found.status.average_value


def _usage(metric: Metric, settings: AlgorithmSettings) -> Milli | None:
    found = _measured(metric, settings=settings)
    if isinstance(found, AverageMeasurement):
        return found.usage
    assert isinstance(found, ValueMeasurement)
    assert isinstance(found.status, ExternalMetricStatus)
    return found.status.value


def _series(*values: int, average: bool) -> Metric:
    """Series in thousandths."""
    base = external_average(1, target=30) if average else external(1, target=100)
    return replace(base, reading=ExternalValues(values=tuple(map(Milli, values))))


def test_all_series_of_an_external_metric_add_up() -> None:
    assert milli(400) == _usage(external(100, 250, 50), PARITY)


@pytest.mark.parametrize("metric", [external(400, target=100), object_value(400, target=100)])
def test_a_value_target_compares_the_total(metric: Metric) -> None:
    found = _measured(metric)
    assert isinstance(found, ValueMeasurement)
    assert (found.ratio, found.pods.roster.ready) == (4.0, 3)


@pytest.mark.parametrize("metric", [external_average(400, target=30), object_average(400, target=30)])
def test_trap_5_an_average_target_divides_by_status_replicas(metric: Metric) -> None:
    found = _measured(metric, spec_replicas=4, status_replicas=5)
    assert isinstance(found, AverageMeasurement)
    assert (found.ratio, found.base_replicas) == (400 / (30 * 5), 5)


@pytest.mark.parametrize("metric", [external_average(400, target=30), object_average(400, target=30)])
def test_surge_blind_divides_by_spec_replicas(metric: Metric) -> None:
    found = _measured(metric, spec_replicas=4, status_replicas=5, settings=SETTINGS)
    assert isinstance(found, AverageMeasurement)
    assert (found.ratio, found.base_replicas) == (400 / (30 * 4), 4)


@pytest.mark.parametrize(("settings", "average"), [(PARITY, milli(80)), (SETTINGS, milli(100))])
def test_the_reported_average_has_the_same_divisor(settings: AlgorithmSettings, average: Milli) -> None:
    found = _measured(external_average(400, target=30), spec_replicas=4, status_replicas=5, settings=settings)
    assert isinstance(found, AverageMeasurement)
    assert ExternalMetricStatus(metric=MetricIdentifier(name="lag"), average_value=average) == found.status


@pytest.mark.parametrize("metric", [external_average(400, target=30), object_average(400, target=30)])
def test_trap_6_at_zero_the_stock_controller_reports_the_smallest_integer(metric: Metric) -> None:
    assert _average_of(metric, replicas=0, settings=PARITY) == INT64_MIN


@pytest.mark.parametrize("metric", [external_average(400, target=30), object_average(400, target=30)])
def test_no_wrap_reports_the_total_at_zero(metric: Metric) -> None:
    assert milli(400) == _average_of(metric, replicas=0, settings=SETTINGS)


@pytest.mark.parametrize(("usage", "ratio"), [(400, math.inf), (-400, -math.inf)])
def test_trap_6_at_zero_the_ratio_is_infinite(usage: float, ratio: float) -> None:
    found = _measured(object_average(usage), spec_replicas=0, status_replicas=0)
    assert isinstance(found, AverageMeasurement)
    assert ratio == found.ratio


def test_trap_7_an_external_average_that_reaches_the_ceiling_is_capped_and_an_objects_is_not() -> None:
    ceiling = replace(object_average(1), reading=ObjectValue(value=Milli(INT64_MAX)))
    one = Milli(1)
    assert _average_of(_series(INT64_MAX, average=True), replicas=one, settings=PARITY) == INT64_MAX
    assert _average_of(ceiling, replicas=one, settings=PARITY) == INT64_MIN
    assert _average_of(ceiling, replicas=one, settings=SETTINGS) == INT64_MAX


@pytest.mark.parametrize(
    ("metric", "stock", "ours"),
    [
        pytest.param(_series(INT64_MAX, 1, average=False), INT64_MAX, INT64_MAX, id="value-stops-at-the-ceiling"),
        pytest.param(_series(INT64_MAX, 1, -5, average=False), INT64_MAX, INT64_MAX - 4, id="value-stops-for-good"),
        pytest.param(_series(INT64_MIN, -1, average=False), INT64_MAX, INT64_MIN, id="value-wraps-below-the-floor"),
        pytest.param(_series(-5, 3, average=False), -2, -2, id="value-may-be-negative"),
        pytest.param(_series(-5, average=True), INT64_MAX, -5, id="average-takes-a-single-minus-for-an-overflow"),
        pytest.param(_series(-5, 9, average=True), INT64_MAX, 4, id="average-takes-a-partial-sum-for-an-overflow"),
        pytest.param(_series(9, -5, average=True), 4, 4, id="average-minds-only-partial-sums"),
        pytest.param(_series(INT64_MAX, 1, average=True), INT64_MAX, INT64_MAX, id="average-overflows-to-the-ceiling"),
    ],
)
def test_trap_7_sums_overflow_in_two_ways_and_ours_saturate(metric: Metric, stock: int, ours: int) -> None:
    assert (stock, ours) == (_usage(metric, PARITY), _usage(metric, SETTINGS))


def test_an_external_metric_goes_by_average_value_whatever_its_type_says() -> None:
    both = MetricTarget(type="Value", value=milli(100), average_value=milli(30))
    source = ExternalMetricSource(metric=MetricIdentifier(name="lag"), target=both)
    assert isinstance(_measured(Metric(spec=source, reading=external(400).reading)), AverageMeasurement)


def _object_with(target: MetricTarget) -> Metric:
    base = object_value(400)
    assert isinstance(base.spec, ObjectMetricSource)
    return replace(base, spec=replace(base.spec, target=target))


def test_an_object_metric_goes_by_its_type() -> None:
    both = MetricTarget(type="Value", value=milli(100), average_value=milli(30))
    assert isinstance(_measured(_object_with(both)), ValueMeasurement)


def test_an_object_metric_without_the_field_of_its_type_fails() -> None:
    text = "invalid object metric source: neither a value target nor an average value target was set"
    expected = MetricFailure(
        reason="FailedGetObjectMetric", message=text, first_error=f"failed to get object metric value: {text}"
    )
    assert expected == _measured(_object_with(MetricTarget(type="AverageValue", value=milli(100))))
