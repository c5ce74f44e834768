"""How does a whole autoscaler look on the wire? One struct for both kinds: they share spec and status."""

import msgspec

from adapter.kube.meta import ObjectMeta
from scaler.api.wire import WireSpec, WireStruct
from scaler.api.wire_status import WireStatus


class WireAutoscaler(WireStruct, frozen=True):
    """A HorizontalPodAutoscaler or a ZeroPodAutoscaler. Items of a list carry no kind: their path says it."""

    kind: str = ""
    api_version: str = ""
    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)
    spec: WireSpec = msgspec.field(default_factory=WireSpec)
    status: WireStatus = msgspec.field(default_factory=WireStatus)
