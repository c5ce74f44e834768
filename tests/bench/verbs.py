"""How long do the verbs take that ask nobody? `replay` of two weeks, `simulate` of a day, and `--help`: their cpu."""

import math
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, NotNeeded
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import (
    UNKNOWN_WRITER,
    AlgorithmSettings,
    ExternalValues,
    Observation,
    ReplicasWriter,
    Scale,
    WriterKind,
)
from scaler.algorithm.settle import settle
from scaler.api.types import (
    AutoscalerSpec,
    CrossVersionObjectReference,
    ExternalMetricSource,
    LabelSelector,
    MetricIdentifier,
    MetricTarget,
    Milli,
)
from scaler.controller.reconcile import Sync
from scaler.decisionlog.record import encode_record
from tests.bench.decide import NOW
from tests.bench.figures import Figure
from tests.bench.processes import LAGZERO

_PERIOD: Final = timedelta(seconds=15)
_A_DAY: Final = timedelta(days=1) // _PERIOD
_DAYS: Final = 14
_SPEC: Final = AutoscalerSpec(
    scale_target_ref=CrossVersionObjectReference(kind="Deployment", name="worker", api_version="apps/v1"),
    min_replicas=0,
    max_replicas=50,
    metrics=(
        ExternalMetricSource(
            metric=MetricIdentifier(
                name="queue_consumer_lag", selector=LabelSelector(match_labels=(("name", "worker_tasks"),))
            ),
            target=MetricTarget(type="AverageValue", average_value=Milli(30_000)),
        ),
    ),
)
_SCENARIO: Final = """\
autoscaler:
  apiVersion: lagzero.dev/v1alpha1
  kind: ZeroPodAutoscaler
  metadata: {name: worker}
  spec:
    scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
    minReplicas: 0
    maxReplicas: 10
    metrics: [{type: External, external: {metric: {name: lag}, target: {type: AverageValue, averageValue: "30"}}}]
settings: {syncPeriod: 15s, wakeInterval: 15s}
workload: {replicas: 1}
metrics:
  lag:
    - {at: 0s, value: 0}
    - {at: 2h, ramp: {to: 400, over: 4h}}
    - {at: 8h, ramp: {to: 0, over: 2h}}
    - {at: 12h, value: 90}
    - {at: 20h, value: 0}
until: 24h
"""


def measure_verbs() -> Iterator[Figure]:
    """User and system time of whole commands, the start of the program included: this machine is shared."""
    with TemporaryDirectory() as scratch:
        log, scenario = Path(scratch) / "decisions.jsonl", Path(scratch) / "day.yaml"
        write_log(log, days=_DAYS)
        scenario.write_text(_SCENARIO)
        yield _figure(f"replay of {_DAYS} days at 15 s", _cpu_seconds("replay", str(log)), budget=10.0)
        yield _figure("simulate a day at 15 s", _cpu_seconds("simulate", str(scenario)), budget=3.0)
    yield _figure("lagzero --help", min(_cpu_seconds("--help") for _ in range(5)), budget=0.3)


def _figure(name: str, seconds: float, *, budget: float) -> Figure:
    return Figure(name=name, value=seconds, unit="cpu s", budget=budget)


def _cpu_seconds(*arguments: str) -> float:
    """Of a command that has to end well."""
    before = os.times()
    subprocess.run([LAGZERO, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


@dataclass(slots=True)
class _Workload:
    """What a sync finds, and leaves for the next one."""

    replicas: int = 3
    memory: Memory = field(default_factory=Memory.empty)
    writer: ReplicasWriter = UNKNOWN_WRITER


def write_log(log: Path, *, days: int) -> None:
    """The decision log of one workload that is busy by day, sleeps by night, and never has the same backlog twice."""
    workload, random = _Workload(), Random(1)
    with log.open("wb") as lines:
        for number in range(days * _A_DAY):
            hour = number % _A_DAY / _A_DAY * 24
            load = max(0.0, math.sin((hour - 6) / 12 * math.pi)) * 900_000
            value = Milli(int(load * random.uniform(0.8, 1.2)))
            lines.write(encode_record("jobs/worker", _synced(workload, number, value)) + b"\n")


def _synced(workload: _Workload, number: int, value: Milli) -> Sync:
    settings, count = AlgorithmSettings(), workload.replicas
    seen = Observation(
        now=NOW + number * _PERIOD,
        spec=_SPEC,
        scale=Scale(spec_replicas=count, status_replicas=count, selector="app=worker"),
        readings=(ExternalValues(values=(value,)),),
        pods=(),
        replicas_writer=workload.writer,
    )
    memory = workload.memory
    decision = decide(seen, memory, settings)
    outcome = NotNeeded() if decision.rescale is None else Accepted(rescale=decision.rescale)
    settled = settle(decision, outcome, seen, settings)
    workload.memory = settled.memory
    if decision.rescale is not None:
        workload.replicas = decision.rescale.desired
        workload.writer = ReplicasWriter(kind=WriterKind.OURS, manager="lagzero-scaler", at=seen.now)
    return Sync(observation=seen, memory=memory, settings=settings, decision=settled, outcome=outcome)
