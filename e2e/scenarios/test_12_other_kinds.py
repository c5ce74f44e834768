"""Scenario 12: a target of a kind that nobody knew when the scaler started, whose count has a field of its own."""

from typing import Any, Final

import pytest
import yaml

from e2e.control_plane.api import APPLY
from e2e.control_plane.patience import eventually, throughout
from e2e.control_plane.processes import ROOT
from e2e.scenarios.objects import zero_autoscaler
from e2e.scenarios.peers import Peer, created
from e2e.scenarios.sized_kinds import definition
from e2e.scenarios.stage import Stage

_GROUP: Final = "e2e.lagzero.dev"
_DEFINITIONS: Final = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
_GRANTS: Final = ROOT / "manifests" / "components" / "other-kinds" / "access.yaml"
_UNKNOWN: Final = f'no matches for kind "Fleet" in group "{_GROUP}"'
_NOBODY: Final = "00000000-0000-0000-0000-000000000000"
JSON_PATCH: Final = "application/json-patch+json"


@pytest.mark.usefixtures("scaler")
def test_a_kind_that_is_installed_later_sleeps_wakes_is_paused_and_goes(stage: Stage) -> None:
    _remove_definition(stage)  # one of the claims below may have come first
    stage.cluster.kubectl.apply(_autoscaler(stage))
    eventually("the kind is missed", lambda: _able(stage), wanted=lambda seen: _UNKNOWN in seen[1])
    assert _able(stage)[0] == "FailedGetScale"
    _install(stage)
    _reaches(stage, 0)
    stage.becomes("ScaledToZero")
    stage.put(90)
    _reaches(stage, 3)
    stage.becomes("Active")
    stage.purge()
    _reaches(stage, 0)
    stage.becomes("ScaledToZero")
    stage.human_wakes_and_stops(f"/apis/{_GROUP}/v1/namespaces/{stage.namespace}/fleets/worker")
    stage.becomes("Paused")
    stage.put(90)
    assert throughout(8.0, lambda: _size(stage)) == (0,)
    _remove_definition(stage)
    eventually("the kind is missed again", lambda: _able(stage), wanted=lambda seen: _UNKNOWN in seen[1])


def _remove_definition(stage: Stage) -> None:
    admin, definition = stage.cluster.admin, f"{_DEFINITIONS}/fleets.{_GROUP}"
    admin.delete(definition)
    eventually("the definition is gone", lambda: admin.get(definition).code == 404)
    eventually("nothing is served there", lambda: admin.get(f"/apis/{_GROUP}/v1/fleets").code == 404)


def test_a_custom_objects_scale_takes_no_apply(peer: Peer) -> None:
    scale = _fleet_of(peer, "scale")
    version = peer.api.get(scale).body["metadata"]["resourceVersion"]
    body = {
        "apiVersion": "autoscaling/v1",
        "kind": "Scale",
        "metadata": {"name": "worker", "namespace": peer.namespace, "resourceVersion": version},
        "spec": {"replicas": 0},
    }
    answer = peer.api.patch(scale, body, APPLY, fieldManager="one", force="true")
    assert (answer.code, "invalid group/version: autoscaling/v1" in answer.body["message"]) == (500, True)


def test_an_update_of_a_custom_objects_scale_is_owned_but_to_zero(peer: Peer) -> None:
    scale = _fleet_of(peer, "scale")
    owners = []
    for count in (2, 0):
        created(peer.api.patch(scale, {"spec": {"replicas": count}}, fieldManager="one"))
        owners.append(_owners(peer))
    assert owners == [["one"], []]


def test_a_zero_applied_to_a_custom_object_is_owned_until_somebody_scales(peer: Peer) -> None:
    scale = _fleet_of(peer, "scale")
    body = {
        "apiVersion": f"{_GROUP}/v1",
        "kind": "Fleet",
        "metadata": {"name": "worker", "namespace": peer.namespace},
        "spec": {"size": 0},
    }
    created(peer.api.patch(peer.path(f"{_GROUP}/v1/fleets", "worker"), body, APPLY, fieldManager="one", force="true"))
    owners = [_owners(peer)]
    for count in (2, 0):
        created(peer.api.patch(scale, {"spec": {"replicas": count}}, fieldManager="human"))
        owners.append(_owners(peer))
    assert owners == [["one"], ["human"], []]


def test_a_status_patch_that_tests_another_uid_is_refused(peer: Peer) -> None:
    status = _fleet_of(peer, "status")
    answer = peer.api.patch(status, _tested(_NOBODY, {"size": 4}), JSON_PATCH, fieldManager="one")
    assert (answer.code, "status" in peer.api.get(status).body) == (422, False)


def test_a_status_patch_that_tests_the_uid_replaces_the_status(peer: Peer) -> None:
    status = _fleet_of(peer, "status")
    uid = peer.api.get(status).body["metadata"]["uid"]
    for told in ({"size": 4}, {"selector": "app=worker"}):
        created(peer.api.patch(status, _tested(uid, told), JSON_PATCH, fieldManager="one"))
    assert peer.api.get(status).body["status"] == {"selector": "app=worker"}


def test_the_uid_in_a_merge_patch_of_a_custom_objects_status_says_nothing(peer: Peer) -> None:
    body = {"metadata": {"uid": _NOBODY}, "status": {"size": 4}}
    assert peer.api.patch(_fleet_of(peer, "status"), body, fieldManager="one").code == 200


def _tested(uid: str, status: dict[str, Any]) -> list[dict[str, Any]]:
    """The patch by which our scaler writes a status."""
    return [
        {"op": "test", "path": "/metadata/uid", "value": uid},
        {"op": "add", "path": "/status", "value": status},
    ]


def _fleet(size: int) -> dict[str, Any]:
    return {"apiVersion": f"{_GROUP}/v1", "kind": "Fleet", "metadata": {"name": "worker"}, "spec": {"size": size}}


def _install(stage: Stage) -> None:
    """The definition, the rights to it as our component gives them, and one object."""
    grants = _GRANTS.read_text().replace("argoproj.io", _GROUP).replace("rollouts", "fleets")
    stage.cluster.kubectl.apply(definition(_GROUP, "Fleet"), *yaml.safe_load_all(grants))
    stage.cluster.kubectl("wait", "--for=condition=Established", "crd", f"fleets.{_GROUP}")
    fleets = f"/apis/{_GROUP}/v1/namespaces/{stage.namespace}/fleets"
    eventually("fleets are served", lambda: stage.cluster.admin.get(fleets).code == 200)
    created(stage.cluster.admin.post(fleets, _fleet(1)))
    status = {"status": {"size": 1, "selector": "app=worker"}}
    created(stage.cluster.admin.patch(f"{fleets}/worker/status", status))


def _fleet_of(peer: Peer, subresource: str) -> str:
    """An object of the kind on either server, and the path of its subresource."""
    peer.api.post(_DEFINITIONS, definition(_GROUP, "Fleet"))
    fleets = peer.path(f"{_GROUP}/v1/fleets")
    eventually("fleets are served", lambda: peer.api.get(fleets).code == 200)
    created(peer.api.post(fleets, _fleet(1), fieldManager="creator"))
    return peer.path(f"{_GROUP}/v1/fleets", "worker", subresource)


def _owners(peer: Peer) -> list[str]:
    fields = peer.api.get(peer.path(f"{_GROUP}/v1/fleets", "worker")).body["metadata"].get("managedFields", [])
    return [entry["manager"] for entry in fields if "f:size" in entry["fieldsV1"].get("f:spec", {})]


def _autoscaler(stage: Stage) -> dict[str, Any]:
    made = zero_autoscaler(stage.namespace)
    target = {"apiVersion": f"{_GROUP}/v1", "kind": "Fleet", "name": "worker"}
    return {**made, "spec": {**made["spec"], "scaleTargetRef": target}}


def _able(stage: Stage) -> tuple[str, str]:
    """Reason and message of AbleToScale."""
    for each in stage.zero_status().get("conditions", []):
        if each["type"] == "AbleToScale":
            return each["reason"], each["message"]
    return "", ""


def _size(stage: Stage) -> int:
    size: int = stage.cluster.get(f"{_GROUP}/v1/fleets", "worker", stage.namespace)["spec"]["size"]
    return size


def _reaches(stage: Stage, size: int) -> None:
    eventually(f"the size is {size}", lambda: _size(stage), within=180, wanted=lambda seen: seen == size)
