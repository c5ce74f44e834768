"""What the sandbox does with objects: the verbs, their refusals, and what they leave in metadata."""

from typing import Any

import pytest

from tests.contracts.sandbox.api import STRATEGIC, Api
from tests.contracts.sandbox.manifests import autoscaler, config_map, deployment, widget


async def test_a_created_object_has_an_identity_and_a_version(api: Api) -> None:
    created = await api.post(api.path("v1", "configmaps"), config_map("a", x="1"))
    assert created.code == 201
    assert {"uid", "resourceVersion", "creationTimestamp"} <= created.body["metadata"].keys()


async def test_a_second_object_of_a_name_is_refused(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a"))
    second = await api.post(api.path("v1", "configmaps"), config_map("a"))
    assert (second.code, second.body["reason"]) == (409, "AlreadyExists")


async def test_an_object_in_a_missing_namespace_is_refused(api: Api) -> None:
    answer = await api.post("/api/v1/namespaces/nowhere/configmaps", config_map("a"))
    assert (answer.code, answer.body["message"]) == (404, 'namespaces "nowhere" not found')


async def test_a_missing_object_is_a_404_that_names_it(api: Api) -> None:
    answer = await api.get(api.path("apps/v1", "deployments", "none"))
    assert (answer.code, answer.body["message"]) == (404, 'deployments.apps "none" not found')


async def test_an_unknown_path_is_a_404(api: Api) -> None:
    answer = await api.get("/apis/nobody.dev/v1/things")
    assert (answer.code, answer.body["kind"], answer.body["reason"]) == (404, "Status", "NotFound")


async def test_an_unknown_subresource_is_a_404(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a"))
    answer = await api.get(api.path("v1", "configmaps", "a", "scale"))
    assert answer.code == 404


async def test_a_body_that_is_no_object_is_a_400(api: Api) -> None:
    answer = await api.post(api.path("v1", "configmaps"), ["a"])
    assert (answer.code, answer.body["reason"]) == (400, "BadRequest")


async def test_a_body_of_another_kind_is_a_400(api: Api) -> None:
    answer = await api.post(api.path("v1", "secrets"), config_map("a"))
    assert answer.code == 400


async def test_protobuf_is_a_415(api: Api) -> None:
    headers = {"Content-Type": "application/vnd.kubernetes.protobuf"}
    answer = await api.request("POST", api.path("v1", "configmaps"), {}, headers=headers)
    assert (answer.code, answer.body["reason"]) == (415, "UnsupportedMediaType")


async def test_a_replace_from_a_stale_version_is_a_conflict(api: Api) -> None:
    path = api.path("v1", "configmaps", "a")
    stale = (await api.post(api.path("v1", "configmaps"), config_map("a"))).body
    await api.patch(path, {"data": {"x": "1"}})
    answer = await api.put(path, stale)
    assert (answer.code, answer.body["reason"]) == (409, "Conflict")


async def test_a_replace_of_a_custom_object_needs_a_version(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    answer = await api.put(api.path("example.dev/v1", "widgets", "a"), widget("a", color="blue"))
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "metadata.resourceVersion")


async def test_a_merge_patch_from_a_stale_version_is_a_conflict(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a"))
    answer = await api.patch(api.path("v1", "configmaps", "a"), {"metadata": {"resourceVersion": "1"}})
    assert answer.code == 409


async def test_null_in_a_merge_patch_removes_a_field(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a", x="1", y="2"))
    patched = await api.patch(api.path("v1", "configmaps", "a"), {"data": {"x": None, "z": "3"}})
    assert patched.body["data"] == {"y": "2", "z": "3"}


async def test_a_write_that_changes_nothing_keeps_the_version(api: Api) -> None:
    created = await api.post(api.path("v1", "configmaps"), config_map("a", x="1"))
    patched = await api.patch(api.path("v1", "configmaps", "a"), {"data": {"x": "1"}})
    assert created.body["metadata"] == patched.body["metadata"]


async def test_a_strategic_merge_patch_of_a_custom_object_is_a_415(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    answer = await api.patch(api.path("example.dev/v1", "widgets", "a"), {}, STRATEGIC)
    assert answer.code == 415


async def test_a_strategic_merge_patch_merges_containers_by_name(api: Api) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 0))
    body = {"spec": {"template": {"spec": {"containers": [{"name": "main", "tty": True}]}}}}
    patched = await api.patch(api.path("apps/v1", "deployments", "web"), body, STRATEGIC)
    containers = patched.body["spec"]["template"]["spec"]["containers"]
    assert containers == [{"name": "main", "image": "worker", "tty": True}]


async def test_a_generation_moves_with_the_spec_only(api: Api) -> None:
    path = api.path("example.dev/v1", "widgets", "a")
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    labelled = await api.patch(path, {"metadata": {"labels": {"a": "b"}}})
    changed = await api.patch(path, {"spec": {"color": "blue"}})
    seen = [answer.body["metadata"]["generation"] for answer in (labelled, changed)]
    assert seen == [1, 2]


async def test_a_status_write_leaves_the_spec(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    body = {"spec": {"color": "blue"}, "status": {"replicas": 7}}
    patched = await api.patch(api.path("example.dev/v1", "widgets", "a", "status"), body)
    assert (patched.body["spec"]["color"], patched.body["status"]) == ("red", {"replicas": 7})


async def test_a_spec_write_leaves_the_status(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    body = {"spec": {"color": "blue"}, "status": {"replicas": 7}}
    patched = await api.patch(api.path("example.dev/v1", "widgets", "a"), body)
    assert (patched.body["spec"]["color"], "status" in patched.body) == ("blue", False)


async def test_a_deletion_under_another_uid_is_a_conflict(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a"))
    options = {"kind": "DeleteOptions", "apiVersion": "v1", "preconditions": {"uid": "another"}}
    answer = await api.delete(api.path("v1", "configmaps", "a"), options)
    assert answer.code == 409


async def test_a_deleted_object_is_gone(api: Api) -> None:
    await api.post(api.path("v1", "configmaps"), config_map("a"))
    deleted = await api.delete(api.path("v1", "configmaps", "a"))
    gone = await api.get(api.path("v1", "configmaps", "a"))
    assert (deleted.body["status"], gone.code) == ("Success", 404)


async def test_a_finalizer_holds_an_object_until_it_is_taken_away(api: Api) -> None:
    path = api.path("v1", "configmaps", "a")
    held = config_map("a")
    held["metadata"]["finalizers"] = ["example.dev/hold"]
    await api.post(api.path("v1", "configmaps"), held)
    deleted = await api.delete(path)
    await api.patch(path, {"metadata": {"finalizers": None}})
    gone = await api.get(path)
    assert ("deletionTimestamp" in deleted.body["metadata"], gone.code) == (True, 404)


async def test_an_autoscaler_of_zero_is_refused_without_the_gate(api: Api) -> None:
    answer = await api.post(api.path("autoscaling/v2", "horizontalpodautoscalers"), autoscaler("z", 0))
    expected = (
        'HorizontalPodAutoscaler.autoscaling "z" is invalid: '
        "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"
    )
    assert (answer.code, answer.body["message"]) == (422, expected)


async def test_an_event_is_seen_in_both_of_its_groups(api: Api) -> None:
    target = {"kind": "Deployment", "name": "web", "namespace": api.namespace}
    event = {"metadata": {"name": "e"}, "regarding": target, "reason": "Scaled", "note": "to zero", "type": "Normal"}
    await api.post(api.path("events.k8s.io/v1", "events"), event)
    seen = (await api.get(api.path("v1", "events"), fieldSelector="involvedObject.name=web")).body["items"]
    assert [(each["reason"], each["message"]) for each in seen] == [("Scaled", "to zero")]


@pytest.mark.parametrize(
    "broken",
    [
        {"metadata": "a"},
        {"metadata": {"name": "a", "labels": ["b"]}},
        {"metadata": {"name": "a", "annotations": {"b": 1}}},
        {"metadata": {"name": "a", "ownerReferences": [{}]}},
        {"metadata": {"name": "a"}},
        {"metadata": {"name": "a"}, "spec": None},
        {"metadata": {"name": "a"}, "spec": {"selector": "b", "template": {}}},
        {"metadata": {"name": "a"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": "c"}},
        {"metadata": {"name": "a"}, "spec": {"replicas": "1", "selector": {"matchLabels": {}}}},
    ],
)
async def test_a_misshapen_workload_is_refused(api: Api, broken: dict[str, Any]) -> None:
    answer = await api.post(api.path("apps/v1", "deployments"), broken)
    assert (answer.body["kind"], answer.code in {400, 422}) == ("Status", True)
