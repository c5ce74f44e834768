"""How does an autoscaler's spec look on the wire? autoscaling/v2 field by field in Go's order, plus the block `zero`.

Unknown fields are ignored. A field without `omitempty` in Go is printed even when it is empty; msgspec does so for a
`default_factory`, and leaves out every other default.
"""

from typing import Annotated

import msgspec

Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]

WireQuantity = str | int | float
"""An amount as written: an API server prints strings, a CRD keeps the integer 30 an integer."""


class WireStruct(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """What all structs of the wire share: camelCase names, and no empty optional fields in the output."""


class WireReference(WireStruct, frozen=True):
    kind: str = msgspec.field(default_factory=str)
    name: str = msgspec.field(default_factory=str)
    api_version: str = ""


class WireLabelSelectorRequirement(WireStruct, frozen=True):
    key: str = msgspec.field(default_factory=str)
    operator: str = msgspec.field(default_factory=str)
    values: tuple[str, ...] = ()


class WireLabelSelector(WireStruct, frozen=True):
    match_labels: dict[str, str] = msgspec.field(default_factory=dict)
    match_expressions: tuple[WireLabelSelectorRequirement, ...] = ()


class WireMetricIdentifier(WireStruct, frozen=True):
    name: str = msgspec.field(default_factory=str)
    selector: WireLabelSelector | None = None


class WireMetricTarget(WireStruct, frozen=True):
    type: str = msgspec.field(default_factory=str)
    value: WireQuantity | None = None
    average_value: WireQuantity | None = None
    average_utilization: Int32 | None = None


class WireObjectMetricSource(WireStruct, frozen=True):
    described_object: WireReference = msgspec.field(default_factory=WireReference)
    target: WireMetricTarget = msgspec.field(default_factory=WireMetricTarget)
    metric: WireMetricIdentifier = msgspec.field(default_factory=WireMetricIdentifier)


class WirePodsMetricSource(WireStruct, frozen=True):
    metric: WireMetricIdentifier = msgspec.field(default_factory=WireMetricIdentifier)
    target: WireMetricTarget = msgspec.field(default_factory=WireMetricTarget)


class WireResourceMetricSource(WireStruct, frozen=True):
    name: str = msgspec.field(default_factory=str)
    target: WireMetricTarget = msgspec.field(default_factory=WireMetricTarget)


class WireContainerResourceMetricSource(WireStruct, frozen=True):
    name: str = msgspec.field(default_factory=str)
    target: WireMetricTarget = msgspec.field(default_factory=WireMetricTarget)
    container: str = msgspec.field(default_factory=str)


class WireExternalMetricSource(WireStruct, frozen=True):
    metric: WireMetricIdentifier = msgspec.field(default_factory=WireMetricIdentifier)
    target: WireMetricTarget = msgspec.field(default_factory=WireMetricTarget)


class WireMetricSpec(WireStruct, frozen=True):
    type: str = msgspec.field(default_factory=str)
    object: WireObjectMetricSource | None = None
    pods: WirePodsMetricSource | None = None
    resource: WireResourceMetricSource | None = None
    container_resource: WireContainerResourceMetricSource | None = None
    external: WireExternalMetricSource | None = None


class WireScalingPolicy(WireStruct, frozen=True):
    type: str = msgspec.field(default_factory=str)
    value: Int32 = msgspec.field(default_factory=int)
    period_seconds: Int32 = msgspec.field(default_factory=int)


class WireScalingRules(WireStruct, frozen=True):
    """Absent policies get the defaults; an empty list stays empty, and is refused."""

    stabilization_window_seconds: Int32 | None = None
    select_policy: str | None = None
    policies: tuple[WireScalingPolicy, ...] | None = None
    tolerance: WireQuantity | None = None


class WireBehavior(WireStruct, frozen=True):
    scale_up: WireScalingRules | None = None
    scale_down: WireScalingRules | None = None


class WireInFlight(WireExternalMetricSource, frozen=True):
    """An External metric of work in flight, and the label of its series that holds the name of the Pod at work."""

    pod_label: str | None = None


class WireZero(WireStruct, frozen=True):
    """`spec.zero` of a ZeroPodAutoscaler; no other kind has it."""

    cooldown_seconds: Int32 | None = None
    wake: str | None = None
    initial: str | None = None
    on_delete: str | None = None
    in_flight: WireInFlight | None = None
    mode: str | None = None


class WireSpec(WireStruct, frozen=True):
    scale_target_ref: WireReference = msgspec.field(default_factory=WireReference)
    min_replicas: Int32 | None = None
    max_replicas: Int32 = msgspec.field(default_factory=int)
    metrics: tuple[WireMetricSpec, ...] = ()
    behavior: WireBehavior | None = None
    zero: WireZero | None = None
