"""The controller's ports without a cluster: one fake for each protocol of scaler.controller.ports.

They keep what they were told, and tell the truth as tests/contracts/ports compares it with the real edges.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from adapter.kube.meta import NamespacedName
from adapter.kube.selectors import Selector
from scaler.algorithm.decision import Event, Rescale
from scaler.algorithm.model import (
    MetricReading,
    MetricUnavailable,
    PodsReading,
    ReplicasWriter,
    ScaleUnavailable,
    WriterKind,
)
from scaler.api.autoscaler import Autoscaler, AutoscalerId, AutoscalerStatus, Stranger
from scaler.api.types import CrossVersionObjectReference, MetricSpec
from scaler.controller.overlap import Neighbour
from scaler.controller.ports import NotWritten, Ports, Target, Written

_LATER = datetime(2026, 1, 1, 13, tzinfo=UTC)
_OURS = ReplicasWriter(kind=WriterKind.OURS, manager="lagzero-scaler", at=_LATER)


@dataclass(slots=True)
class FakeScales:
    """Targets as they are stored, and as the copy has them until `tell`."""

    stored: dict[tuple[str, str, str], Target] = field(default_factory=dict)
    copy: dict[tuple[str, str, str], Target] = field(default_factory=dict)
    writes: list[Rescale] = field(default_factory=list)
    refusal: str = ""

    def put(self, target: Target) -> None:
        """Store a target under a new version; the copy hears of it by `tell`."""
        known = self.stored.get(_key(target.namespace, target.reference))
        version = "1" if known is None else str(int(known.resource_version) + 1)
        self.stored[_key(target.namespace, target.reference)] = replace(target, resource_version=version)

    def tell(self) -> None:
        """What the watch does a moment later."""
        self.copy = dict(self.stored)

    async def read(self, namespace: str, reference: CrossVersionObjectReference) -> Target | ScaleUnavailable:
        found = self.copy.get(_key(namespace, reference))
        group = reference.api_version.rpartition("/")[0]
        resource = ".".join(filter(None, (f"{reference.kind.lower()}s", group)))
        return found or ScaleUnavailable(message=f'{resource} "{reference.name}" not found')

    async def write(self, target: Target, rescale: Rescale) -> Written | NotWritten:
        if self.refusal:
            return NotWritten(message=self.refusal)
        stored = self.stored.get(_key(target.namespace, target.reference))
        if stored is None:
            return NotWritten(message=f'"{target.reference.name}" not found')
        if stored.resource_version != target.resource_version and _is_foreign(stored, target, rescale):
            return NotWritten(message=f"the count is {stored.scale.spec_replicas} by {stored.writer.manager} meanwhile")
        self.writes.append(rescale)
        self.put(replace(stored, scale=replace(stored.scale, spec_replicas=rescale.desired), writer=_OURS))
        self.tell()
        return Written()


def _key(namespace: str, reference: CrossVersionObjectReference) -> tuple[str, str, str]:
    return namespace, reference.kind, reference.name


def _is_foreign(stored: Target, target: Target, rescale: Rescale) -> bool:
    """Has somebody else written the count since, even the same one?"""
    foreign_writer = stored.writer.kind is not WriterKind.OURS and stored.writer != target.writer
    return foreign_writer or stored.scale.spec_replicas != rescale.current


@dataclass(slots=True)
class FakeMetrics:
    """Readings by the metric's spec; `asked` notes each question and whether it wanted a fresh answer."""

    readings: dict[MetricSpec, MetricReading] = field(default_factory=dict)
    asked: list[tuple[MetricSpec, bool]] = field(default_factory=list)

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading:
        self.asked.append((metric, fresh))
        found = self.readings.get(metric)
        return found or MetricUnavailable(message=f"unable to get metric {metric} of {namespace} for {selector}")


@dataclass(slots=True)
class FakePods:
    """The same pods for every selector."""

    pods: PodsReading = ()
    asked: list[tuple[str, str]] = field(default_factory=list)

    async def read(self, namespace: str, selector: str) -> PodsReading:
        self.asked.append((namespace, selector))
        return self.pods


@dataclass(slots=True)
class FakeStatuses:
    """The latest status of each autoscaler that exists; `writes` counts."""

    stored: dict[NamespacedName, AutoscalerStatus] = field(default_factory=dict)
    writes: int = 0

    def put(self, autoscaler: Autoscaler) -> None:
        self.stored[autoscaler.key] = autoscaler.status

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        if autoscaler.key not in self.stored:
            return NotWritten(message=f'"{autoscaler.key.name}" not found')
        self.writes += 1
        self.stored[autoscaler.key] = status
        return Written()


@dataclass(slots=True)
class FakeEvents:
    """How often each event was published about each autoscaler."""

    published: Counter[tuple[NamespacedName, Event]] = field(default_factory=Counter)

    async def publish(self, autoscaler: Autoscaler | Stranger, events: Sequence[Event], now: datetime) -> None:  # noqa: ARG002 -- the port's signature
        self.published.update((autoscaler.key, event) for event in events)


@dataclass(slots=True)
class FakeRivals:
    """The same ones for every autoscaler but themselves."""

    others: tuple[AutoscalerId, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()

    def near(self, autoscaler: Autoscaler, selector: Selector) -> tuple[Neighbour, ...]:
        del autoscaler, selector
        return self.neighbours

    def strangers(self, autoscaler: Autoscaler) -> tuple[Stranger, ...]:
        """All of the kind that isn't ours are strangers."""
        return tuple(
            Stranger(kind=other.kind, key=other.key, uid=f"uid-of-{other.key.name}")
            for other in self.of(autoscaler)
            if not other.kind.has_zero_block
        )

    def of(self, autoscaler: Autoscaler) -> tuple[AutoscalerId, ...]:
        return tuple(other for other in self.others if other != autoscaler.id)


@dataclass(slots=True)
class FakeFinalizers:
    """The finalizers that were written last, and every list that was."""

    stored: tuple[str, ...] = ()
    writes: list[tuple[str, ...]] = field(default_factory=list)
    refusal: str = ""

    async def write(self, autoscaler: Autoscaler, finalizers: tuple[str, ...]) -> Written | NotWritten:
        del autoscaler
        if self.refusal:
            return NotWritten(message=self.refusal)
        self.writes.append(finalizers)
        self.stored = finalizers
        return Written()


@dataclass(slots=True)
class FakeWorld:
    """Every port at once."""

    scales: FakeScales = field(default_factory=FakeScales)
    metrics: FakeMetrics = field(default_factory=FakeMetrics)
    pods: FakePods = field(default_factory=FakePods)
    statuses: FakeStatuses = field(default_factory=FakeStatuses)
    events: FakeEvents = field(default_factory=FakeEvents)
    rivals: FakeRivals = field(default_factory=FakeRivals)
    finalizers: FakeFinalizers = field(default_factory=FakeFinalizers)

    @property
    def ports(self) -> Ports:
        return Ports(
            scales=self.scales,
            metrics=self.metrics,
            pods=self.pods,
            statuses=self.statuses,
            events=self.events,
            rivals=self.rivals,
            finalizers=self.finalizers,
        )
