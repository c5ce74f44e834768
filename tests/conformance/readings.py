"""What did the recorded metric APIs answer? One recorded step's readings, with the client's own error texts."""

from datetime import UTC, datetime, timedelta
from typing import Any

from adapter.kube.quantity import parse_quantity
from adapter.kube.quantity_go import milli_value_as_go
from adapter.kube.selectors import Selector, SelectorError, selector_of
from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable, ObjectValue, PodMetric, PodMetrics
from scaler.api.selector_text import selector_text
from scaler.api.types import (
    ContainerResourceMetricSource,
    ExternalMetricSource,
    LabelSelector,
    MetricSpec,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)

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


def _selector(selector: LabelSelector | None) -> Selector:
    if selector is None:
        return selector_of({}, [])
    expressions = [(item.key, item.operator, item.values) for item in selector.match_expressions]
    return selector_of(dict(selector.match_labels), expressions)


def _external(metric: ExternalMetricSource, step: Recorded) -> MetricReading:
    try:
        selector = _selector(metric.metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    recorded = step["externalMetrics"].get(f"{metric.metric.name}{{{selector}}}", {"values": []})
    asked = f"unable to get external metric default/{metric.metric.name}/{selector_text(metric.metric.selector)}"
    if recorded.get("error"):
        reason = f"unable to fetch metrics from external metrics API: {recorded['error']}"
        return MetricUnavailable(message=f"{asked}: {reason}")
    if not recorded["values"]:
        return MetricUnavailable(message=f"{asked}: no metrics returned from external metrics API")
    return ExternalValues(values=tuple(milli(value) for value in recorded["values"]))


def _custom_failure(asked: str, recorded: Recorded) -> MetricUnavailable | None:
    if recorded.get("error"):
        return MetricUnavailable(
            message=f"{asked}: unable to fetch metrics from custom metrics API: {recorded['error']}"
        )
    return None


def _object(metric: ObjectMetricSource, step: Recorded) -> MetricReading:
    described = metric.described_object
    try:
        _selector(metric.metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    recorded = step["customMetrics"][f"{described.kind}/{described.name}/{metric.metric.name}"]
    asked = f"unable to get metric {metric.metric.name} on {described.kind} default/{described.name}"
    return _custom_failure(asked, recorded) or ObjectValue(value=milli(recorded["object"]))


def _pods_metric(metric: PodsMetricSource, step: Recorded) -> MetricReading:
    try:
        _selector(metric.metric.selector)
    except SelectorError as error:
        return MetricUnavailable(message=str(error))
    recorded = step["customMetrics"][f"pods/{metric.metric.name}"]
    asked = f"unable to get metric {metric.metric.name}"
    failure = _custom_failure(asked, recorded)
    if failure is not None:
        return failure
    values = recorded.get("pods") or {}
    if not values:
        return MetricUnavailable(message=f"{asked}: no metrics returned from custom metrics API")
    return PodMetrics(
        by_pod={
            name: PodMetric(value=milli(value), timestamp=at(step["t"]), window=timedelta(0))
            for name, value in values.items()
        }
    )


def _resource(resource: str, container: str | None, step: Recorded) -> MetricReading:
    asked = f"unable to get metrics for resource {resource}"
    if step.get("resourceMetricsError"):
        reason = f"unable to fetch metrics from resource metrics API: {step['resourceMetricsError']}"
        return MetricUnavailable(message=f"{asked}: {reason}")
    recorded = step["resourceMetrics"] or {}
    if not recorded:
        return MetricUnavailable(message=f"{asked}: no metrics returned from resource metrics API")
    by_pod = {}
    for name, sample in recorded.items():
        amounts = [
            usage.get(resource)
            for container_name, usage in sample["containers"].items()
            if container is None or container_name == container
        ]
        # A sample without containers, or with one that lacks the resource, makes its pod a missing one.
        if not amounts or None in amounts:
            continue
        by_pod[name] = PodMetric(
            value=Milli(sum(milli(amount) for amount in amounts)),
            timestamp=at(sample["time"]),
            window=timedelta(seconds=sample["windowSeconds"]),
        )
    return PodMetrics(by_pod=by_pod)
