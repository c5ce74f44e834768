"""What does the column TARGETS say? What was measured against each target, as `kubectl get hpa` prints it."""

from collections.abc import Sequence
from typing import assert_never

from scaler.api.encode_metrics import amount, resource_amount
from scaler.api.metric_status import (
    ContainerResourceMetricStatus,
    ExternalMetricStatus,
    FailedMetricStatus,
    MetricStatus,
    ObjectMetricStatus,
    PodsMetricStatus,
    ResourceMetricStatus,
)
from scaler.api.types import (
    ContainerResourceMetricSource,
    ExternalMetricSource,
    MetricSpec,
    MetricTarget,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)

UNKNOWN = "<unknown>"
SHOWN = 2


def targets_text(metrics: Sequence[MetricSpec], statuses: Sequence[MetricStatus]) -> str:
    """The first two metrics as `current/target`, then how many more there are.

    `statuses` are in the order of `metrics`, and may be fewer. Source: printers.go formatHPAMetrics (v1.37).
    """
    if not metrics:
        return "<none>"
    known = (*statuses, *(FailedMetricStatus() for _ in metrics[len(statuses) :]))
    texts = [_text(metric, status) for metric, status in zip(metrics, known, strict=False)]
    shown = ", ".join(texts[:SHOWN])
    return f"{shown} + {len(texts) - SHOWN} more..." if len(texts) > SHOWN else shown


def _text(metric: MetricSpec, status: MetricStatus) -> str:
    match metric:
        case ExternalMetricSource() | ObjectMetricSource():
            return _total_text(metric.target, status)
        case PodsMetricSource():
            measured = status.average_value if isinstance(status, PodsMetricStatus) else None
            return f"{_amount(measured)}/{_amount(metric.target.average_value)}"
        case ResourceMetricSource() | ContainerResourceMetricSource():
            return f"{metric.name}: {_usage_text(metric.name, metric.target, status)}"
        case UnknownMetricSource():
            return "<unknown type>"
        case _:
            assert_never(metric)


def _total_text(target: MetricTarget, status: MetricStatus) -> str:
    measured = status if isinstance(status, ExternalMetricStatus | ObjectMetricStatus) else None
    if target.average_value is not None:
        average = None if measured is None else measured.average_value
        return f"{_amount(average)}/{_amount(target.average_value)} (avg)"
    return f"{_amount(None if measured is None else measured.value)}/{_amount(target.value)}"


def _usage_text(name: str, target: MetricTarget, status: MetricStatus) -> str:
    measured = status if isinstance(status, ResourceMetricStatus | ContainerResourceMetricStatus) else None
    if target.average_value is not None:
        current = UNKNOWN if measured is None else resource_amount(name, measured.average_value)
        return f"{current}/{resource_amount(name, target.average_value)}"
    percent = None if measured is None else measured.average_utilization
    wanted = "<auto>" if target.average_utilization is None else f"{target.average_utilization}%"
    return f"{UNKNOWN if percent is None else f'{percent}%'}/{wanted}"


def _amount(milli: Milli | None) -> str:
    return UNKNOWN if milli is None else amount(milli)
