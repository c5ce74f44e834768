"""Claims about `scaler.api.decode_companion`: which stock autoscalers are taken to zero, and what is read of them."""

import msgspec
import pytest

from adapter.kube.meta import ManagedFieldsEntry, ObjectMeta
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus
from scaler.api.companion import Companion
from scaler.api.decode_companion import decode_companion, decode_faulty_companion
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from scaler.api.wire import WireExternalMetricSource, WireMetricIdentifier, WireMetricSpec, WireMetricTarget
from scaler.api.wire_object import WireAutoscaler
from scaler.api.wire_status import WireCondition, WireMetricStatus, WireStatus
from tests.support.metric_builders import NOW
from tests.unit.scaler.api.specs import wire_spec

ASKED = {"lagzero.dev/min-replicas": "0"}
THEIRS = WireCondition(type="AbleToScale", status="True")
CLAIM = WireCondition(
    type="lagzero.dev/ScaledToZero", status="True", reason="ScaledToZero", last_transition_time="2026-01-01T12:00:00Z"
)


def wire(annotations: dict[str, str], *conditions: WireCondition, manager: str = "lagzero-scaler") -> WireAutoscaler:
    written = ManagedFieldsEntry(
        manager=manager,
        time="2026-01-01T12:00:00Z",
        fields_v1={"f:metadata": {"f:annotations": {"f:lagzero.dev/memory": {}}}},
    )
    metadata = ObjectMeta(name="web", namespace="shop", annotations=annotations, managed_fields=(written,))
    spec = msgspec.structs.replace(wire_spec(), min_replicas=2)
    return WireAutoscaler(metadata=metadata, spec=spec, status=WireStatus(conditions=conditions))


def read(
    changes: dict[str, str] | None = None, *conditions: WireCondition, manager: str = "lagzero-scaler"
) -> Autoscaler:
    found = decode_companion(wire({**ASKED, **(changes or {})}, *conditions, manager=manager))
    assert found is not None
    return found


def own(found: Autoscaler) -> Companion:
    assert found.companion is not None
    return found.companion


def test_without_the_annotation_it_is_the_stock_controllers_alone() -> None:
    assert decode_companion(wire({"lagzero.dev/paused": "true"}, THEIRS)) is None


@pytest.mark.parametrize("left", ["condition", "annotation"])
def test_while_something_of_ours_is_left_it_is_ours_to_clear(left: str) -> None:
    item = wire({}, CLAIM) if left == "condition" else wire({"lagzero.dev/memory": "{}"})
    found = decode_companion(item)
    assert found is not None
    assert own(found).asked is None


def test_it_may_go_to_zero_and_its_own_minimum_is_known() -> None:
    found = read()
    assert (0, 2, "0") == (found.spec.min_replicas, own(found).min_replicas, own(found).asked)


def test_it_is_known_by_its_own_kind() -> None:
    found = read().id
    assert (AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, "HorizontalPodAutoscaler shop/web") == (found.kind, str(found))


@pytest.mark.parametrize("value", ["", "1", "zero", " 0"])
def test_what_was_asked_is_kept_word_for_word(value: str) -> None:
    assert value == own(read({"lagzero.dev/min-replicas": value})).asked


def test_the_claim_is_read_from_our_condition_and_no_other() -> None:
    claims = read(None, THEIRS, CLAIM).status.conditions
    assert [("ScaledToZero", "True", NOW)] == [(each.type, each.status, each.last_transition) for each in claims]


def test_the_stock_controllers_claim_is_none_of_ours() -> None:
    theirs = WireCondition(type="ScaledToZero", status="True")
    assert () == read(None, theirs).status.conditions


def test_nothing_else_of_the_status_is_read() -> None:
    item = wire(ASKED)
    broken = WireStatus(current_metrics=(WireMetricStatus(),), last_scale_time="yesterday", desired_replicas=7)
    found = decode_companion(msgspec.structs.replace(item, status=broken))
    assert found is not None
    assert AutoscalerStatus() == found.status


def test_the_memory_is_read_from_its_annotation() -> None:
    assert {"scaleUps": []} == read({"lagzero.dev/memory": '{"scaleUps": []}'}).status.memory


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '"memory"'])
def test_a_memory_that_was_edited_by_hand_is_forgotten(text: str) -> None:
    assert {} == read({"lagzero.dev/memory": text}).status.memory


def test_a_written_memory_asks_for_nothing_else() -> None:
    assert ASKED == read({"lagzero.dev/memory": "{}"}).annotations


def test_when_the_memory_was_written_is_known() -> None:
    assert NOW == own(read()).memory_written


def test_a_memory_of_somebody_elses_was_not_written_by_us() -> None:
    assert own(read(manager="kubectl")).memory_written is None


def test_a_time_that_cannot_be_read_is_none() -> None:
    item = wire(ASKED)
    entry = msgspec.structs.replace(item.metadata.managed_fields[0], time="soon")
    metadata = msgspec.structs.replace(item.metadata, managed_fields=(entry,))
    found = decode_companion(msgspec.structs.replace(item, metadata=metadata))
    assert found is not None
    assert own(found).memory_written is None


def test_a_spec_that_cannot_be_read_is_told_by_field() -> None:
    source = WireExternalMetricSource(
        metric=WireMetricIdentifier(name="lag"), target=WireMetricTarget(type="Value", value="a lot")
    )
    spec = wire_spec(metrics=(WireMetricSpec(type="External", external=source),))
    with pytest.raises(DecodeError, match="target"):
        decode_companion(msgspec.structs.replace(wire(ASKED), spec=spec))


def faulty(annotations: dict[str, str], *conditions: WireCondition) -> Autoscaler | None:
    return decode_faulty_companion(wire(annotations, *conditions), fault="spec.metrics[0]: not a quantity")


def test_one_that_cannot_be_read_has_its_fault_and_what_is_ours() -> None:
    found = faulty({**ASKED, "lagzero.dev/memory": '{"scaleUps": []}'}, THEIRS, CLAIM)
    assert found is not None
    assert ("spec.metrics[0]: not a quantity", "0", 2) == (found.fault, own(found).asked, own(found).min_replicas)
    assert ([("ScaledToZero", NOW)], {"scaleUps": []}) == (
        [(each.type, each.last_transition) for each in found.status.conditions],
        found.status.memory,
    )


def test_a_condition_of_ours_that_cannot_be_read_is_forgotten_and_the_memory_is_not() -> None:
    broken = msgspec.structs.replace(CLAIM, last_transition_time="yesterday")
    found = faulty({**ASKED, "lagzero.dev/memory": "{}"}, broken)
    assert found is not None
    assert AutoscalerStatus(memory={}) == found.status


def test_one_that_cannot_be_read_and_is_none_of_ours_is_left_alone() -> None:
    assert faulty({}, THEIRS) is None
