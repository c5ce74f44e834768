"""What the scale subresource shows and changes, and what it leaves in managedFields and in the log."""

import pytest

from tests.contracts.sandbox.api import APPLY, Answer, Api
from tests.contracts.sandbox.manifests import deployment, stateful_set, widget


async def _deployment(api: Api) -> str:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 3))
    return api.path("apps/v1", "deployments", "web", "scale")


def _owners(answer: Answer) -> dict[tuple[str, str, str], object]:
    entries = answer.body["metadata"]["managedFields"]
    return {(e["manager"], e["operation"], e.get("subresource", "")): e["fieldsV1"] for e in entries}


async def test_a_scale_shows_count_and_selector(api: Api) -> None:
    scale = (await api.get(await _deployment(api))).body
    shown = (scale["apiVersion"], scale["kind"], scale["spec"], scale["status"]["selector"])
    assert shown == ("autoscaling/v1", "Scale", {"replicas": 3}, "app=web")


async def test_a_scale_of_a_custom_object_follows_its_paths(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    status = {"status": {"replicas": 1, "selector": "app=a"}}
    await api.patch(api.path("example.dev/v1", "widgets", "a", "status"), status)
    scale = (await api.get(api.path("example.dev/v1", "widgets", "a", "scale"))).body
    assert (scale["spec"], scale["status"]) == ({"replicas": 2}, {"replicas": 1, "selector": "app=a"})


async def test_a_kind_without_scale_has_none(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), {"metadata": {"name": "a"}})
    assert (await api.get(api.path("v1", "configmaps", "a", "scale"))).code == 404


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
async def test_a_write_to_scale_changes_the_target(api: Api, method: str) -> None:
    path = await _deployment(api)
    body = {"metadata": {"name": "web", "namespace": api.namespace}, "spec": {"replicas": 5}}
    headers = {"Content-Type": "application/merge-patch+json" if method == "PATCH" else "application/json"}
    written = await api.request(method, path, body, headers=headers)
    target = await api.get(api.path("apps/v1", "deployments", "web"))
    assert (written.body["spec"], target.body["spec"]["replicas"]) == ({"replicas": 5}, 5)


async def test_a_stateful_set_scales_too(api: Api) -> None:
    await api.post(api.path("apps/v1", "statefulsets"), stateful_set("db", 1))
    written = await api.patch(api.path("apps/v1", "statefulsets", "db", "scale"), {"spec": {"replicas": 2}})
    assert written.body["spec"] == {"replicas": 2}


async def test_a_scale_from_a_stale_version_is_a_conflict(api: Api) -> None:
    path = await _deployment(api)
    stale = (await api.get(path)).body
    await api.patch(path, {"spec": {"replicas": 4}})
    answer = await api.put(path, {**stale, "spec": {"replicas": 5}})
    assert (answer.code, answer.body["reason"]) == (409, "Conflict")


async def test_a_negative_count_is_refused(api: Api) -> None:
    answer = await api.patch(await _deployment(api), {"spec": {"replicas": -1}})
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "spec.replicas")


async def test_whoever_scales_owns_the_count(api: Api) -> None:
    await api.patch(await _deployment(api), {"spec": {"replicas": 5}}, fieldManager="lagzero")
    owners = _owners(await api.get(api.path("apps/v1", "deployments", "web")))
    assert owners["lagzero", "Update", "scale"] == {"f:spec": {"f:replicas": {}}}


async def test_an_update_to_zero_has_no_owner_since_a_scale_omits_a_zero(api: Api) -> None:
    await api.patch(await _deployment(api), {"spec": {"replicas": 0}}, fieldManager="lagzero")
    owners = _owners(await api.get(api.path("apps/v1", "deployments", "web")))
    assert ("lagzero", "Update", "scale") not in owners


async def test_the_previous_owner_of_the_count_loses_it(api: Api) -> None:
    await api.patch(await _deployment(api), {"spec": {"replicas": 5}}, fieldManager="lagzero")
    await api.patch(api.path("apps/v1", "deployments", "web"), {"spec": {"replicas": 2}}, fieldManager="human")
    owners = _owners(await api.get(api.path("apps/v1", "deployments", "web")))
    assert ("lagzero", "Update", "scale") not in owners
    assert owners["human", "Update", ""] == {"f:spec": {"f:replicas": {}}}


async def test_a_write_of_the_same_count_moves_no_ownership(api: Api) -> None:
    path = await _deployment(api)
    await api.patch(path, {"spec": {"replicas": 5}}, fieldManager="lagzero")
    await api.patch(path, {"spec": {"replicas": 5}}, fieldManager="human")
    owners = _owners(await api.get(api.path("apps/v1", "deployments", "web")))
    assert ("human", "Update", "scale") not in owners


async def test_without_a_field_manager_the_program_is_the_owner(api: Api) -> None:
    await api.patch(await _deployment(api), {"spec": {"replicas": 1}})
    owners = _owners(await api.get(api.path("apps/v1", "deployments", "web")))
    assert ("contract-tests", "Update", "scale") in owners


async def test_the_log_has_every_write_to_scale(api: Api) -> None:
    path = await _deployment(api)
    await api.patch(path, {"spec": {"replicas": 4}}, fieldManager="lagzero")
    log = (await api.get("/sandbox/writes")).body["items"]
    entry = next(each for each in log if each["target"]["namespace"] == api.namespace)
    assert (entry["manager"], entry["from"], entry["to"], entry["code"]) == ("lagzero", 3, 4, 200)


async def test_a_replication_controllers_selector_is_its_labels(api: Api) -> None:
    template = {"metadata": {"labels": {"app": "old"}}, "spec": {"containers": [{"name": "a", "image": "b"}]}}
    body = {"metadata": {"name": "old"}, "spec": {"replicas": 1, "selector": {"app": "old"}, "template": template}}
    await api.post(api.path("v1", "replicationcontrollers"), body)
    scale = (await api.get(api.path("v1", "replicationcontrollers", "old", "scale"))).body
    assert (scale["spec"], scale["status"]["selector"]) == ({"replicas": 1}, "app=old")


async def test_a_custom_objects_scale_takes_no_apply(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    body = {"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "a"}, "spec": {"replicas": 0}}
    answer = await api.patch(api.path("example.dev/v1", "widgets", "a", "scale"), body, APPLY)
    assert (answer.code, "invalid group/version: autoscaling/v1" in answer.body["message"]) == (500, True)
