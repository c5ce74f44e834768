"""What does an autoscaler's spec say? autoscaling/v2 as immutable values, plus the block `zero`.

Names are the API's in snake_case. A value is what the wire held after defaulting; nothing here is validated, since an
API server may have stored what a newer one would refuse.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

Milli = NewType("Milli", int)
"""Thousandths of a metric's unit, rounded away from zero."""

Tolerance = NewType("Tolerance", float)
"""Relative distance of a ratio from 1 that counts as no difference: mantissa x 10^exponent as a float64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossVersionObjectReference:
    kind: str
    name: str
    api_version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSelectorRequirement:
    """One of `matchExpressions`. The operator is kept as written: the parser that reads it reports the unknown ones."""

    key: str
    operator: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSelector:
    match_labels: tuple[tuple[str, str], ...] = ()
    match_expressions: tuple[LabelSelectorRequirement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricIdentifier:
    name: str
    selector: LabelSelector | None = None


class MetricTargetType(StrEnum):
    UTILIZATION = "Utilization"
    VALUE = "Value"
    AVERAGE_VALUE = "AverageValue"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricTarget:
    """`type` as written, which need not fit the field that is set; `average_utilization` in percent."""

    type: str
    value: Milli | None = None
    average_value: Milli | None = None
    average_utilization: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalMetricSource:
    metric: MetricIdentifier
    target: MetricTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectMetricSource:
    described_object: CrossVersionObjectReference
    metric: MetricIdentifier
    target: MetricTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class PodsMetricSource:
    metric: MetricIdentifier
    target: MetricTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceMetricSource:
    name: str
    target: MetricTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerResourceMetricSource:
    name: str
    container: str
    target: MetricTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownMetricSource:
    """A metric whose type names no source, or a source that isn't there."""

    type: str


MetricSpec = (
    ExternalMetricSource
    | ObjectMetricSource
    | PodsMetricSource
    | ResourceMetricSource
    | ContainerResourceMetricSource
    | UnknownMetricSource
)


class PolicyType(StrEnum):
    PODS = "Pods"
    PERCENT = "Percent"


class SelectPolicy(StrEnum):
    MAX = "Max"
    MIN = "Min"
    DISABLED = "Disabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingPolicy:
    """At most `value` (pods, or percent of the count at the period's start) within `period_seconds`."""

    type: PolicyType
    value: int
    period_seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingRules:
    """One direction of `behavior`. A window of None is the controller's own (scale-down), a tolerance of None too."""

    stabilization_window_seconds: int | None = None
    select_policy: SelectPolicy = SelectPolicy.MAX
    policies: tuple[ScalingPolicy, ...] = ()
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Behavior:
    scale_up: ScalingRules
    scale_down: ScalingRules


class Wake(StrEnum):
    """Do the scale-up policies limit the step that leaves zero?"""

    POLICIES = "Policies"
    IMMEDIATE = "Immediate"


class InitialState(StrEnum):
    """What a workload is that was created with no replicas."""

    PAUSED = "Paused"
    SCALED_TO_ZERO = "ScaledToZero"


class OnDelete(StrEnum):
    """What becomes of a sleeping workload whose autoscaler is deleted."""

    KEEP = "Keep"
    RESTORE = "Restore"


class Mode(StrEnum):
    """Shadow computes and reports, and never writes a count."""

    ACTIVE = "Active"
    SHADOW = "Shadow"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZeroSpec:
    """`spec.zero`: how the workload goes to zero and leaves it. The defaults are the stock controller's behaviour."""

    cooldown_seconds: int = 0
    wake: Wake = Wake.POLICIES
    initial: InitialState = InitialState.PAUSED
    on_delete: OnDelete = OnDelete.KEEP
    mode: Mode = Mode.ACTIVE
    in_flight: ExternalMetricSource | None = None
    in_flight_pod_label: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoscalerSpec:
    """The spec after defaulting."""

    scale_target_ref: CrossVersionObjectReference
    min_replicas: int
    max_replicas: int
    metrics: tuple[MetricSpec, ...] = ()
    behavior: Behavior | None = None
    zero: ZeroSpec = ZeroSpec()
