"""Does a whole object become an autoscaler, whichever of the two kinds it is?"""

import pytest

from adapter.kube.meta import NamespacedName, ObjectMeta
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.decode import decode_spec
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import Milli, ResourceMetricSource
from scaler.api.wire import WireZero
from scaler.api.wire_object import WireAutoscaler
from scaler.api.wire_status import WireStatus
from tests.unit.scaler.api.specs import wire_spec

META = ObjectMeta(
    name="worker", namespace="shop", uid="u-1", resource_version="77", generation=3, annotations={"team": "mail"}
)


@pytest.mark.parametrize("kind", AutoscalerKind)
def test_an_object_is_read_field_by_field(kind: AutoscalerKind) -> None:
    expected = Autoscaler(
        kind=kind,
        key=NamespacedName("shop", "worker"),
        uid="u-1",
        generation=3,
        resource_version="77",
        annotations={"team": "mail"},
        spec=decode_spec(wire_spec()),
        status=AutoscalerStatus(desired_replicas=2),
    )
    wire = WireAutoscaler(metadata=META, spec=wire_spec(), status=WireStatus(desired_replicas=2))
    assert expected == decode_autoscaler(wire, kind=kind)


def test_gaps_are_filled_first() -> None:
    read = decode_autoscaler(WireAutoscaler(spec=wire_spec(metrics=())), kind=AutoscalerKind.ZERO_POD_AUTOSCALER)
    assert [ResourceMetricSource] == [type(metric) for metric in read.spec.metrics]


def test_the_rounding_is_the_callers() -> None:
    read = decode_autoscaler(
        WireAutoscaler(spec=wire_spec()), kind=AutoscalerKind.ZERO_POD_AUTOSCALER, milli_value=lambda _: 5
    )
    assert decode_spec(wire_spec(), milli_value=lambda _: Milli(5)) == read.spec


@pytest.mark.parametrize(
    ("kind", "cooldown_seconds"),
    [(AutoscalerKind.ZERO_POD_AUTOSCALER, 60), (AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, 0)],
)
def test_only_our_kind_has_the_block_zero(kind: AutoscalerKind, cooldown_seconds: int) -> None:
    wire = WireAutoscaler(spec=wire_spec(zero=WireZero(cooldown_seconds=60)))
    assert cooldown_seconds == decode_autoscaler(wire, kind=kind).spec.zero.cooldown_seconds
