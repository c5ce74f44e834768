"""Claims about which labels and annotations go along, and about who keeps an object."""

import pytest

from scaler.migration.metadata import carried_metadata, keeper_of, owner_of
from tests.unit.scaler.migration.moved import stock

LEFT_BEHIND = {
    "kubectl.kubernetes.io/last-applied-configuration": "{}",
    "lagzero.dev/min-replicas": "0",
    "lagzero.dev/memory": "{}",
    "lagzero.dev/migration": "to-hpa",
    "lagzero.dev/migration-of": "0123456789ab",
    "autoscaling.alpha.kubernetes.io/metrics": "[]",
    "argocd.argoproj.io/tracking-id": "jobs:x",
}


def test_labels_and_annotations_go_along_but_for_what_belongs_to_the_old_object() -> None:
    document = stock(
        annotations={"owner": "us", "lagzero.dev/paused": "why", **LEFT_BEHIND}, labels={"a": "b"}, uid="7"
    )
    assert {
        "name": "worker",
        "namespace": "jobs",
        "labels": {"a": "b"},
        "annotations": {"owner": "us", "lagzero.dev/paused": "why"},
    } == carried_metadata(document)


def test_without_any_there_is_only_a_name() -> None:
    assert {"name": "worker", "namespace": "jobs"} == carried_metadata(stock())


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ({"app.kubernetes.io/managed-by": "Helm"}, "Helm"),
        ({"app.kubernetes.io/managed-by": "us"}, ""),
        ({"argocd.argoproj.io/instance": "jobs"}, "Argo CD"),
        ({"kustomize.toolkit.fluxcd.io/name": "jobs"}, "Flux"),
        ({}, ""),
    ],
)
def test_who_keeps_a_manifest_is_known_by_what_it_leaves(labels: dict[str, str], expected: str) -> None:
    assert expected == keeper_of(stock(labels=labels))


def test_argo_cd_may_leave_an_annotation_instead() -> None:
    assert "Argo CD" == keeper_of(stock(annotations={"argocd.argoproj.io/tracking-id": "jobs:x"}))


def test_an_owner_is_named_by_kind_and_name() -> None:
    assert ("ScaledObject worker", "") == (
        owner_of(stock(ownerReferences=[{"kind": "ScaledObject", "name": "worker"}])),
        owner_of(stock()),
    )
