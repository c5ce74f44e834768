"""Scenario 10, the scale subresource: what the sandbox claims about it holds on the real API server too."""

from typing import Any, Final

from e2e.control_plane.api import APPLY
from e2e.scenarios.objects import deployment
from e2e.scenarios.peers import Peer, created

_DEPLOYMENTS: Final = "apps/v1/deployments"


def test_a_scale_shows_count_and_selector(peer: Peer) -> None:
    _create(peer)
    scale = peer.api.get(_scale(peer)).body
    shown = (scale["apiVersion"], scale["kind"], scale["spec"], scale["status"]["selector"])
    assert shown == ("autoscaling/v1", "Scale", {"replicas": 2}, "app=worker")


def test_a_patch_of_the_scale_changes_the_target(peer: Peer) -> None:
    _create(peer)
    scale = created(peer.api.patch(_scale(peer), {"spec": {"replicas": 3}}))
    assert (scale["spec"]["replicas"], _target(peer)["spec"]["replicas"]) == (3, 3)


def test_a_scale_from_a_stale_version_is_a_conflict(peer: Peer) -> None:
    _create(peer)
    stale = peer.api.get(_scale(peer)).body
    created(peer.api.patch(_scale(peer), {"spec": {"replicas": 3}}))
    answer = peer.api.put(_scale(peer), {**stale, "spec": {"replicas": 4}})
    assert (answer.code, answer.body["reason"]) == (409, "Conflict")


def test_a_patch_of_the_scale_with_a_stale_version_is_a_conflict(peer: Peer) -> None:
    _create(peer)
    version = peer.api.get(_scale(peer)).body["metadata"]["resourceVersion"]
    created(peer.api.patch(_scale(peer), {"spec": {"replicas": 3}}))
    stale = {"metadata": {"resourceVersion": version}, "spec": {"replicas": 4}}
    assert peer.api.patch(_scale(peer), stale).code == 409


def test_whoever_scales_owns_the_count(peer: Peer) -> None:
    _create(peer)
    _update(peer, "lagzero", 3)
    assert _owners(peer) == [("lagzero", "Update", "scale")]


def test_the_previous_owner_of_the_count_loses_it(peer: Peer) -> None:
    _create(peer)
    _update(peer, "lagzero", 3)
    path = peer.path(_DEPLOYMENTS, "worker")
    created(peer.api.patch(path, {"spec": {"replicas": 2}}, fieldManager="human"))
    assert _owners(peer) == [("human", "Update", "")]


def test_two_who_scale_by_the_subresource_take_the_count_from_each_other(peer: Peer) -> None:
    _create(peer)
    _update(peer, "lagzero", 3)
    _update(peer, "human", 1)
    assert _owners(peer) == [("human", "Update", "scale")]


def test_an_update_to_the_same_count_moves_no_ownership(peer: Peer) -> None:
    _create(peer)
    _update(peer, "lagzero", 3)
    _update(peer, "human", 3)
    assert _owners(peer) == [("lagzero", "Update", "scale")]


def test_a_zero_by_an_update_has_no_owner(peer: Peer) -> None:
    _create(peer)
    _update(peer, "human", 0)
    assert _owners(peer) == []


def test_after_a_zero_without_owner_updates_of_the_scale_have_none_either(peer: Peer) -> None:
    _create(peer)
    for count in (0, 2):
        _update(peer, "human", count)
    assert _owners(peer) == []


def test_an_applied_zero_has_an_owner(peer: Peer) -> None:
    _create(peer)
    _apply(peer, "lagzero", 0)
    assert _owners(peer) == [("lagzero", "Apply", "scale")]


def test_an_applied_zero_is_lost_to_whoever_scales_up_and_down_again(peer: Peer) -> None:
    _create(peer)
    _apply(peer, "lagzero", 0)
    owners = []
    for count in (2, 0):
        _update(peer, "human", count)
        owners.append(_owners(peer))
    assert owners == [[("human", "Update", "scale")], []]


def test_an_applied_zero_stays_through_an_edit_of_the_template(peer: Peer) -> None:
    _create(peer)
    _apply(peer, "lagzero", 0)
    template = {"spec": {"template": {"metadata": {"labels": {"release": "2"}}}}}
    created(peer.api.patch(peer.path(_DEPLOYMENTS, "worker"), template, fieldManager="ci"))
    assert _owners(peer) == [("lagzero", "Apply", "scale")]


def test_an_applied_scale_from_a_stale_version_is_a_conflict(peer: Peer) -> None:
    _create(peer)
    version = peer.api.get(_scale(peer)).body["metadata"]["resourceVersion"]
    _update(peer, "human", 3)
    stale = _applied(peer, 0, resourceVersion=version)
    assert peer.api.patch(_scale(peer), stale, APPLY, fieldManager="lagzero", force="true").code == 409


def test_without_a_field_manager_the_program_is_the_owner(peer: Peer) -> None:
    _create(peer)
    created(peer.api.patch(_scale(peer), {"spec": {"replicas": 1}}))
    assert _owners(peer) == [("e2e", "Update", "scale")]


def _create(peer: Peer) -> None:
    body = deployment(peer.namespace, 2, command=["sleep", "infinity"], environ={})
    created(peer.api.post(peer.path(_DEPLOYMENTS), body))


def _update(peer: Peer, manager: str, replicas: int) -> None:
    created(peer.api.patch(_scale(peer), {"spec": {"replicas": replicas}}, fieldManager=manager))


def _apply(peer: Peer, manager: str, replicas: int) -> None:
    body = _applied(peer, replicas)
    created(peer.api.patch(_scale(peer), body, APPLY, fieldManager=manager, force="true"))


def _applied(peer: Peer, replicas: int, **metadata: str) -> dict[str, Any]:
    metadata = {"name": "worker", "namespace": peer.namespace, **metadata}
    return {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": metadata, "spec": {"replicas": replicas}}


def _scale(peer: Peer) -> str:
    return peer.path(_DEPLOYMENTS, "worker", "scale")


def _target(peer: Peer) -> dict[str, Any]:
    body: dict[str, Any] = peer.api.get(peer.path(_DEPLOYMENTS, "worker")).body
    return body


def _owners(peer: Peer) -> list[tuple[str, str, str]]:
    """Who owns spec.replicas."""
    return [
        (each["manager"], each["operation"], each.get("subresource", ""))
        for each in _target(peer)["metadata"]["managedFields"]
        if "f:replicas" in each["fieldsV1"].get("f:spec", {})
    ]
