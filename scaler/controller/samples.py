"""What does a pod use, given samples of its containers? The sums that Resource metrics of both kinds read. Pure.

Source: metrics/client.go GetResourceMetric (v1.37).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scaler.algorithm.model import MetricReading, PodMetric, PodMetrics
from scaler.api.types import Milli
from scaler.controller.readings import resource_missing


@dataclass(frozen=True, slots=True, kw_only=True)
class PodSample:
    """One pod's sample: usage by container and resource."""

    name: str
    timestamp: datetime
    window: timedelta
    usage: Mapping[str, Mapping[str, Milli]]


def resource_reading(samples: Sequence[PodSample], resource: str, container: str | None) -> MetricReading:
    """Usage by pod, of one named container or of all.

    A sample without containers, or with one that lacks the resource, leaves its pod without a metric.
    """
    if not samples:
        return resource_missing(resource)
    by_pod: dict[str, PodMetric] = {}
    for sample in samples:
        amounts = [
            amounts.get(resource) for name, amounts in sample.usage.items() if container is None or name == container
        ]
        known = [amount for amount in amounts if amount is not None]
        if known and len(known) == len(amounts):
            by_pod[sample.name] = PodMetric(value=Milli(sum(known)), timestamp=sample.timestamp, window=sample.window)
    return PodMetrics(by_pod=by_pod)
