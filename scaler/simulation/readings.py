"""What does a metric of the spec read in the simulated world? Its timelines, as the metrics APIs tell them."""

from datetime import timedelta
from typing import assert_never

from scaler.algorithm.model import MetricReading, MetricUnavailable, ObjectValue, PodMetric, PodMetrics
from scaler.api.types import (
    ContainerResourceMetricSource,
    ExternalMetricSource,
    MetricIdentifier,
    MetricSpec,
    Milli,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    UnknownMetricSource,
)
from scaler.controller.readings import (
    object_broken,
    pods_metric_broken,
    pods_metric_missing,
    resource_broken,
    resource_missing,
)
from scaler.simulation.amounts import milli_of_quantity
from scaler.simulation.external import ExternalReadings
from scaler.simulation.scenario import MetricKey, ObjectMetric, PodsMetric, Resource
from scaler.simulation.timeline import MISSING, Amount, Failing, Missing, Spread, State
from scaler.simulation.world import World

SAMPLE_WINDOW = timedelta(seconds=15)
"""Over how long a sample of cpu or memory is measured, as metrics-server does by default."""


class Readings:
    """Every metric of one world, at the time of its clock."""

    def __init__(self, world: World, external: ExternalReadings) -> None:
        self._world = world
        self._external = external
        self._parity = world.scenario.settings.parity

    def of(self, namespace: str, metric: MetricSpec) -> MetricReading:
        match metric:
            case ExternalMetricSource():
                return self._external.read(namespace, metric.metric, self._world.now)
            case ObjectMetricSource():
                return self._object(namespace, metric)
            case PodsMetricSource():
                return self._pods_metric(metric.metric)
            case ResourceMetricSource() | ContainerResourceMetricSource():
                return self._resource(metric.name, self._containers(metric))
            case UnknownMetricSource():
                return MetricUnavailable(message=f'unknown metric source type "{metric.type}"')
            case _ as unreachable:
                assert_never(unreachable)

    def _containers(self, metric: ResourceMetricSource | ContainerResourceMetricSource) -> int:
        """How many containers' use adds up: the scenario says what each of them uses."""
        return 1 if isinstance(metric, ContainerResourceMetricSource) else len(self._world.pods.containers)

    def _object(self, namespace: str, metric: ObjectMetricSource) -> MetricReading:
        described = metric.described_object
        state = self._state(ObjectMetric(kind=described.kind, object_name=described.name, name=metric.metric.name))
        match state:
            case Amount():
                return ObjectValue(value=self._milli(state.text))
            case Missing():
                gone = f"the server could not find the metric {metric.metric.name} for {described.name}"
                return object_broken(namespace, described, metric.metric, gone)
            case Failing():
                return object_broken(namespace, described, metric.metric, state.message)
            case _ as unreachable:
                assert_never(unreachable)

    def _pods_metric(self, metric: MetricIdentifier) -> MetricReading:
        state = self._state(PodsMetric(name=metric.name))
        match state:
            case Amount():
                return self._by_pod(state, timedelta(0), 1) or pods_metric_missing(metric)
            case Missing():
                return pods_metric_missing(metric)
            case Failing():
                return pods_metric_broken(metric, state.message)
            case _ as unreachable:
                assert_never(unreachable)

    def _resource(self, name: str, containers: int) -> MetricReading:
        state = self._state(Resource(name=name))
        match state:
            case Amount():
                return self._by_pod(state, SAMPLE_WINDOW, containers) or resource_missing(name)
            case Missing():
                return resource_missing(name)
            case Failing():
                return resource_broken(name, state.message)
            case _ as unreachable:
                assert_never(unreachable)

    def _by_pod(self, state: Amount, window: timedelta, containers: int) -> PodMetrics | None:
        """Only pods that run have samples; None if none does."""
        running = self._world.pods.running(self._world.now)
        if not running:
            return None
        shares = len(running) if state.spread is Spread.TOTAL else 1
        value = Milli(self._milli(state.text) * containers // shares)
        sample = PodMetric(value=value, timestamp=self._world.clock.now(), window=window)
        return PodMetrics(by_pod=dict.fromkeys(running, sample))

    def _state(self, key: MetricKey) -> State:
        timeline = self._world.scenario.metrics.get(key)
        return MISSING if timeline is None else timeline.at(self._world.now)

    def _milli(self, text: str) -> Milli:
        return milli_of_quantity(text, parity=self._parity)
