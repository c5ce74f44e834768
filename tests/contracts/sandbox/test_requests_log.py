"""What the sandbox writes down of requests, and of open watches: what the proofs of tests/faults rest on."""

from typing import Any

import pytest

from tests.contracts.sandbox.api import Api
from tests.contracts.sandbox.manifests import deployment


async def noted(api: Api) -> list[dict[str, Any]]:
    """The requests about the test's namespace so far, without those that made it."""
    items = (await api.get("/sandbox/requests")).body["items"]
    return [item for item in items if f"/namespaces/{api.namespace}/" in item["path"]]


def lease(api: Api, holder: str) -> dict[str, Any]:
    metadata = {"name": "lease", "namespace": api.namespace}
    return {"metadata": metadata, "spec": {"holderIdentity": holder}}


async def test_every_request_is_noted_in_the_order_in_which_it_was_carried_out(api: Api) -> None:
    path = api.path("v1", "configmaps")
    await api.get(path)
    await api.post(path, {"metadata": {"name": "a"}})
    await api.get(f"{path}/a")
    await api.get(f"{path}/b")
    await api.delete(f"{path}/a")
    entries = await noted(api)
    expected = [("list", 200), ("create", 201), ("get", 200), ("get", 404), ("delete", 200)]
    assert expected == [(entry["verb"], entry["code"]) for entry in entries]
    assert [entry["number"] for entry in entries] == sorted(entry["number"] for entry in entries)


async def test_who_asked_is_noted(api: Api) -> None:
    await api.request("GET", api.path("v1", "pods"), headers={"Impersonate-User": "jane"})
    assert ["jane"] == [entry["user"] for entry in await noted(api)]


@pytest.mark.parametrize("count", [3, 0])
async def test_of_a_scale_its_count_is_noted(api: Api, count: int) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    scale = api.path("apps/v1", "deployments", "web", "scale")
    await api.patch(scale, {"spec": {"replicas": count}}, fieldManager="me")
    entry = (await noted(api))[-1]
    assert ("patch", "me", count) == (entry["verb"], entry["manager"], entry["to"])


async def test_of_a_lease_its_holder_is_noted(api: Api) -> None:
    path = api.path("coordination.k8s.io/v1", "leases")
    made = (await api.post(path, lease(api, "red"))).body
    await api.put(f"{path}/lease", {**made, "spec": {"holderIdentity": ""}})
    assert ["red", ""] == [entry["holder"] for entry in await noted(api)]


async def test_a_write_whose_answer_is_held_back_stands_where_it_took_effect(api: Api) -> None:
    await api.post(api.path("apps/v1", "deployments"), deployment("web", 1))
    scale = api.path("apps/v1", "deployments", "web", "scale")
    await api.post("/sandbox/faults", {"method": "PATCH", "path": f"{scale}$", "held_seconds": 120})

    async def is_noted() -> bool:
        return bool((await noted(api))[-1].get("to") == 3)

    assert await api.is_left_unanswered(scale, {"spec": {"replicas": 3}}, until=is_noted)


async def test_what_a_fault_refused_is_noted_with_its_code(api: Api) -> None:
    await api.post("/sandbox/faults", {"path": f"/namespaces/{api.namespace}/pods$", "answer": 503})
    await api.get(api.path("v1", "pods"))
    assert [503] == [entry["code"] for entry in await noted(api)]


async def test_a_watch_is_noted_where_it_begins_with_the_version_that_it_begins_at(api: Api) -> None:
    path = api.path("v1", "pods")
    version = (await api.get(path)).body["metadata"]["resourceVersion"]
    async with api.watch(path, resourceVersion=version):
        entry = (await noted(api))[-1]
    assert ("watch", version) == (entry["verb"], entry["version"])


async def test_an_open_watch_shows_up_to_which_version_it_was_told(api: Api) -> None:
    path = api.path("v1", "configmaps")
    version = (await api.get(path)).body["metadata"]["resourceVersion"]
    async with api.watch(path, resourceVersion=version) as events:
        made = (await api.post(path, {"metadata": {"name": "a"}})).body
        await anext(events)
        shown = (await api.get("/sandbox/watches")).body["items"]
    told = [watch["told"] for watch in shown if watch["path"] == path]
    assert [True] == [each >= int(made["metadata"]["resourceVersion"]) for each in told]
