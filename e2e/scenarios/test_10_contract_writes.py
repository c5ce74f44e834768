"""Scenario 10, writes: what the sandbox claims about them holds on the real API server, and the other way round."""

from typing import Any, Final

import pytest

from e2e.control_plane.api import APPLY
from e2e.scenarios.objects import deployment, zero_autoscaler
from e2e.scenarios.peers import Peer, created

_CONFIG_MAPS: Final = "v1/configmaps"
_DEPLOYMENTS: Final = "apps/v1/deployments"
_ZERO: Final = "lagzero.dev/v1alpha1/zeropodautoscalers"


def test_a_name_is_taken_once(peer: Peer) -> None:
    created(peer.api.post(peer.path(_CONFIG_MAPS), _config_map()))
    again = peer.api.post(peer.path(_CONFIG_MAPS), _config_map())
    assert (again.code, again.body["kind"], again.body["reason"]) == (409, "Status", "AlreadyExists")


def test_what_is_not_there_is_told_by_a_status(peer: Peer) -> None:
    answer = peer.api.get(peer.path(_CONFIG_MAPS, "a"))
    seen = (answer.code, answer.body["reason"], answer.body["message"], answer.body["details"])
    assert seen == (404, "NotFound", 'configmaps "a" not found', {"name": "a", "kind": "configmaps"})


def test_a_replacement_from_a_stale_version_is_a_conflict(peer: Peer) -> None:
    first = created(peer.api.post(peer.path(_CONFIG_MAPS), _config_map()))
    created(peer.api.patch(peer.path(_CONFIG_MAPS, "a"), {"data": {"x": "1"}}))
    answer = peer.api.put(peer.path(_CONFIG_MAPS, "a"), {**first, "data": {"x": "2"}})
    assert (answer.code, answer.body["reason"]) == (409, "Conflict")


def test_a_merge_patch_with_a_stale_version_is_a_conflict(peer: Peer) -> None:
    first = created(peer.api.post(peer.path(_CONFIG_MAPS), _config_map()))
    created(peer.api.patch(peer.path(_CONFIG_MAPS, "a"), {"data": {"x": "1"}}))
    stale = {"metadata": {"resourceVersion": first["metadata"]["resourceVersion"]}, "data": {"x": "2"}}
    assert peer.api.patch(peer.path(_CONFIG_MAPS, "a"), stale).code == 409


def test_a_custom_object_is_not_replaced_without_a_version(peer: Peer) -> None:
    body = zero_autoscaler(peer.namespace)
    created(peer.api.post(peer.path(_ZERO), body))
    answer = peer.api.put(peer.path(_ZERO, "worker"), body)
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "metadata.resourceVersion")


def test_a_write_that_changes_nothing_makes_no_version(peer: Peer) -> None:
    first = created(peer.api.post(peer.path(_CONFIG_MAPS), _config_map(x="1")))
    second = created(peer.api.patch(peer.path(_CONFIG_MAPS, "a"), {"data": {"x": "1"}}))
    assert first["metadata"]["resourceVersion"] == second["metadata"]["resourceVersion"]


def test_null_in_a_merge_patch_takes_a_key_away(peer: Peer) -> None:
    created(peer.api.post(peer.path(_CONFIG_MAPS), _config_map(x="1", y="2")))
    left = created(peer.api.patch(peer.path(_CONFIG_MAPS, "a"), {"data": {"x": None}}))
    assert left["data"] == {"y": "2"}


def test_a_list_in_a_merge_patch_replaces_the_whole_list(peer: Peer) -> None:
    created(peer.api.post(peer.path(_ZERO), zero_autoscaler(peer.namespace)))
    path = peer.path(_ZERO, "worker", "status")
    created(peer.api.patch(path, {"status": {"conditions": [_condition("A"), _condition("B")]}}))
    left = created(peer.api.patch(path, {"status": {"conditions": [_condition("C")]}}))
    assert [each["type"] for each in left["status"]["conditions"]] == ["C"]


def test_the_status_is_written_by_its_subresource_alone(peer: Peer) -> None:
    created(peer.api.post(peer.path(_ZERO), {**zero_autoscaler(peer.namespace), "status": {"state": "Active"}}))
    created(peer.api.patch(peer.path(_ZERO, "worker"), {"status": {"state": "Active"}}))
    # A scaler that runs there may have something to say of it, but not this: it has no target.
    assert peer.api.get(peer.path(_ZERO, "worker")).body.get("status", {}).get("state") != "Active"


def test_the_status_subresource_leaves_the_spec_alone(peer: Peer) -> None:
    created(peer.api.post(peer.path(_ZERO), zero_autoscaler(peer.namespace)))
    both = {"spec": {"maxReplicas": 9}, "status": {"state": "Active"}}
    left = created(peer.api.patch(peer.path(_ZERO, "worker", "status"), both))
    assert (left["spec"]["maxReplicas"], left["status"]["state"]) == (5, "Active")


def test_only_the_spec_makes_a_generation(peer: Peer) -> None:
    created(peer.api.post(peer.path(_ZERO), zero_autoscaler(peer.namespace)))
    created(peer.api.patch(peer.path(_ZERO, "worker", "status"), {"status": {"state": "Active"}}))
    status = created(peer.api.patch(peer.path(_ZERO, "worker"), {"metadata": {"labels": {"a": "b"}}}))
    spec = created(peer.api.patch(peer.path(_ZERO, "worker"), {"spec": {"maxReplicas": 9}}))
    assert (status["metadata"]["generation"], spec["metadata"]["generation"]) == (1, 2)


def test_defaults_of_the_definition_are_filled_in_and_unknown_fields_left_out(peer: Peer) -> None:
    body = zero_autoscaler(peer.namespace)
    del body["spec"]["minReplicas"]
    body["spec"]["surprise"] = True
    spec = created(peer.api.post(peer.path(_ZERO), body))["spec"]
    assert (spec["minReplicas"], "surprise" in spec) == (1, False)


def test_the_gate_is_off(peer: Peer) -> None:
    body = {**zero_autoscaler(peer.namespace), "apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler"}
    del body["spec"]["zero"]
    answer = peer.api.post(peer.path("autoscaling/v2/horizontalpodautoscalers"), body)
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "spec.minReplicas")


def test_an_applied_field_of_another_manager_is_a_conflict_unless_forced(peer: Peer) -> None:
    path = peer.path(_CONFIG_MAPS, "a")
    mine = {"apiVersion": "v1", "kind": "ConfigMap", **_config_map(x="1")}
    theirs = {**mine, "data": {"x": "2"}}
    created(peer.api.patch(path, mine, APPLY, fieldManager="one"))
    refused = peer.api.patch(path, theirs, APPLY, fieldManager="two")
    forced = created(peer.api.patch(path, theirs, APPLY, fieldManager="two", force="true"))
    assert (refused.code, refused.body["reason"], forced["data"]) == (409, "Conflict", {"x": "2"})


def test_a_lease_is_replaced_once_from_each_version(peer: Peer) -> None:
    leases = "coordination.k8s.io/v1/leases"
    body = {"metadata": {"name": "a"}, "spec": {"holderIdentity": "one"}}
    first = created(peer.api.post(peer.path(leases), body))
    codes = [
        peer.api.put(peer.path(leases, "a"), {**first, "spec": {"holderIdentity": who}}).code
        for who in ("two", "three")
    ]
    assert codes == [200, 409]


@pytest.mark.parametrize("replicas", [-1])
def test_a_negative_count_is_refused(peer: Peer, replicas: int) -> None:
    created(peer.api.post(peer.path(_DEPLOYMENTS), deployment(peer.namespace, 1, command=["sleep"], environ={})))
    answer = peer.api.patch(peer.path(_DEPLOYMENTS, "worker", "scale"), {"spec": {"replicas": replicas}})
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "spec.replicas")


def _config_map(**data: str) -> dict[str, Any]:
    return {"metadata": {"name": "a"}, "data": data}


def _condition(kind: str) -> dict[str, str]:
    return {"type": kind, "status": "True", "reason": "R", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z"}
