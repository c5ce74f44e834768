"""What does one sync see? The target's scale, its pods, the metric readings and the clock, as immutable values.

A failed read is a value here, so that every outcome runs through the same lines of `decide`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from scaler.api.types import AutoscalerSpec, Milli, Tolerance


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The target's /scale subresource; `selector` in its string form."""

    spec_replicas: int
    status_replicas: int
    selector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleUnavailable:
    """The target's scale could not be read; `message` says why."""

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PodMetric:
    """One pod's usage; `window` is the time over which it was measured, up to `timestamp`."""

    value: Milli
    timestamp: datetime
    window: timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class PodMetrics:
    """Usage by pod name."""

    by_pod: Mapping[str, PodMetric]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectValue:
    value: Milli


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalValues:
    """One value per series, in the order of the answer; never empty."""

    values: tuple[Milli, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricUnavailable:
    """The metric could not be read, or nothing was there; `message` says what was asked and why it failed."""

    message: str


MetricReading = PodMetrics | ObjectValue | ExternalValues | MetricUnavailable


class PodPhase(StrEnum):
    PENDING = "Pending"
    RUNNING = "Running"
    SUCCEEDED = "Succeeded"
    FAILED = "Failed"
    UNKNOWN = "Unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class PodReady:
    """The pod's Ready condition: `status` is "True", "False" or "Unknown"."""

    status: str
    last_transition: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod:
    """What the algorithm needs of a pod.

    `requests` maps container (restartable init containers too) to resource to amount; `pod_requests` is the pod-level
    request where the pod has one.
    """

    name: str
    phase: str
    ready: PodReady | None
    start_time: datetime | None
    deleting: bool = False
    requests: Mapping[str, Mapping[str, Milli]]
    pod_requests: Mapping[str, Milli]
    deletion_cost: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectorFault:
    """The scale's selector can't be used: what the event says, and what the condition says of it."""

    reason: str
    condition_reason: str
    condition_message: str
    message: str


PodsReading = tuple[Pod, ...] | SelectorFault


class WriterKind(StrEnum):
    """Whose write made `spec.replicas` what it is; `unknown` where managedFields don't tell."""

    OURS = "ours"
    STOCK = "stock"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicasWriter:
    """Who last wrote `spec.replicas`, and `through` which subresource, by managedFields; `at` has whole seconds."""

    kind: WriterKind
    manager: str = ""
    at: datetime | None = None
    through: str = field(default="", compare=False)


UNKNOWN_WRITER = ReplicasWriter(kind=WriterKind.UNKNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplicitPause:
    """Asked for by annotation, at any count, until `until` if that is set; `by` whom and `since` when, where known."""

    reason: str
    until: datetime | None = None
    by: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Something about the autoscaler itself forbids every write of a count, whatever the metrics say."""

    reason: str
    message: str


class Deviation(StrEnum):
    """Where this controller is meant to differ from the stock one; docs/deviations.md says why."""

    OWNER_OF_ZERO = "owner-of-zero"
    UNREADY_HOLD = "unready-hold"
    SURGE_BLIND = "surge-blind"
    READY_FEWER = "ready-fewer"
    WAKE_FLOOR = "wake-floor"
    NO_WRAP = "no-wrap"
    LAST_WINDOW = "last-window"


DEFAULT_TOLERANCE = Tolerance(0.1)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmSettings:
    """The controller-wide knobs. `scale_to_zero` is the stock controller's HPAScaleToZero gate."""

    tolerance: Tolerance = DEFAULT_TOLERANCE
    downscale_stabilization: timedelta = timedelta(minutes=5)
    cpu_initialization_period: timedelta = timedelta(minutes=5)
    initial_readiness_delay: timedelta = timedelta(seconds=30)
    scale_to_zero: bool = True
    deviations: frozenset[Deviation] = frozenset(Deviation)

    def has(self, deviation: Deviation) -> bool:
        return deviation in self.deviations


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Everything one sync saw, at `now`. `readings` stand in the order of `spec.metrics`.

    `in_flight` is the reading of `spec.zero.inFlight`, None where it isn't set or couldn't matter.
    """

    now: datetime
    spec: AutoscalerSpec
    scale: Scale | ScaleUnavailable
    readings: tuple[MetricReading, ...] = ()
    pods: PodsReading = ()
    replicas_writer: ReplicasWriter = UNKNOWN_WRITER
    pause: ExplicitPause | None = None
    obstacle: Obstacle | None = None
    in_flight: MetricReading | None = None
