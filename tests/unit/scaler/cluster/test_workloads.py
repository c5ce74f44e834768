"""Claims about `scaler.cluster.workloads`: what is kept of a workload of a watched kind, and when."""

from collections.abc import Mapping

import msgspec
import pytest

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import Scale, WriterKind
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.workloads import (
    WORKLOAD_KINDS,
    WireWorkload,
    Workload,
    decode_workload,
    workload_kind,
)

DEPLOYMENTS, STATEFUL_SETS, _ = WORKLOAD_KINDS
KEY = NamespacedName("jobs", "worker")


def wire(
    *,
    version: str = "7",
    spec: Mapping[str, object] | None = None,
    namespace: str = "jobs",
    name: str = "worker",
    uid: str = "uid-1",
) -> WireWorkload:
    """A Deployment as JSON has it, read."""
    document = {
        "metadata": {
            "name": name,
            "namespace": namespace,
            "uid": uid,
            "resourceVersion": version,
            "annotations": {"lagzero.dev/paused": "true", "kubectl.kubernetes.io/last-applied-configuration": "{}"},
            "managedFields": [{"manager": "kubectl", "fieldsV1": {"f:spec": {"f:replicas": {}}}}],
        },
        "spec": {"replicas": 3, "selector": {"matchLabels": {"app": "worker"}}} if spec is None else spec,
        "status": {"replicas": 2, "readyReplicas": 1},
    }
    return msgspec.json.decode(msgspec.json.encode(document), type=WireWorkload)


def decoded(**spec: object) -> Workload:
    return decode_workload(wire(spec=spec), DEPLOYMENTS)


@pytest.mark.parametrize(
    ("kind", "api_version", "plural"),
    [
        ("Deployment", "apps/v1", "deployments"),
        ("StatefulSet", "apps/v1", "statefulsets"),
        ("Deployment", "apps/v1beta2", "deployments"),
        ("ReplicaSet", "apps/v1", "replicasets"),
    ],
)
def test_a_reference_names_its_kind_whatever_the_version(kind: str, api_version: str, plural: str) -> None:
    found = workload_kind(CrossVersionObjectReference(kind=kind, name="worker", api_version=api_version))
    assert found is not None
    assert plural == found.plural


@pytest.mark.parametrize(
    ("kind", "api_version"),
    [
        ("Deployment", "extensions/v1beta1"),
        ("ReplicationController", "v1"),
        ("Deployment", ""),
        ("deployment", "apps/v1"),
    ],
)
def test_a_reference_to_another_kind_names_none(kind: str, api_version: str) -> None:
    assert workload_kind(CrossVersionObjectReference(kind=kind, name="worker", api_version=api_version)) is None


@pytest.mark.parametrize(
    ("namespace", "path"), [(None, "/apis/apps/v1/deployments"), ("jobs", "/apis/apps/v1/namespaces/jobs/deployments")]
)
def test_a_collection_is_of_one_namespace_or_of_all(namespace: str | None, path: str) -> None:
    assert path == DEPLOYMENTS.collection(namespace)


def test_counts_and_selector_are_those_of_the_object() -> None:
    expected = Scale(spec_replicas=3, status_replicas=2, selector="app=worker")
    assert expected == decode_workload(wire(), DEPLOYMENTS).target.scale


def test_the_target_names_its_object() -> None:
    target = decode_workload(wire(), STATEFUL_SETS).target
    expected = CrossVersionObjectReference(kind="StatefulSet", name="worker", api_version="apps/v1")
    assert ("jobs", expected, "7") == (target.namespace, target.reference, target.resource_version)


def test_the_writer_comes_from_managed_fields() -> None:
    assert WriterKind.OTHER is decode_workload(wire(), DEPLOYMENTS).target.writer.kind


def test_of_annotations_those_are_kept_that_may_pause() -> None:
    assert {"lagzero.dev/paused": "true"} == decode_workload(wire(), DEPLOYMENTS).annotations


@pytest.mark.parametrize("spec", [{}, {"replicas": None}])
def test_a_count_that_is_not_set_is_one(spec: dict[str, object]) -> None:
    assert 1 == decoded(**spec).target.scale.spec_replicas


def test_a_count_of_zero_is_zero() -> None:
    assert 0 == decoded(replicas=0).target.scale.spec_replicas


def test_expressions_are_part_of_the_selector() -> None:
    selector = {
        "matchLabels": {"app": "worker"},
        "matchExpressions": [
            {"key": "tier", "operator": "In", "values": ["b", "a"]},
            {"key": "canary", "operator": "DoesNotExist"},
        ],
    }
    assert "app=worker,!canary,tier in (a,b)" == decoded(selector=selector).target.scale.selector


@pytest.mark.parametrize(
    "selector", [None, {"matchExpressions": [{"key": "tier", "operator": "Maybe", "values": ["a"]}]}]
)
def test_a_selector_that_is_none_reads_as_empty(selector: object) -> None:
    assert "" == decoded(selector=selector).target.scale.selector
