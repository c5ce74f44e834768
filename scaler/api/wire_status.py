"""How does an autoscaler's status look on the wire? autoscaling/v2 in Go's order, plus our memory and two columns."""

import msgspec

from scaler.api.wire import Int32, WireMetricIdentifier, WireQuantity, WireReference, WireStruct


class WireMetricValueStatus(WireStruct, frozen=True):
    value: WireQuantity | None = None
    average_value: WireQuantity | None = None
    average_utilization: Int32 | None = None


class WireObjectMetricStatus(WireStruct, frozen=True):
    metric: WireMetricIdentifier = msgspec.field(default_factory=WireMetricIdentifier)
    current: WireMetricValueStatus = msgspec.field(default_factory=WireMetricValueStatus)
    described_object: WireReference = msgspec.field(default_factory=WireReference)


class WirePodsMetricStatus(WireStruct, frozen=True):
    metric: WireMetricIdentifier = msgspec.field(default_factory=WireMetricIdentifier)
    current: WireMetricValueStatus = msgspec.field(default_factory=WireMetricValueStatus)


class WireResourceMetricStatus(WireStruct, frozen=True):
    name: str = msgspec.field(default_factory=str)
    current: WireMetricValueStatus = msgspec.field(default_factory=WireMetricValueStatus)


class WireContainerResourceMetricStatus(WireStruct, frozen=True):
    name: str = msgspec.field(default_factory=str)
    current: WireMetricValueStatus = msgspec.field(default_factory=WireMetricValueStatus)
    container: str = msgspec.field(default_factory=str)


class WireExternalMetricStatus(WireStruct, frozen=True):
    metric: WireMetricIdentifier = msgspec.field(default_factory=WireMetricIdentifier)
    current: WireMetricValueStatus = msgspec.field(default_factory=WireMetricValueStatus)


class WireMetricStatus(WireStruct, frozen=True):
    type: str = msgspec.field(default_factory=str)
    object: WireObjectMetricStatus | None = None
    pods: WirePodsMetricStatus | None = None
    resource: WireResourceMetricStatus | None = None
    container_resource: WireContainerResourceMetricStatus | None = None
    external: WireExternalMetricStatus | None = None


class WireCondition(WireStruct, frozen=True):
    type: str = msgspec.field(default_factory=str)
    status: str = msgspec.field(default_factory=str)
    last_transition_time: str | None = None
    reason: str = ""
    message: str = ""


class WireStatus(WireStruct, frozen=True):
    """`memory` and what follows are a ZeroPodAutoscaler's. Go prints a null for metrics that aren't there."""

    observed_generation: int | None = None
    last_scale_time: str | None = None
    current_replicas: Int32 = 0
    desired_replicas: Int32 = msgspec.field(default_factory=int)
    current_metrics: tuple[WireMetricStatus, ...] | None = None
    conditions: tuple[WireCondition, ...] | None = None
    memory: dict[str, object] | None = None
    state: str = ""
    reference: str = ""
    targets: str = ""
