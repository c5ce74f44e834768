"""Is a whole spec refused where an API server refuses it, on a create and on an update?"""

import msgspec
import pytest

from scaler.api.validation import validate_spec
from scaler.api.wire import WireBehavior, WireMetricSpec, WireReference, WireSpec, WireZero
from tests.unit.scaler.api.specs import DEPLOYMENT, OBJECT, ONE_OF_EACH, RULES, wire_spec

RESOURCE_ONLY = ONE_OF_EACH[3:4]
NO_DEMAND = (
    "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas"
)


def texts(new: WireSpec, *, old: WireSpec | None = None, gate: bool = True) -> list[str]:
    return [str(error) for error in validate_spec(new, old=old, scale_to_zero_gate=gate)]


def test_a_sensible_spec_is_fine() -> None:
    behavior = WireBehavior(scale_up=RULES, scale_down=RULES)
    assert texts(wire_spec(metrics=ONE_OF_EACH, behavior=behavior, zero=WireZero())) == []


def test_the_minimum_may_be_the_maximum() -> None:
    assert texts(wire_spec(min_replicas=3, max_replicas=3)) == []


def test_a_minimum_above_the_maximum_is_refused() -> None:
    expected = ["spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`"]
    assert expected == texts(wire_spec(min_replicas=4, max_replicas=3))


def test_a_maximum_is_required() -> None:
    expected = [
        "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
        "spec.maxReplicas: Required value",
    ]
    assert expected == texts(wire_spec(max_replicas=0))


def test_a_negative_maximum_is_refused() -> None:
    expected = ["spec.maxReplicas: Invalid value: -1: must be greater than or equal to 1"]
    assert expected == texts(wire_spec(min_replicas=None, max_replicas=-1))


@pytest.mark.parametrize(("gate", "lowest"), [(True, 0), (False, 1)], ids=["gate on", "gate off"])
def test_the_least_minimum_depends_on_the_gate(*, gate: bool, lowest: int) -> None:
    expected = [f"spec.minReplicas: Invalid value: -1: must be greater than or equal to {lowest}"]
    assert expected == texts(wire_spec(min_replicas=-1), gate=gate)


def test_zero_is_refused_with_the_gate_off() -> None:
    expected = ["spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"]
    assert expected == texts(wire_spec(min_replicas=0), gate=False)


def test_a_zero_that_is_stored_may_stay_with_the_gate_off() -> None:
    assert texts(wire_spec(min_replicas=0), old=wire_spec(min_replicas=0), gate=False) == []


@pytest.mark.parametrize("metric", ONE_OF_EACH[:2], ids=lambda metric: metric.type)
def test_zero_is_fine_where_demand_is_seen_without_pods(metric: WireMetricSpec) -> None:
    assert texts(wire_spec(min_replicas=0, metrics=(*RESOURCE_ONLY, metric))) == []


@pytest.mark.parametrize("metric", ONE_OF_EACH[2:], ids=lambda metric: metric.type)
def test_zero_is_refused_where_only_pods_could_tell(metric: WireMetricSpec) -> None:
    assert texts(wire_spec(min_replicas=0, metrics=(metric,))) == [NO_DEMAND]


def test_a_scale_target_needs_a_group() -> None:
    expected = ['spec.scaleTargetRef.apiVersion: Invalid value: "v1": apiVersion must specify API group']
    assert expected == texts(wire_spec(scale_target_ref=WireReference(api_version="v1", kind="Pod", name="a")))


def test_a_replication_controller_has_no_group() -> None:
    reference = WireReference(api_version="v1", kind="ReplicationController", name="a")
    assert texts(wire_spec(scale_target_ref=reference)) == []


@pytest.mark.parametrize(
    ("stored", "passes"),
    [
        (WireReference(api_version="v1", kind="Deployment", name="other"), True),
        (WireReference(api_version="v1", kind="StatefulSet", name="worker"), False),
        (DEPLOYMENT, False),
    ],
    ids=["only another name", "another kind", "another version"],
)
def test_a_stored_kind_and_version_may_stay(stored: WireReference, *, passes: bool) -> None:
    reference = msgspec.structs.replace(DEPLOYMENT, api_version="v1")
    errors = texts(wire_spec(scale_target_ref=reference), old=wire_spec(scale_target_ref=stored))
    assert passes is (errors == [])


def object_metric(api_version: str) -> WireMetricSpec:
    described = msgspec.structs.replace(OBJECT.described_object, api_version=api_version)
    return WireMetricSpec(type="Object", object=msgspec.structs.replace(OBJECT, described_object=described))


@pytest.mark.parametrize(
    ("stored", "passes"),
    [
        ((object_metric("v1"), object_metric("x/y/z")), True),
        ((object_metric("v1"),), False),
        ((WireMetricSpec(type="Object"),), False),
        ((msgspec.structs.replace(object_metric("x/y/z"), type="Pods"),), False),
    ],
    ids=["one was wrong", "none was wrong", "one was empty", "a wrong one did not count"],
)
def test_described_objects_go_unchecked_once_one_was_wrong(stored: tuple[WireMetricSpec, ...], *, passes: bool) -> None:
    new = wire_spec(metrics=(object_metric("a/b/c"),))
    assert passes is (texts(new, old=wire_spec(metrics=stored)) == [])


def test_errors_come_in_the_api_servers_order() -> None:
    new = WireSpec(
        scale_target_ref=msgspec.structs.replace(DEPLOYMENT, name=""),
        min_replicas=-1,
        max_replicas=-2,
        metrics=(WireMetricSpec(type="Pods"),),
        behavior=WireBehavior(scale_up=msgspec.structs.replace(RULES, policies=())),
        zero=WireZero(mode="x"),
    )
    fields = [error.field for error in validate_spec(new, old=None, scale_to_zero_gate=True)]
    assert fields == [
        "spec.maxReplicas",
        "spec.scaleTargetRef.name",
        "spec.metrics[0].pods",
        "spec.behavior.scaleUp.policies",
        "spec.zero.mode",
        "spec.minReplicas",
        "spec.maxReplicas",
    ]
