"""What did an autoscaler measure? The entries of `status.currentMetrics` as immutable values."""

from dataclasses import dataclass

from scaler.api.types import CrossVersionObjectReference, MetricIdentifier, Milli


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalMetricStatus:
    """The series' total (`value`), or the total per replica (`average_value`)."""

    metric: MetricIdentifier
    value: Milli | None = None
    average_value: Milli | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectMetricStatus:
    """As for an External metric. Without a `described_object` the entry names an empty one, as Go prints it."""

    metric: MetricIdentifier
    described_object: CrossVersionObjectReference | None = None
    value: Milli | None = None
    average_value: Milli | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PodsMetricStatus:
    metric: MetricIdentifier
    average_value: Milli


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceMetricStatus:
    """Mean use of the counted pods; `average_utilization` in whole percent of their requests."""

    name: str
    average_value: Milli
    average_utilization: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerResourceMetricStatus:
    """Mean use of one container over the counted pods; `average_utilization` in whole percent of its requests."""

    name: str
    container: str
    average_value: Milli
    average_utilization: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedMetricStatus:
    """A metric that could not be read. Its entry is there and says nothing."""


MetricStatus = (
    ExternalMetricStatus
    | ObjectMetricStatus
    | PodsMetricStatus
    | ResourceMetricStatus
    | ContainerResourceMetricStatus
    | FailedMetricStatus
)
