"""How much is there to do, and is it more than the ready pods are meant to do? By External and Object metrics."""

from dataclasses import dataclass

from scaler.api.autoscaler import Autoscaler
from scaler.api.types import ExternalMetricSource, MetricTarget, Milli, ObjectMetricSource
from scaler.controller.demand import total_of
from scaler.simulation.readings import Readings


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """`total` of all the metrics; `above_target` if any of them is. What can't be read says nothing."""

    total: Milli
    above_target: bool


def demand_on(autoscaler: Autoscaler, readings: Readings, ready_pods: int) -> Demand:
    """The demand right now, also while a pause keeps the scaler from looking.

    A target per replica is one per ready pod here, since pods that don't run carry nothing.
    """
    namespace = autoscaler.key.namespace
    total, above_target = 0, False
    for metric in autoscaler.spec.metrics:
        if isinstance(metric, ExternalMetricSource | ObjectMetricSource):
            value = total_of(readings.of(namespace, metric)) or 0
            total += value
            above_target = above_target or value > _capacity(metric.target, ready_pods)
    return Demand(total=Milli(total), above_target=above_target)


def _capacity(target: MetricTarget, ready_pods: int) -> int:
    if target.average_value is not None:
        return target.average_value * ready_pods
    return target.value or 0
