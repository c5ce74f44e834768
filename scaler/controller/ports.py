"""How does the controller meet the world? One protocol per effect, so that each function is handed only its own.

A failed read is a value that `decide` understands; a failed write says so in its answer. No port raises for what the
world does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from adapter.kube.selectors import Selector
from scaler.algorithm.decision import Event, Rescale
from scaler.algorithm.model import (
    ExplicitPause,
    MetricReading,
    PodsReading,
    ReplicasWriter,
    Scale,
    ScaleUnavailable,
)
from scaler.api.autoscaler import Autoscaler, AutoscalerId, AutoscalerStatus
from scaler.api.types import CrossVersionObjectReference, MetricSpec
from scaler.controller.overlap import Neighbour


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An autoscaler's target as it was seen: its scale, who wrote it, and the version that a write must still find."""

    namespace: str
    reference: CrossVersionObjectReference
    scale: Scale
    writer: ReplicasWriter
    resource_version: str
    pause: ExplicitPause | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The API server took the count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotWritten:
    """It did not, and the count is what it was or somebody else's; `message` says why."""

    message: str


class Scales(Protocol):
    """Reads targets and writes their counts; `act` alone calls `write`."""

    async def read(self, namespace: str, reference: CrossVersionObjectReference) -> Target | ScaleUnavailable: ...

    async def write(self, target: Target, rescale: Rescale) -> Written | NotWritten:
        """Write the count onto what was seen. A target that has changed its count since is left alone."""
        ...


class Rivals(Protocol):
    """Knows who else scales an autoscaler's target, or may select its pods; several, in an order that stays."""

    def of(self, autoscaler: Autoscaler) -> tuple[AutoscalerId, ...]: ...

    def near(self, autoscaler: Autoscaler, selector: Selector) -> tuple[Neighbour, ...]:
        """Other autoscalers of the namespace, with other targets, whose pods may be the selector's too."""
        ...


class NoRivals:
    """Of a world in which every autoscaler has its target for itself."""

    def of(self, autoscaler: Autoscaler) -> tuple[AutoscalerId, ...]:
        del autoscaler
        return ()

    def near(self, autoscaler: Autoscaler, selector: Selector) -> tuple[Neighbour, ...]:
        del autoscaler, selector
        return ()


class Metrics(Protocol):
    """Reads one metric of a spec. `selector` is the target's, in its string form; `fresh` asks for little caching."""

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading: ...


class Pods(Protocol):
    """Reads the pods behind a target's selector."""

    async def read(self, namespace: str, selector: str) -> PodsReading: ...


class Statuses(Protocol):
    """Writes an autoscaler's status; `report` alone calls it."""

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        """Make its status what follows; the autoscaler's own is the newest that is known."""
        ...


class Events(Protocol):
    """Publishes events about an autoscaler; best effort, as everywhere in Kubernetes."""

    async def publish(self, autoscaler: Autoscaler, events: Sequence[Event], now: datetime) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Everything `reconcile` needs of the world."""

    scales: Scales
    metrics: Metrics
    pods: Pods
    statuses: Statuses
    events: Events
    rivals: Rivals = field(default_factory=NoRivals)
