"""Claims about `scaler.controller.demand`: which metric asks for more than there is, and which are asked at all."""

import pytest

from scaler.controller.demand import read_demand, waiting_metric
from tests.support.builders import spec
from tests.support.metric_builders import (
    Metric,
    cpu,
    external,
    external_average,
    object_average,
    object_value,
    unavailable,
)
from tests.unit.scaler.controller.seen import autoscaler, world

CPU = cpu({"a": 100})
BROKEN = unavailable(external_average(0, name="broken"))


def waits(*metrics: Metric, replicas: int = 0) -> str | None:
    return waiting_metric([each.spec for each in metrics], [each.reading for each in metrics], replicas)


@pytest.mark.parametrize("metric", [external_average(0.001), external(1), object_average(1), object_value(1)])
def test_at_zero_all_demand_waits(metric: Metric) -> None:
    assert waits(metric)


@pytest.mark.parametrize("metric", [external_average(0), external(0), object_average(0), external_average(-5)])
def test_without_demand_none_does(metric: Metric) -> None:
    assert "" == waits(metric)


def test_the_series_of_a_metric_count_together() -> None:
    assert ("", "lag") == (waits(external_average(40, 50), replicas=3), waits(external_average(40, 51), replicas=3))


@pytest.mark.parametrize(("value", "expected"), [(90, ""), (91, "lag")])
def test_with_replicas_only_what_they_were_not_meant_for_waits(value: float, expected: str) -> None:
    assert expected == waits(external_average(value), replicas=3)


@pytest.mark.parametrize(("value", "expected"), [(100, ""), (101, "depth")])
def test_a_target_for_all_of_them_stays_the_same_with_replicas(value: float, expected: str) -> None:
    assert expected == waits(object_value(value), replicas=3)


def test_the_first_metric_with_demand_is_named() -> None:
    assert "lag" == waits(external_average(0, name="none"), external_average(1), object_value(1))


def test_without_the_others_a_metric_that_cannot_be_read_tells_nothing() -> None:
    assert (None, None) == (waits(BROKEN), waits(external_average(0), BROKEN))


def test_demand_is_demand_whatever_else_cannot_be_read() -> None:
    assert "lag" == waits(BROKEN, external_average(1))


def test_metrics_of_pods_show_no_demand() -> None:
    assert "" == waits(CPU)


async def test_only_metrics_that_show_demand_are_asked() -> None:
    lag = external_average(1)
    made = world(lag, CPU)
    readings = await read_demand(autoscaler(spec(CPU, lag)), "app=worker", made.metrics)
    assert ([(lag.spec, False)], lag.reading, 2) == (made.metrics.asked, readings[1], len(readings))


async def test_one_metric_that_stands_twice_is_asked_once() -> None:
    lag = external_average(1)
    made = world(lag)
    await read_demand(autoscaler(spec(lag, lag)), "app=worker", made.metrics)
    assert 1 == len(made.metrics.asked)
