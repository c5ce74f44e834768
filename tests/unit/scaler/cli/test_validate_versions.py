"""Older versions of the HPA."""

import pytest

from scaler.cli.validate_objects import objects_of
from scaler.cli.validate_versions import Converted, TooOld, in_current_version

V1 = """
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
spec: {maxReplicas: 5, targetCPUUtilizationPercentage: 50}
status: {currentReplicas: 1}
"""


def converted(text: str) -> Converted | TooOld:
    (found,) = objects_of(text, source="file")
    return in_current_version(found)


def test_v1_has_one_metric_which_becomes_a_resource_metric() -> None:
    target = {"type": "Utilization", "averageUtilization": 50}
    expected = Converted(
        document={
            "apiVersion": "autoscaling/v2",
            "kind": "HorizontalPodAutoscaler",
            "spec": {
                "maxReplicas": 5,
                "metrics": [{"type": "Resource", "resource": {"name": "cpu", "target": target}}],
            },
        },
        note="autoscaling/v1 was read as autoscaling/v2: write that version, which says more",
    )
    assert expected == converted(V1)


def test_metrics_in_annotations_of_v1_are_named_as_not_looked_at() -> None:
    found = converted(V1 + "metadata: {annotations: {autoscaling.alpha.kubernetes.io/metrics: '[]'}}\n")
    assert isinstance(found, Converted)
    assert found.note.endswith("in annotations autoscaling.alpha.kubernetes.io/* were not looked at")


def test_v2beta2_reads_as_v2_but_nobody_serves_it() -> None:
    found = converted("apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\n")
    assert isinstance(found, Converted)
    assert ("autoscaling/v2", True) == (
        found.document["apiVersion"],
        found.refusal.startswith('no matches for kind "HorizontalPodAutoscaler" in version "autoscaling/v2beta2"'),
    )


def test_v2beta1_is_too_old() -> None:
    assert isinstance(converted("apiVersion: autoscaling/v2beta1\nkind: HorizontalPodAutoscaler\n"), TooOld)


@pytest.mark.parametrize("version", ["autoscaling/v2", "lagzero.dev/v1alpha1", "other/v1"])
def test_anything_else_stays_as_it_is(version: str) -> None:
    document: dict[str, object] = {"apiVersion": version, "kind": "HorizontalPodAutoscaler"}
    assert Converted(document=document) == converted(f"apiVersion: {version}\nkind: HorizontalPodAutoscaler\n")
