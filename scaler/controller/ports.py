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
    MetricUnavailable,
    PodsReading,
    ReplicasWriter,
    Scale,
    ScaleUnavailable,
)
from scaler.api.autoscaler import Autoscaler, AutoscalerId, AutoscalerStatus, Stranger
from scaler.api.types import CrossVersionObjectReference, ExternalMetricSource, MetricSpec
from scaler.controller.marking import Marks, WorkByPod
from scaler.controller.overlap import Neighbour


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An autoscaler's target as it was seen: its scale, who wrote it, and the version that a write must still find.

    An object that was deleted and made again under its name has another `uid`.
    """

    namespace: str
    reference: CrossVersionObjectReference
    scale: Scale
    writer: ReplicasWriter
    resource_version: str
    uid: str = ""
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

    def strangers(self, autoscaler: Autoscaler) -> tuple[Stranger, ...]:
        """Those with the autoscaler's target that we don't look after, and that nobody else tells of it."""
        ...


class NoRivals:
    """Of a world in which every autoscaler has its target for itself."""

    def of(self, autoscaler: Autoscaler) -> tuple[AutoscalerId, ...]:
        del autoscaler
        return ()

    def near(self, autoscaler: Autoscaler, selector: Selector) -> tuple[Neighbour, ...]:
        del autoscaler, selector
        return ()

    def strangers(self, autoscaler: Autoscaler) -> tuple[Stranger, ...]:
        del autoscaler
        return ()


class Metrics(Protocol):
    """Reads one metric of a spec. `selector` is the target's, in its string form; `fresh` asks for little caching."""

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading: ...


class Pods(Protocol):
    """Reads the pods behind a target's selector."""

    async def read(self, namespace: str, selector: str) -> PodsReading: ...


class PodWork(Protocol):
    """Reads the work in flight by Pod; `pod_label` is the label of its series with the Pod's name. Always fresh."""

    async def by_pod(
        self, namespace: str, metric: ExternalMetricSource, pod_label: str
    ) -> WorkByPod | MetricUnavailable: ...


class NoPodWork:
    """Of a world in which all Pods are alike."""

    async def by_pod(
        self, namespace: str, metric: ExternalMetricSource, pod_label: str
    ) -> WorkByPod | MetricUnavailable:
        del namespace, metric, pod_label
        return WorkByPod(by_pod={})


@dataclass(frozen=True, slots=True, kw_only=True)
class NotMarked:
    """Some Pods were not marked; `message` says why. `for_good`: another try would fare no better."""

    message: str
    for_good: bool = False


class PodMarks(Protocol):
    """Writes the marks of Pods; `mark` alone calls it."""

    async def write(self, namespace: str, marks: Marks) -> NotMarked | None:
        """One patch for each Pod. One that is gone by then is as good as marked."""
        ...


class NoPodMarks:
    """Of a world in which nobody marks Pods."""

    async def write(self, namespace: str, marks: Marks) -> NotMarked | None:
        del namespace, marks
        return NotMarked(message="nothing can be marked here", for_good=True)


class Statuses(Protocol):
    """Writes an autoscaler's status; `report` alone calls it."""

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        """Make its status what follows; the autoscaler's own is the newest that is known."""
        ...


class Events(Protocol):
    """Publishes events about an autoscaler; best effort, as everywhere in Kubernetes."""

    async def publish(self, autoscaler: Autoscaler | Stranger, events: Sequence[Event], now: datetime) -> None: ...


class Finalizers(Protocol):
    """Writes an autoscaler's finalizers; `finalizing` alone calls it."""

    async def write(self, autoscaler: Autoscaler, finalizers: tuple[str, ...]) -> Written | NotWritten:
        """Make them what follows; refused if the autoscaler isn't the one that was seen any more."""
        ...


class NoFinalizers:
    """Of a world in which nothing is held."""

    async def write(self, autoscaler: Autoscaler, finalizers: tuple[str, ...]) -> Written | NotWritten:
        del autoscaler, finalizers
        return NotWritten(message="nothing can be held here")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Everything `reconcile` needs of the world."""

    scales: Scales
    metrics: Metrics
    pods: Pods
    statuses: Statuses
    events: Events
    rivals: Rivals = field(default_factory=NoRivals)
    finalizers: Finalizers = field(default_factory=NoFinalizers)
    pod_work: PodWork = field(default_factory=NoPodWork)
    pod_marks: PodMarks = field(default_factory=NoPodMarks)
