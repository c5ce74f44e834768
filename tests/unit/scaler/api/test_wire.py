"""Do the structs of the wire read leniently, and print as Go prints?"""

import msgspec
import pytest

from scaler.api.wire import WireMetricTarget, WireReference, WireScalingRules, WireSpec


def test_unknown_fields_are_ignored() -> None:
    assert WireReference(kind="Deployment") == msgspec.convert({"kind": "Deployment", "color": "red"}, WireReference)


def test_names_on_the_wire_are_in_camel_case() -> None:
    assert WireReference(api_version="apps/v1") == msgspec.convert({"apiVersion": "apps/v1"}, WireReference)


def test_fields_without_omitempty_are_printed_empty() -> None:
    expected = {"scaleTargetRef": {"kind": "", "name": ""}, "maxReplicas": 0}
    assert expected == msgspec.json.decode(msgspec.json.encode(WireSpec()))


def test_a_zero_that_was_set_is_printed() -> None:
    assert msgspec.json.encode(WireScalingRules(stabilization_window_seconds=0)) == b'{"stabilizationWindowSeconds":0}'


@pytest.mark.parametrize("amount", [30, "30", 0.5], ids=["an integer", "a text", "a fraction"])
def test_a_quantity_keeps_the_form_it_was_written_in(amount: float | str) -> None:
    read = msgspec.convert({"type": "Value", "value": amount}, WireMetricTarget).value
    assert (type(amount), amount) == (type(read), read)


@pytest.mark.parametrize("count", [2**31, -(2**31) - 1])
def test_a_count_beyond_int32_is_refused(count: int) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.maxReplicas"):
        msgspec.convert({"maxReplicas": count}, WireSpec)


@pytest.mark.parametrize(("document", "policies"), [({}, None), ({"policies": []}, ())], ids=["absent", "empty"])
def test_absent_policies_and_no_policies_stay_apart(document: dict[str, object], policies: tuple[()] | None) -> None:
    assert policies == msgspec.convert(document, WireScalingRules).policies
