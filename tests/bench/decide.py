"""How long does `decide()` take? One External metric with five minutes of history, and 20 metrics with 100 pods."""

import gc
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from scaler.algorithm.decide import decide
from scaler.algorithm.memory import Memory, Recommendation
from scaler.algorithm.model import (
    AlgorithmSettings,
    ExternalValues,
    MetricReading,
    Observation,
    Pod,
    PodMetric,
    PodMetrics,
    PodReady,
    Scale,
)
from scaler.api.types import (
    AutoscalerSpec,
    CrossVersionObjectReference,
    ExternalMetricSource,
    LabelSelector,
    MetricIdentifier,
    MetricSpec,
    MetricTarget,
    Milli,
    ResourceMetricSource,
)
from tests.bench.figures import Figure

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SETTINGS = AlgorithmSettings()
ROUNDS = 15


def measure_decide() -> Iterator[Figure]:
    """The least of several rounds, with the garbage collector on: what else runs on the machine only adds to a cost."""
    memory = Memory(
        recommendations=tuple(Recommendation(at=NOW - timedelta(seconds=15 * age), replicas=4) for age in range(20))
    )
    small = _observation((_external(0),), (ExternalValues(values=(Milli(200_000),)),), ())
    yield Figure(
        name="decide(), one External metric",
        value=_least_seconds(lambda: decide(small, memory, SETTINGS), calls=2_000) * 1e6,
        unit="us",
        budget=60,
    )
    pods = tuple(_pod(number) for number in range(100))
    samples = PodMetrics(
        by_pod={pod.name: PodMetric(value=Milli(80), timestamp=NOW, window=timedelta(seconds=15)) for pod in pods}
    )
    target = MetricTarget(type="Utilization", average_utilization=60)
    metrics = tuple(ResourceMetricSource(name="cpu", target=target) for _ in range(20))
    large = _observation(metrics, (samples,) * 20, pods)
    yield Figure(
        name="decide(), 20 metrics and 100 pods",
        value=_least_seconds(lambda: decide(large, memory, SETTINGS), calls=50) * 1e3,
        unit="ms",
        budget=3,
    )


def _least_seconds(work: Callable[[], object], *, calls: int) -> float:
    gc.collect()
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(calls):
            work()
        rounds.append((time.process_time() - began) / calls)
    return min(rounds)


def _external(number: int) -> ExternalMetricSource:
    selector = LabelSelector(match_labels=(("name", f"worker-{number}"),))
    return ExternalMetricSource(
        metric=MetricIdentifier(name="queue_consumer_lag", selector=selector),
        target=MetricTarget(type="AverageValue", average_value=Milli(30_000)),
    )


def _pod(number: int) -> Pod:
    return Pod(
        name=f"worker-{number}",
        phase="Running",
        ready=PodReady(status="True", last_transition=NOW - timedelta(hours=1)),
        start_time=NOW - timedelta(hours=1),
        requests={"app": {"cpu": Milli(100)}},
        pod_requests={},
    )


def _observation(
    metrics: tuple[MetricSpec, ...], readings: tuple[MetricReading, ...], pods: tuple[Pod, ...]
) -> Observation:
    replicas = len(pods) or 4
    return Observation(
        now=NOW,
        spec=AutoscalerSpec(
            scale_target_ref=CrossVersionObjectReference(kind="Deployment", name="worker", api_version="apps/v1"),
            min_replicas=0,
            max_replicas=500,
            metrics=metrics,
        ),
        scale=Scale(spec_replicas=replicas, status_replicas=replicas, selector="app=worker"),
        readings=readings,
        pods=pods,
    )
