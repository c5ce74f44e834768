"""What do the stages hand on? One immutable value per stage, each with its number and its reason."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from scaler.algorithm.memory import Activation, Recommendation
from scaler.algorithm.model import Pod
from scaler.api.metric_status import MetricStatus
from scaler.api.types import Milli, ScalingRules, Tolerance


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The target's pods as every metric sees them; `ready` is how many of the `listed` are running and ready.

    By name: `ignored` pods are going away or failed, `pending` ones have not begun. `present` are the others.
    """

    listed: tuple[Pod, ...]
    ready: int
    ignored: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    present: tuple[Pod, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PodGroups:
    """The pods as one metric sees them, by name.

    `counted` pods have a sample that counts, `unready` and `missing` ones have none.
    """

    roster: Roster
    counted: tuple[str, ...] = ()
    unready: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricFailure:
    """One metric that proposes nothing: `message` for its event and condition, `first_error` as the sum-up names it."""

    reason: str
    message: str
    first_error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueMeasurement:
    """A total against a target for the whole workload; only ready pods can share it."""

    name: str
    ratio: float
    pods: PodGroups
    failure_prefix: str
    failure_reason: str
    status: MetricStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class AverageMeasurement:
    """A total against a target per replica; `base_replicas` is the count that the ratio divided by."""

    name: str
    usage: Milli
    target: Milli
    ratio: float
    base_replicas: int
    saturates: bool
    status: MetricStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebalanced:
    """The ratio again, with assumed samples for missing and unready pods; `counted_pods` includes those."""

    ratio: float
    counted_pods: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PodsMeasurement:
    """Samples of pods against a target each. `rebalanced` is there when some pod had no sample that counts."""

    name: str
    ratio: float
    counted_pods: int
    rebalanced: Rebalanced | None
    status: MetricStatus


Measurement = ValueMeasurement | AverageMeasurement | PodsMeasurement


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The replicas one metric asks for; `name` is the metric's, for messages."""

    replicas: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """No count can be recommended: every metric failed, or some did and the rest would shrink the target."""

    reason: str
    condition_message: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommended:
    """What all metrics together ask for, or the refusal; one entry of `proposals` per metric of the spec."""

    winner: Proposal | Refusal
    proposals: tuple[Proposal | MetricFailure, ...]


class Form(Enum):
    """Upstream has two forms of every later stage.

    OLDER: the highest recent recommendation wins even above the current count, one that is exactly as old as the
    window counts, growth is limited to twice the count or 4, and both bounds always apply.
    BEHAVIOR: the current count is clamped between recent recommendations, policies limit each direction, and only the
    bound ahead applies.
    """

    OLDER = "older"
    BEHAVIOR = "behavior"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveRules:
    form: Form
    up_window: timedelta
    down_window: timedelta
    up: ScalingRules
    down: ScalingRules
    up_tolerance: Tolerance
    down_tolerance: Tolerance


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilized:
    """`reason` and `message` are those of AbleToScale; `recommendations` are to be remembered."""

    replicas: int
    reason: str
    message: str
    recommendations: tuple[Recommendation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """How far one sync may move the target, in replicas; None is no limit on that side."""

    floor: int | None
    ceiling: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounded:
    """`reason` and `message` are those of ScalingLimited, which is True if the bounds changed the count."""

    replicas: int
    limited: bool
    reason: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A least count, in replicas, that a rule of ours asks for now; reason and message are those of ScalingLimited."""

    replicas: int
    reason: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Activated:
    """`hold` is there while the workload cools down."""

    hold: Hold | None
    activation: Activation
