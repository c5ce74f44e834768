"""Which autoscalers are there in these tests? What one may ask for, as it stands in the API."""

from dataclasses import dataclass, field
from typing import Final

from hypothesis import strategies as st

from scaler.api.companion import MIN_REPLICAS_ANNOTATION
from scaler.api.kinds import AutoscalerKind
from tests.properties.never_api import NAME, NAMESPACE, Document

ZERO, STOCK = AutoscalerKind.ZERO_POD_AUTOSCALER, AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
WORK_EACH: Final = 2
"""Work in flight that one replica has at a time."""


def _external(name: str, target: dict[str, str]) -> Document:
    return {"metric": {"name": name}, "target": target}


_AVERAGE: Final = {"type": "AverageValue", "averageValue": "30"}
_LAG: Final[Document] = {"type": "External", "external": _external("lag", _AVERAGE)}
METRICS: Final[dict[str, list[Document]]] = {
    "one": [_LAG],
    "two": [_LAG, {"type": "External", "external": _external("other", _AVERAGE)}],
    "for all": [{"type": "External", "external": _external("lag", {"type": "Value", "value": "100"})}],
}
_AT_ONCE: Final[Document] = {"stabilizationWindowSeconds": 0}
_PERCENT: Final[Document] = {"policies": [{"type": "Percent", "value": 100, "periodSeconds": 15}]}
_SLOWLY: Final[Document] = {
    "stabilizationWindowSeconds": 60,
    "policies": [{"type": "Pods", "value": 2, "periodSeconds": 60}],
}
BEHAVIORS: Final[list[Document | None]] = [
    None,
    {},
    {"scaleUp": _PERCENT, "scaleDown": _AT_ONCE},
    {"scaleUp": {"stabilizationWindowSeconds": 60}, "scaleDown": _SLOWLY},
]


@dataclass(slots=True, kw_only=True)
class Asked:
    """What one autoscaler asks for. A stock one has no block `zero`, and 1 replica at least."""

    kind: AutoscalerKind
    metrics: str
    behavior: Document | None
    zero: Document
    count: int
    minimum: int = 0
    maximum: int = 10
    annotations: dict[str, str] = field(default_factory=dict)

    @property
    def is_stock(self) -> bool:
        return self.kind is STOCK

    @property
    def adopts(self) -> bool:
        return not self.is_stock and self.zero["initial"] == "ScaledToZero"

    def spec(self) -> Document:
        spec: Document = {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": NAME},
            "minReplicas": 1 if self.is_stock else self.minimum,
            "maxReplicas": self.maximum,
            "metrics": METRICS[self.metrics],
        }
        if self.behavior is not None:
            spec["behavior"] = self.behavior
        return spec if self.is_stock else {**spec, "zero": self.zero}

    def document(self, uid: int) -> Document:
        """As somebody has just made it."""
        annotations = {MIN_REPLICAS_ANNOTATION: "0"} if self.is_stock else {}
        metadata = {"name": NAME, "namespace": NAMESPACE, "uid": f"autoscaler-{uid}", "resourceVersion": "1"}
        return {"metadata": {**metadata, "annotations": annotations}, "spec": self.spec(), "status": {}}


_ZEROES: Final = st.fixed_dictionaries(
    {
        "initial": st.sampled_from(["Paused", "ScaledToZero"]),
        "cooldownSeconds": st.sampled_from([0, 120]),
        "wake": st.sampled_from(["Policies", "Immediate"]),
        "onDelete": st.sampled_from(["Keep", "Restore"]),
    },
    optional={"inFlight": st.just(_external("work", {"type": "AverageValue", "averageValue": str(WORK_EACH)}))},
)
ASKED: Final = st.builds(
    Asked,
    kind=st.sampled_from([ZERO, ZERO, ZERO, STOCK]),
    metrics=st.sampled_from(list(METRICS)),
    behavior=st.sampled_from(BEHAVIORS),
    zero=_ZEROES,
    count=st.sampled_from([0, 3]),
)
