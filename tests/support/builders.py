"""How does a test say what was seen and remembered? Short builders for one sync, each with overrides.

The metrics and pods that are seen have theirs in metric_builders.py.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypedDict, Unpack

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, Decision, NotNeeded
from scaler.algorithm.memory import Activation, Memory, Recommendation, ScaleEvent
from scaler.algorithm.model import (
    UNKNOWN_WRITER,
    AlgorithmSettings,
    Deviation,
    ExplicitPause,
    Observation,
    Obstacle,
    PodsReading,
    ReplicasWriter,
    Scale,
    ScaleUnavailable,
    WriterKind,
)
from scaler.algorithm.settle import settle
from scaler.api.types import (
    AutoscalerSpec,
    Behavior,
    CrossVersionObjectReference,
    PolicyType,
    ScalingPolicy,
    ScalingRules,
    ZeroSpec,
)
from tests.support.metric_builders import NOW, Metric, ready_pods

SETTINGS = AlgorithmSettings()
PARITY = AlgorithmSettings(deviations=frozenset())
OURS = ReplicasWriter(kind=WriterKind.OURS, manager="lagzero", at=NOW)
STOCK = ReplicasWriter(kind=WriterKind.STOCK, manager="kube-controller-manager", at=NOW)
HUMAN = ReplicasWriter(kind=WriterKind.OTHER, manager="kubectl", at=NOW)
TARGET = CrossVersionObjectReference(api_version="apps/v1", kind="Deployment", name="worker")


def only(deviation: Deviation) -> AlgorithmSettings:
    """The stock controller with one deviation switched on."""
    return AlgorithmSettings(deviations=frozenset({deviation}))


def after(seconds: float) -> datetime:
    """The moment so many seconds after NOW (before it, if negative)."""
    return NOW + timedelta(seconds=seconds)


class SpecChanges(TypedDict, total=False):
    min_replicas: int
    max_replicas: int
    behavior: Behavior | None
    zero: ZeroSpec


def spec(*metrics: Metric, **changes: Unpack[SpecChanges]) -> AutoscalerSpec:
    base = AutoscalerSpec(scale_target_ref=TARGET, min_replicas=1, max_replicas=100)
    return replace(base, metrics=tuple(metric.spec for metric in metrics), **changes)


class Seen(SpecChanges, total=False):
    spec_replicas: int
    status_replicas: int
    selector: str
    scale: ScaleUnavailable
    pods: PodsReading
    now: datetime
    replicas_writer: ReplicasWriter
    pause: ExplicitPause
    obstacle: Obstacle


def observation(*metrics: Metric, **seen: Unpack[Seen]) -> Observation:
    """One sync at NOW of three ready pods, between 1 and 100; `status_replicas` and pods follow `spec_replicas`."""
    spec_replicas = seen.get("spec_replicas", 3)
    scale = Scale(
        spec_replicas=spec_replicas,
        status_replicas=seen.get("status_replicas", spec_replicas),
        selector=seen.get("selector", "app=worker"),
    )
    changes = SpecChanges(
        min_replicas=seen.get("min_replicas", 1),
        max_replicas=seen.get("max_replicas", 100),
        behavior=seen.get("behavior"),
        zero=seen.get("zero", ZeroSpec()),
    )
    return Observation(
        now=seen.get("now", NOW),
        spec=spec(*metrics, **changes),
        scale=seen.get("scale", scale),
        readings=tuple(metric.reading for metric in metrics),
        pods=seen.get("pods", ready_pods(spec_replicas)),
        replicas_writer=seen.get("replicas_writer", UNKNOWN_WRITER),
        pause=seen.get("pause"),
        obstacle=seen.get("obstacle"),
    )


def memory(
    *,
    recommendations: Sequence[tuple[float, int]] = (),
    added: Sequence[tuple[float, int]] = (),
    removed: Sequence[tuple[float, int]] = (),
    claim: bool | None = None,
    activation: Activation | None = None,
) -> Memory:
    """(age in seconds at NOW, replicas) each; not a first sight, even without recommendations."""
    return Memory(
        recommendations=tuple(Recommendation(at=after(-age), replicas=count) for age, count in recommendations),
        scale_ups=_events(added),
        scale_downs=_events(removed),
        activation=activation or Activation(scaled_to_zero=claim),
    )


def _events(entries: Sequence[tuple[float, int]]) -> tuple[ScaleEvent, ...]:
    return tuple(ScaleEvent(at=after(-age), change=change) for age, change in entries)


def pods_policy(value: int, period_seconds: int = 15) -> ScalingPolicy:
    return ScalingPolicy(type=PolicyType.PODS, value=value, period_seconds=period_seconds)


def percent_policy(value: int, period_seconds: int = 15) -> ScalingPolicy:
    return ScalingPolicy(type=PolicyType.PERCENT, value=value, period_seconds=period_seconds)


UP = ScalingRules(stabilization_window_seconds=0, policies=(pods_policy(4), percent_policy(100)))
DOWN = ScalingRules(policies=(percent_policy(100),))


def behavior(up: ScalingRules = UP, down: ScalingRules = DOWN) -> Behavior:
    """The API server's defaults, a direction at a time."""
    return Behavior(scale_up=up, scale_down=down)


def synced(seen: Observation, remembered: Memory, settings: AlgorithmSettings = SETTINGS) -> Decision:
    """One sync whose write, if it makes one, is accepted."""
    decision = decide(seen, remembered, settings)
    outcome = NotNeeded() if decision.rescale is None else Accepted(rescale=decision.rescale)
    return settle(decision, outcome, seen, settings)
