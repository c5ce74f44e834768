"""Which specs do these tests start from? Small ones on the wire that an API server accepts, to be bent by each test."""

from typing import TypedDict, Unpack

import msgspec

from scaler.api.wire import (
    WireBehavior,
    WireContainerResourceMetricSource,
    WireExternalMetricSource,
    WireInFlight,
    WireMetricIdentifier,
    WireMetricSpec,
    WireMetricTarget,
    WireObjectMetricSource,
    WirePodsMetricSource,
    WireReference,
    WireResourceMetricSource,
    WireScalingPolicy,
    WireScalingRules,
    WireSpec,
    WireZero,
)

DEPLOYMENT = WireReference(api_version="apps/v1", kind="Deployment", name="worker")
INGRESS = WireReference(api_version="networking.k8s.io/v1", kind="Ingress", name="main")
QUEUE = WireMetricIdentifier(name="queue_depth")
THIRTY_EACH = WireMetricTarget(type="AverageValue", average_value="30")
HALF = WireMetricTarget(type="Utilization", average_utilization=50)

ONE_POD = WireScalingPolicy(type="Pods", value=1, period_seconds=60)
RULES = WireScalingRules(policies=(ONE_POD,))

EXTERNAL = WireExternalMetricSource(metric=QUEUE, target=THIRTY_EACH)
IN_FLIGHT = WireInFlight(metric=QUEUE, target=THIRTY_EACH, pod_label="pod")
OBJECT = WireObjectMetricSource(described_object=INGRESS, metric=QUEUE, target=THIRTY_EACH)
PODS = WirePodsMetricSource(metric=QUEUE, target=THIRTY_EACH)
RESOURCE = WireResourceMetricSource(name="cpu", target=HALF)
CONTAINER_RESOURCE = WireContainerResourceMetricSource(name="cpu", container="app", target=HALF)

ONE_OF_EACH = (
    WireMetricSpec(type="External", external=EXTERNAL),
    WireMetricSpec(type="Object", object=OBJECT),
    WireMetricSpec(type="Pods", pods=PODS),
    WireMetricSpec(type="Resource", resource=RESOURCE),
    WireMetricSpec(type="ContainerResource", container_resource=CONTAINER_RESOURCE),
)


class SpecFields(TypedDict, total=False):
    scale_target_ref: WireReference
    min_replicas: int | None
    max_replicas: int
    metrics: tuple[WireMetricSpec, ...]
    behavior: WireBehavior | None
    zero: WireZero | None


def wire_spec(**changes: Unpack[SpecFields]) -> WireSpec:
    """One External metric, 1 to 10 replicas of a Deployment; `changes` are fields of the spec."""
    accepted = WireSpec(scale_target_ref=DEPLOYMENT, min_replicas=1, max_replicas=10, metrics=ONE_OF_EACH[:1])
    return msgspec.structs.replace(accepted, **changes)
