"""Warnings about specs that an API server takes."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from scaler.api.companion import MIN_REPLICAS_ANNOTATION
from scaler.api.defaults import default_spec
from scaler.api.documents import read_manifest
from scaler.api.kinds import AutoscalerKind
from scaler.cli.validate_warnings import Subject, warnings_about

NONE: Mapping[str, str] = MappingProxyType({})
NOTHING: Mapping[str, object] = MappingProxyType({})
LAG = {"type": "External", "external": {"metric": {"name": "lag"}, "target": {"type": "Value", "value": "30"}}}
CPU = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}
PERCENT = {"type": "Percent", "value": 100, "periodSeconds": 15}
PODS = {"type": "Pods", "value": 4, "periodSeconds": 15}


def fields(
    spec: Mapping[str, object] = NOTHING,
    *,
    kind: AutoscalerKind = AutoscalerKind.ZERO_POD_AUTOSCALER,
    annotations: Mapping[str, str] = NONE,
    gate: bool = False,
) -> list[str]:
    """The fields that are warned about."""
    base: dict[str, object] = {"minReplicas": 0, "maxReplicas": 10, "metrics": [LAG]}
    document = {"apiVersion": kind.api_version, "kind": kind.kind, "spec": base | dict(spec)}
    subject = Subject(
        kind=kind,
        spec=default_spec(read_manifest(document).wire.spec),
        annotations=annotations,
        scale_to_zero_gate=gate,
    )
    return [finding.field for finding in warnings_about(subject)]


def object_on(kind: str) -> dict[str, object]:
    source = {"describedObject": {"kind": kind, "name": "x"}, "metric": {"name": "m"}, "target": {"value": "1"}}
    return {"type": "Object", "object": source}


def lag_with(**target: str) -> dict[str, object]:
    return {"type": "External", "external": {"metric": {"name": "lag"}, "target": target}}


def scale_up(*policies: object, **more: object) -> dict[str, object]:
    return {"scaleUp": {"policies": list(policies), **more}}


def test_a_spec_without_a_trap_has_no_warning() -> None:
    assert [] == fields()


@pytest.mark.parametrize(
    ("kind", "api_version", "expected"),
    [
        ("Deployment", "apps/v1", []),
        ("ReplicaSet", "apps/v1", []),
        ("StatefulSet", "apps/v1", ["spec.zero.inFlight.podLabel"]),
        ("Rollout", "argoproj.io/v1alpha1", ["spec.zero.inFlight.podLabel"]),
    ],
)
def test_pods_that_do_not_go_by_their_cost_are_not_told_apart(kind: str, api_version: str, expected: list[str]) -> None:
    reference = {"kind": kind, "apiVersion": api_version, "name": "worker"}
    assert expected == fields({"scaleTargetRef": reference, "zero": {"inFlight": {"podLabel": "pod"}}})
    assert [] == fields({"scaleTargetRef": reference, "zero": {"inFlight": {}}})


@pytest.mark.parametrize(
    ("kind", "gate", "expected"),
    [
        (AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, False, ["spec.minReplicas"]),
        (AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, True, []),
        (AutoscalerKind.ZERO_POD_AUTOSCALER, False, []),
    ],
)
def test_zero_where_the_gate_is_off_needs_another_kind(
    kind: AutoscalerKind,
    gate: bool,
    expected: list[str],
) -> None:
    assert expected == fields(kind=kind, gate=gate)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"behavior": scale_up(PERCENT)}, ["spec.behavior.scaleUp.policies"]),
        ({"behavior": scale_up(PERCENT, PODS)}, []),
        ({"behavior": scale_up(PERCENT, PODS, selectPolicy="Min")}, ["spec.behavior.scaleUp.policies"]),
        ({"behavior": scale_up(PODS, selectPolicy="Disabled")}, ["spec.behavior.scaleUp.selectPolicy"]),
        ({"behavior": scale_up(PERCENT), "minReplicas": 1}, []),
        ({"behavior": {"scaleDown": {"policies": [PERCENT]}}}, []),
    ],
)
def test_policies_that_never_leave_zero(spec: dict[str, object], expected: list[str]) -> None:
    assert expected == fields(spec)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"metrics": [CPU]}, ["spec.metrics"]),
        ({"metrics": [CPU, LAG]}, []),
        ({"metrics": [CPU], "minReplicas": 1}, []),
        ({"metrics": [object_on("Pod")]}, ["spec.metrics[0].object.describedObject"]),
        ({"metrics": [object_on("Service")]}, []),
    ],
)
def test_metrics_that_vanish_at_zero(spec: dict[str, object], expected: list[str]) -> None:
    assert expected == fields(spec)


def test_the_annotation_of_a_stock_autoscaler_means_zero_too() -> None:
    annotations = {MIN_REPLICAS_ANNOTATION: "0"}
    kind = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER
    assert ["spec.metrics"] == fields({"minReplicas": 1, "metrics": [CPU]}, kind=kind, annotations=annotations)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ({"value": "9223372036854775"}, []),
        ({"value": "9223372036854776"}, ["spec.metrics[0].external.target.value"]),
        ({"averageValue": "922337203685477"}, []),
        ({"averageValue": "922337203685478"}, ["spec.metrics[0].external.target.averageValue"]),
        ({"averageValue": "10P"}, ["spec.metrics[0].external.target.averageValue"]),
        ({"value": "lots"}, []),
    ],
)
def test_targets_that_overflow(target: dict[str, str], expected: list[str]) -> None:
    assert expected == fields({"metrics": [lag_with(**target)]})


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"behavior": {"scaleDown": {"stabilizationWindowSeconds": 3600}}}, []),
        (
            {"behavior": {"scaleDown": {"stabilizationWindowSeconds": 3601}}},
            ["spec.behavior.scaleDown.stabilizationWindowSeconds"],
        ),
        (
            {"behavior": scale_up({**PODS, "periodSeconds": 3601})},
            ["spec.behavior.scaleUp.policies[0].periodSeconds"],
        ),
        ({"zero": {"cooldownSeconds": 3601}}, ["spec.zero.cooldownSeconds"]),
    ],
)
def test_windows_longer_than_the_history(spec: dict[str, object], expected: list[str]) -> None:
    assert expected == fields(spec)
