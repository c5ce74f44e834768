"""Is a manifest read as the API would read it, and refused with the place and the remedy?"""

import pytest

from scaler.api.documents import kind_of, read_manifest, without_nulls
from scaler.api.kinds import AutoscalerKind
from scaler.api.quantities import DecodeError
from tests.unit.scaler.api.specs import DEPLOYMENT

ZPA = {"apiVersion": "lagzero.dev/v1alpha1", "kind": "ZeroPodAutoscaler"}
HPA = {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler"}
TARGET = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "worker"}


def test_a_manifest_is_read_whole() -> None:
    document = {**ZPA, "metadata": {"name": "worker"}, "spec": {"scaleTargetRef": TARGET, "maxReplicas": 3}}
    manifest = read_manifest(document)
    assert (
        manifest.kind,
        manifest.wire.metadata.name,
        manifest.wire.spec.scale_target_ref,
        manifest.unknown_fields,
    ) == (AutoscalerKind.ZERO_POD_AUTOSCALER, "worker", DEPLOYMENT, ())


@pytest.mark.parametrize("kind", AutoscalerKind)
def test_both_kinds_are_known(kind: AutoscalerKind) -> None:
    assert kind is kind_of({"apiVersion": kind.api_version, "kind": kind.kind})


def test_another_kind_is_refused_with_the_kinds_there_are() -> None:
    expected = (
        "kind: autoscaling/v1 HorizontalPodAutoscaler is no autoscaler; write apiVersion: autoscaling/v2 with kind:"
        " HorizontalPodAutoscaler or apiVersion: lagzero.dev/v1alpha1 with kind: ZeroPodAutoscaler"
    )
    with pytest.raises(DecodeError) as refused:
        read_manifest({"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler"})
    assert expected == str(refused.value)


@pytest.mark.parametrize("document", [None, [], "text", 3])
def test_what_is_no_object_is_refused(document: object) -> None:
    with pytest.raises(DecodeError, match="not an object"):
        read_manifest(document)


def test_a_field_of_the_wrong_type_is_refused_with_its_place_and_where_to_read_on() -> None:
    expected = (
        "spec.metrics[0].external.target.type: expected `str`, got `int`;"
        " see `kubectl explain zpa.spec.metrics.external.target.type`"
    )
    metrics = [{"type": "External", "external": {"target": {"type": 3}}}]
    with pytest.raises(DecodeError) as refused:
        read_manifest({**ZPA, "spec": {"metrics": metrics}})
    assert expected == str(refused.value)


def test_the_place_to_read_on_is_that_of_the_kind() -> None:
    with pytest.raises(DecodeError, match=r"kubectl explain hpa\.spec\.maxReplicas"):
        read_manifest({**HPA, "spec": {"maxReplicas": "three"}})


def test_fields_that_no_struct_has_are_listed() -> None:
    spec = {
        "minReplica": 0,
        "metrics": [{"type": "Pods"}, {"type": "External", "external": {"metrik": {}}}],
        "behavior": {"scaleUp": {"policies": [{"periodSecond": 1}]}},
    }
    expected = (
        "spec.minReplica",
        "spec.metrics[1].external.metrik",
        "spec.behavior.scaleUp.policies[0].periodSecond",
        "stats",
    )
    assert expected == read_manifest({**ZPA, "spec": spec, "stats": {}}).unknown_fields


def test_labels_may_have_any_name() -> None:
    selector = {"matchLabels": {"name": "mail", "anything": "goes"}}
    metrics = [{"type": "External", "external": {"metric": {"name": "lag", "selector": selector}}}]
    assert read_manifest({**ZPA, "spec": {"metrics": metrics}}).unknown_fields == ()


@pytest.mark.parametrize(("head", "unknown"), [(ZPA, ()), (HPA, ("spec.zero",))], ids=["ours", "the stock one"])
def test_the_block_zero_is_known_to_our_kind_alone(head: dict[str, str], unknown: tuple[str, ...]) -> None:
    assert unknown == read_manifest({**head, "spec": {"zero": {"cooldownSeconds": 60}}}).unknown_fields


def test_a_null_is_a_field_that_is_not_there() -> None:
    assert without_nulls({"a": {"x": None}, "b": [{"c": 1, "d": None}], "e": None}) == {"a": {}, "b": [{"c": 1}]}


def test_a_manifest_may_hold_nulls() -> None:
    document = {**ZPA, "metadata": {"name": "worker"}, "spec": {"behavior": None, "metrics": None, "maxReplicas": 3}}
    assert read_manifest(document).wire.spec.max_replicas == 3
