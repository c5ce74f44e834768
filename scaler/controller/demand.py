"""Is there more to do than the replicas there are were meant for? By External and Object metrics, which need no Pod.

For telling people that demand waits, never for a count.
"""

import asyncio
from collections.abc import Sequence

from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable, ObjectValue
from scaler.api.autoscaler import Autoscaler
from scaler.api.types import ExternalMetricSource, MetricSpec, ObjectMetricSource
from scaler.controller.ports import Metrics

DemandMetric = ExternalMetricSource | ObjectMetricSource
_NOT_ASKED = MetricUnavailable(message="not asked: this metric shows no demand without Pods")


async def read_demand(autoscaler: Autoscaler, selector: str, metrics: Metrics) -> tuple[MetricReading, ...]:
    """The metrics that show demand, read as at any other look; one reading for each metric of the spec."""
    namespace = autoscaler.key.namespace
    wanted = [metric for metric in autoscaler.spec.metrics if isinstance(metric, DemandMetric)]
    async with asyncio.TaskGroup() as reads:
        tasks = {
            metric: reads.create_task(metrics.read(namespace, metric, selector, fresh=False))
            for metric in dict.fromkeys(wanted)
        }
    return tuple(
        tasks[metric].result() if isinstance(metric, DemandMetric) else _NOT_ASKED for metric in autoscaler.spec.metrics
    )


def waiting_metric(metrics: Sequence[MetricSpec], readings: Sequence[MetricReading], replicas: int) -> str | None:
    """The first metric that asks for more than `replicas`: its name, empty if none does.

    None where that can't be known: a metric that could not be read is not one without demand.
    """
    unknown = False
    for metric, reading in zip(metrics, readings, strict=True):
        if not isinstance(metric, DemandMetric):
            continue
        total = total_of(reading)
        if total is None:
            unknown = True
        elif total > _capacity(metric, replicas):
            return metric.metric.name
    return None if unknown else ""


def total_of(reading: MetricReading) -> int | None:
    """What an External or Object metric shows, all series together, in thousandths; None for what can't be read."""
    match reading:
        case ExternalValues():
            return sum(reading.values)
        case ObjectValue():
            return reading.value
        case _:
            return None


def _capacity(metric: DemandMetric, replicas: int) -> int:
    """What so many replicas are meant to carry, in thousandths; a target for all of them says nothing of each."""
    if replicas == 0:
        return 0
    target = metric.target
    return target.average_value * replicas if target.average_value is not None else target.value or 0
