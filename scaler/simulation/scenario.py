"""What does a scenario say? Its autoscaler, its world, what happens in it and what is expected, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from adapter.externalmetrics.rules import RuleSet
from scaler.algorithm.model import AlgorithmSettings
from scaler.api.autoscaler import Autoscaler
from scaler.api.types import Milli
from scaler.controller.beside import USUAL, Vigilance
from scaler.simulation.claims import Expectation
from scaler.simulation.happenings import Step
from scaler.simulation.moments import Millis
from scaler.simulation.timeline import Timeline


class ScenarioError(ValueError):
    """A scenario that can't be run. `str()` has one line per problem: where, what, and what to write instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the scaler of the scenario was started. `ignored` are flags that mean nothing without a cluster."""

    algorithm: AlgorithmSettings
    sync_period: Millis
    wake_interval: Millis
    parity: bool
    vigilance: Vigilance = USUAL
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """The target at the start. Pods are ready `pod_start` after their birth, never if that is None or not `ready`."""

    replicas: int
    pod_start: Millis | None
    ready: bool
    requests: Mapping[str, Milli]
    writer: str


class Labels(NamedTuple):
    """A series: its metric's name and its other labels."""

    name: str
    labels: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """Use of cpu or another resource by pods."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PodsMetric:
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectMetric:
    kind: str
    object_name: str
    name: str


MetricKey = Labels | Resource | PodsMetric | ObjectMetric


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """`rules` is None where series are taken as they stand."""

    name: str
    autoscaler: Autoscaler
    settings: Settings
    rules: RuleSet | None
    workload: Workload
    metrics: Mapping[MetricKey, Timeline]
    steps: tuple[Step, ...]
    until: Millis
    expectations: tuple[Expectation, ...]
