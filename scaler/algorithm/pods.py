"""Which pods count: ready, unready, missing a metric, ignored?

Source: replica_calculator.go groupPods, getReadyPodsCount (v1.37).
"""

from datetime import datetime

from scaler.algorithm.model import AlgorithmSettings, MetricReading, Pod, PodMetric, PodMetrics, PodPhase
from scaler.algorithm.stages import PodGroups
from scaler.api.types import ContainerResourceMetricSource, MetricSpec, ResourceMetricSource

_NO_PODS = PodGroups(listed=(), ready=0)


def group_pods(
    pods: tuple[Pod, ...], metric: MetricSpec, reading: MetricReading, now: datetime, settings: AlgorithmSettings
) -> PodGroups:
    """Sort the target's pods by what their samples say; without samples only the ready ones are counted."""
    if not pods:
        return _NO_PODS
    ready = sum(1 for pod in pods if _is_running_and_ready(pod))
    if not isinstance(reading, PodMetrics):
        return PodGroups(listed=pods, ready=ready)
    needs_readiness = isinstance(metric, ResourceMetricSource | ContainerResourceMetricSource) and metric.name == "cpu"
    counted: list[str] = []
    unready: list[str] = []
    missing: list[str] = []
    ignored: list[str] = []
    for pod in pods:
        sample = reading.by_pod.get(pod.name)
        if pod.deleting or pod.phase == PodPhase.FAILED:
            ignored.append(pod.name)
        elif pod.phase == PodPhase.PENDING:
            unready.append(pod.name)
        elif sample is None:
            missing.append(pod.name)
        elif needs_readiness and _sample_is_premature(pod, sample, now, settings):
            unready.append(pod.name)
        else:
            counted.append(pod.name)
    return PodGroups(
        listed=pods,
        ready=ready,
        counted=tuple(counted),
        unready=tuple(unready),
        missing=tuple(missing),
        ignored=tuple(ignored),
    )


def _is_running_and_ready(pod: Pod) -> bool:
    return pod.phase == PodPhase.RUNNING and pod.ready is not None and pod.ready.status == "True"


def _sample_is_premature(pod: Pod, sample: PodMetric, now: datetime, settings: AlgorithmSettings) -> bool:
    """A pod that starts burns cpu that says nothing about demand. `Unknown` is not `False` here."""
    if pod.ready is None or pod.start_time is None:
        return True
    not_ready = pod.ready.status == "False"
    if pod.start_time + settings.cpu_initialization_period > now:
        return not_ready or sample.timestamp < pod.ready.last_transition + sample.window
    return not_ready and pod.start_time + settings.initial_readiness_delay > pod.ready.last_transition
