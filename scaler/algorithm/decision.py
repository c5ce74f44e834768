"""What does one sync conclude? The decision that the stages add up to, and what the API server made of it."""

from dataclasses import dataclass
from enum import StrEnum

from scaler.algorithm.memory import Memory
from scaler.algorithm.stages import Bounded, RateLimit, Recommended, Stabilized
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.api.metric_status import MetricStatus
from scaler.api.states import AutoscalerState


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionUpdate:
    """One condition to set; updates apply in order, since a condition may be set twice in a sync."""

    type: ConditionType
    status: ConditionStatus
    reason: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRemoval:
    type: ConditionType


class EventType(StrEnum):
    NORMAL = "Normal"
    WARNING = "Warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    type: EventType
    reason: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescale:
    """A count to write to /scale: from what was seen, to what, and why in the words of the event."""

    current: int
    desired: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Workings:
    """The pipeline's intermediate results, for those who ask why; None where a stage was not reached."""

    recommended: Recommended | None = None
    stabilized: Stabilized | None = None
    limit: RateLimit | None = None
    bounded: Bounded | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Everything to do after one sync.

    `current` is None when the scale could not be read: then nothing else in status moves. `desired` is the status
    field, None where it stays. `current_metrics` is None where it stays.
    """

    state: AutoscalerState | None
    current: int | None
    desired: int | None
    rescale: Rescale | None
    current_metrics: tuple[MetricStatus, ...] | None
    conditions: tuple[ConditionUpdate | ConditionRemoval, ...]
    events: tuple[Event, ...]
    memory: Memory
    workings: Workings = Workings()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotNeeded:
    """Nothing was to be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """The write was decided and not made: this scaler only watches (Shadow), or the count is the stock controller's.

    Any other cause is what `because` says.
    """

    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The API server took the new count."""

    rescale: Rescale


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """The API server refused the new count; `message` is its word."""

    rescale: Rescale
    message: str


Outcome = NotNeeded | Withheld | Accepted | Rejected
