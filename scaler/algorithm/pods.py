"""Which pods count: ready, unready, missing a metric, ignored?

Source: replica_calculator.go groupPods, getReadyPodsCount (v1.37).
"""

from datetime import datetime

from scaler.algorithm.model import AlgorithmSettings, MetricReading, Pod, PodMetric, PodMetrics, PodPhase
from scaler.algorithm.stages import PodGroups, Roster
from scaler.api.types import ContainerResourceMetricSource, MetricSpec, ResourceMetricSource

_NO_PODS = Roster(listed=(), ready=0)


def roster_of(pods: tuple[Pod, ...]) -> Roster:
    """What every metric sees alike: which pods are going or gone, which are still to come, how many are ready."""
    if not pods:
        return _NO_PODS
    ready = 0
    ignored: list[str] = []
    pending: list[str] = []
    present: list[Pod] = []
    for pod in pods:
        phase = pod.phase
        if phase == PodPhase.RUNNING and pod.ready is not None and pod.ready.status == "True":
            ready += 1
        if pod.deleting or phase == PodPhase.FAILED:
            ignored.append(pod.name)
        elif phase == PodPhase.PENDING:
            pending.append(pod.name)
        else:
            present.append(pod)
    return Roster(listed=pods, ready=ready, ignored=tuple(ignored), pending=tuple(pending), present=tuple(present))


def group_pods(
    roster: Roster, metric: MetricSpec, reading: MetricReading, now: datetime, settings: AlgorithmSettings
) -> PodGroups:
    """Sort the pods that are there by what their samples say; without samples there is nothing to sort."""
    if not isinstance(reading, PodMetrics):
        return PodGroups(roster=roster)
    by_pod = reading.by_pod
    needs_readiness = isinstance(metric, ResourceMetricSource | ContainerResourceMetricSource) and metric.name == "cpu"
    counted: list[str] = []
    unready = list(roster.pending)
    missing: list[str] = []
    for pod in roster.present:
        sample = by_pod.get(pod.name)
        if sample is None:
            missing.append(pod.name)
        elif needs_readiness and _sample_is_premature(pod, sample, now, settings):
            unready.append(pod.name)
        else:
            counted.append(pod.name)
    return PodGroups(roster=roster, counted=tuple(counted), unready=tuple(unready), missing=tuple(missing))


def _sample_is_premature(pod: Pod, sample: PodMetric, now: datetime, settings: AlgorithmSettings) -> bool:
    """A pod that starts burns cpu that says nothing about demand. `Unknown` is not `False` here."""
    ready, started = pod.ready, pod.start_time
    if ready is None or started is None:
        return True
    not_ready = ready.status == "False"
    if started + settings.cpu_initialization_period > now:
        return not_ready or sample.timestamp < ready.last_transition + sample.window
    return not_ready and started + settings.initial_readiness_delay > ready.last_transition
