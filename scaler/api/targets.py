"""What does the column TARGETS show? Current over target per metric, as `kubectl get hpa` prints them."""

from typing import assert_never

from scaler.api.encode_metrics import amount, resource_amount
from scaler.api.metric_status import (
    ContainerResourceMetricStatus,
    ExternalMetricStatus,
    MetricStatus,
    ObjectMetricStatus,
    PodsMetricStatus,
    ResourceMetricStatus,
)
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

_UNKNOWN = "<unknown>"
_SHOWN = 2


def targets_text(metrics: tuple[MetricSpec, ...], statuses: tuple[MetricStatus, ...]) -> str:
    """At most two metrics, then how many more there are; `<unknown>` where nothing was measured."""
    if not metrics:
        return "<none>"
    measured: list[MetricStatus | None] = list(statuses) + [None] * (len(metrics) - len(statuses))
    shown = [_target(metric, status) for metric, status in zip(metrics, measured, strict=False)][:_SHOWN]
    more = len(metrics) - len(shown)
    return ", ".join(shown) + (f" + {more} more..." if more else "")


def _target(metric: MetricSpec, status: MetricStatus | None) -> str:
    match metric:
        case ExternalMetricSource() | ObjectMetricSource():
            return _total(metric, status)
        case PodsMetricSource():
            current = status.average_value if isinstance(status, PodsMetricStatus) else None
            return f"{_plain(current)}/{_plain(metric.target.average_value)}"
        case ResourceMetricSource() | ContainerResourceMetricSource():
            return _usage(metric, status)
        case UnknownMetricSource():
            return "<unknown type>"
        case _ as unreachable:
            assert_never(unreachable)


def _total(metric: ExternalMetricSource | ObjectMetricSource, status: MetricStatus | None) -> str:
    found = status if isinstance(status, ExternalMetricStatus | ObjectMetricStatus) else None
    if metric.target.average_value is not None:
        current = None if found is None else found.average_value
        return f"{_plain(current)}/{_plain(metric.target.average_value)} (avg)"
    current = None if found is None else found.value
    return f"{_plain(current)}/{_plain(metric.target.value)}"


def _usage(metric: ResourceMetricSource | ContainerResourceMetricSource, status: MetricStatus | None) -> str:
    found = status if isinstance(status, ResourceMetricStatus | ContainerResourceMetricStatus) else None
    if metric.target.average_value is not None:
        current = _UNKNOWN if found is None else resource_amount(metric.name, found.average_value)
        return f"{metric.name}: {current}/{resource_amount(metric.name, metric.target.average_value)}"
    percent = None if found is None else found.average_utilization
    current = _UNKNOWN if percent is None else f"{percent}%"
    wanted = "<auto>" if metric.target.average_utilization is None else f"{metric.target.average_utilization}%"
    return f"{metric.name}: {current}/{wanted}"


def _plain(milli: Milli | None) -> str:
    return _UNKNOWN if milli is None else amount(milli)
