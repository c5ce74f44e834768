"""What did the recorded metric APIs answer? One recorded step's readings, with the client's own error texts."""

from datetime import UTC, datetime, timedelta
from typing import Any

from adapter.kube.quantity import parse_quantity
from adapter.kube.quantity_go import milli_value_as_go
from adapter.kube.selectors import SelectorError
from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable, ObjectValue, PodMetric, PodMetrics
from scaler.api.selectors import metric_selector
from scaler.api.types import (
    ContainerResourceMetricSource,
    ExternalMetricSource,
    MetricSpec,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)
from scaler.controller.readings import (
    external_broken,
    external_missing,
    object_broken,
    pods_metric_broken,
    pods_metric_missing,
    resource_broken,
)
from scaler.controller.samples import PodSample, resource_reading

Recorded = dict[str, Any]
START = datetime(2026, 1, 1, tzinfo=UTC)


def at(seconds: float) -> datetime:
    """A recorded time, in seconds from the scenario's start."""
    return START + timedelta(milliseconds=round(seconds * 1000))


def milli(text: str) -> Milli:
    return Milli(milli_value_as_go(parse_quantity(text)))


def reading_of(metric: MetricSpec, step: Recorded) -> MetricReading:
    match metric:
        case ExternalMetricSource():
            return _external(metric, step)
        case ObjectMetricSource():
            return _object(metric, step)
        case PodsMetricSource():
            return _pods_metric(metric, step)
        case ResourceMetricSource():
            return _resource(metric.name, None, step)
        case ContainerResourceMetricSource():
            return _resource(metric.name, metric.container, step)
        case UnknownMetricSource():
            return MetricUnavailable(message="")


def _external(metric: ExternalMetricSource, step: Recorded) -> MetricReading:
    try:
        selector = metric_selector(metric.metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    recorded = step["externalMetrics"].get(f"{metric.metric.name}{{{selector}}}", {"values": []})
    if recorded.get("error"):
        return external_broken("default", metric.metric, recorded["error"])
    if not recorded["values"]:
        return external_missing("default", metric.metric)
    return ExternalValues(values=tuple(milli(value) for value in recorded["values"]))


def _object(metric: ObjectMetricSource, step: Recorded) -> MetricReading:
    described = metric.described_object
    try:
        metric_selector(metric.metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    recorded = step["customMetrics"][f"{described.kind}/{described.name}/{metric.metric.name}"]
    if recorded.get("error"):
        return object_broken("default", described, metric.metric, recorded["error"])
    return ObjectValue(value=milli(recorded["object"]))


def _pods_metric(metric: PodsMetricSource, step: Recorded) -> MetricReading:
    try:
        metric_selector(metric.metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    recorded = step["customMetrics"][f"pods/{metric.metric.name}"]
    if recorded.get("error"):
        return pods_metric_broken(metric.metric, recorded["error"])
    if not recorded.get("pods"):
        return pods_metric_missing(metric.metric)
    moment = at(step["t"])
    return PodMetrics(
        by_pod={
            name: PodMetric(value=milli(value), timestamp=moment, window=timedelta(0))
            for name, value in recorded["pods"].items()
        }
    )


def _resource(resource: str, container: str | None, step: Recorded) -> MetricReading:
    if step.get("resourceMetricsError"):
        return resource_broken(resource, step["resourceMetricsError"])
    samples = [
        PodSample(
            name=name,
            timestamp=at(sample["time"]),
            window=timedelta(seconds=sample["windowSeconds"]),
            usage={
                container_name: {each: milli(amount) for each, amount in amounts.items()}
                for container_name, amounts in sample["containers"].items()
            },
        )
        for name, sample in (step["resourceMetrics"] or {}).items()
    ]
    return resource_reading(samples, resource, container)
