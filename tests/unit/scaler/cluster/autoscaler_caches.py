"""What do the tests of the autoscalers' copy start from? Objects on the wire, and a copy that notes what it tells."""

from collections.abc import Sequence

from adapter.kube.meta import NamespacedName, ObjectMeta
from scaler.api.autoscaler import AutoscalerId
from scaler.api.kinds import AutoscalerKind
from scaler.api.wire import (
    WireExternalMetricSource,
    WireMetricIdentifier,
    WireMetricSpec,
    WireMetricTarget,
    WireReference,
    WireSpec,
    WireZero,
)
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.autoscalers import AutoscalerCache

ZPA, HPA = AutoscalerKind.ZERO_POD_AUTOSCALER, AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
A = AutoscalerId(kind=ZPA, key=NamespacedName("jobs", "a"))
B = AutoscalerId(kind=ZPA, key=NamespacedName("other", "b"))
WEB = AutoscalerId(kind=HPA, key=NamespacedName("jobs", "web"))
ASKED = {"lagzero.dev/min-replicas": "0"}
_BROKEN_TARGET = WireMetricTarget(type="Value", value="a lot")
_BROKEN = WireMetricSpec(
    type="External",
    external=WireExternalMetricSource(metric=WireMetricIdentifier(name="lag"), target=_BROKEN_TARGET),
)


def wire(
    found: AutoscalerId,
    *,
    generation: int = 1,
    broken: bool = False,
    target: str = "worker",
    annotations: dict[str, str] | None = None,
    zero: WireZero | None = None,
) -> WireAutoscaler:
    key = found.key
    return WireAutoscaler(
        metadata=ObjectMeta(
            name=key.name, namespace=key.namespace, generation=generation, annotations=annotations or {}
        ),
        spec=WireSpec(
            scale_target_ref=WireReference(kind="Deployment", name=target, api_version="apps/v1"),
            max_replicas=5,
            metrics=(_BROKEN,) if broken else (),
            zero=zero,
        ),
    )


class Cache:
    """A cache with what is listed at first, and what it told its listener since."""

    def __init__(self, *items: WireAutoscaler, stock: Sequence[WireAutoscaler] = ()) -> None:
        self.cache = AutoscalerCache()
        self.ours, self.theirs = self.cache.of_kind(ZPA), self.cache.of_kind(HPA)
        self.ours.replaced(items, None)
        self.theirs.replaced(stock, None)
        self.told: list[AutoscalerId] = []
        self.cache.subscribe(self.told.append)

    def rivals(self, of: AutoscalerId) -> tuple[AutoscalerId, ...]:
        found = self.cache.get(of)
        assert found is not None
        return self.cache.targets.of(found)
