"""How are numbers, lengths of time and names written for people? Short, and never rounded into another meaning."""

import math
from datetime import timedelta
from typing import Final

from scaler.algorithm.stages import EffectiveRules
from scaler.api.types import (
    ContainerResourceMetricSource,
    ExternalMetricSource,
    LabelSelector,
    LabelSelectorRequirement,
    MetricSpec,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
)

_LARGE: Final = 1e9


def number(value: float) -> str:
    """Up to six decimals, so that a ratio just beyond the tolerance does not look as if it were the border."""
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "infinite" if value > 0 else "minus infinite"
    if abs(value) >= _LARGE:
        return f"{value:.6g}"
    return f"{value:.6f}".rstrip("0").rstrip(".")


def length(time: timedelta) -> str:
    """As Go writes it, without units that are zero: `5m`, `1m30s`, `0s`; whole seconds, except below one."""
    if timedelta(0) < time < timedelta(seconds=1):
        return f"{time // timedelta(milliseconds=1)}ms"
    seconds = int(time.total_seconds())
    parts = ((seconds // 3600, "h"), (seconds % 3600 // 60, "m"), (seconds % 60, "s"))
    return "".join(f"{count}{unit}" for count, unit in parts if count) or "0s"


def counted(count: int, noun: str) -> str:
    """`1 replica`, `2 replicas`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def tolerance(rules: EffectiveRules) -> str:
    """The ratios that change nothing."""
    return f"{number(1.0 - rules.down_tolerance)} to {number(1.0 + rules.up_tolerance)}"


def metric_name(metric: MetricSpec) -> str:
    """Type and name, and the selector as kubectl takes it."""
    match metric:
        case ExternalMetricSource():
            return f"External {metric.metric.name}{_selector(metric.metric.selector)}"
        case ObjectMetricSource():
            described = metric.described_object
            selector = _selector(metric.metric.selector)
            return f"Object {metric.metric.name}{selector} of {described.kind}/{described.name}"
        case PodsMetricSource():
            return f"Pods {metric.metric.name}{_selector(metric.metric.selector)}"
        case ResourceMetricSource():
            return f"Resource {metric.name}"
        case ContainerResourceMetricSource():
            return f"ContainerResource {metric.name} of container {metric.container}"
        case _:
            return f"unknown type {metric.type}"


def _selector(selector: LabelSelector | None) -> str:
    if selector is None:
        return ""
    labels = [f"{key}={value}" for key, value in sorted(selector.match_labels)]
    expressions = [_expression(wanted) for wanted in selector.match_expressions]
    return f"{{{', '.join([*labels, *expressions])}}}" if labels or expressions else ""


def _expression(wanted: LabelSelectorRequirement) -> str:
    values = f" ({','.join(wanted.values)})" if wanted.values else ""
    return f"{wanted.key} {wanted.operator}{values}"
