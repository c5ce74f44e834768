"""What a list shows: selected objects, in pages, with a version to watch from."""

from tests.contracts.sandbox.api import Api
from tests.contracts.sandbox.manifests import config_map


async def _three(api: Api) -> str:
    for name, tier in (("a", "front"), ("b", "back"), ("c", "back")):
        await api.post(api.path("v1", "configmaps"), config_map(name, {"tier": tier}))
    return api.path("v1", "configmaps")


def _names(body: dict[str, list[dict[str, dict[str, str]]]]) -> list[str]:
    return [item["metadata"]["name"] for item in body["items"]]


async def test_a_label_selector_selects(api: Api) -> None:
    answer = await api.get(await _three(api), labelSelector="tier in (back, side),tier!=front")
    assert _names(answer.body) == ["b", "c"]


async def test_a_label_selector_that_nobody_can_read_is_a_400(api: Api) -> None:
    answer = await api.get(await _three(api), labelSelector="tier in back")
    assert (answer.code, answer.body["message"]) == (400, "unable to parse requirement: tier in back")


async def test_a_field_selector_selects_by_name(api: Api) -> None:
    answer = await api.get(await _three(api), fieldSelector="metadata.name=b")
    assert _names(answer.body) == ["b"]


async def test_an_unknown_field_in_a_selector_is_a_400(api: Api) -> None:
    answer = await api.get(await _three(api), fieldSelector="data.x=1")
    assert answer.code == 400


async def test_pages_together_are_the_whole_list(api: Api) -> None:
    path = await _three(api)
    first = await api.get(path, limit="2")
    second = await api.get(path, limit="2", **{"continue": first.body["metadata"]["continue"]})
    assert [_names(first.body), _names(second.body)] == [["a", "b"], ["c"]]


async def test_the_last_page_has_no_token(api: Api) -> None:
    answer = await api.get(await _three(api), limit="3")
    assert "continue" not in answer.body["metadata"]


async def test_a_list_over_all_namespaces_shows_each_objects_own(api: Api) -> None:
    await _three(api)
    answer = await api.get("/api/v1/configmaps", fieldSelector=f"metadata.namespace={api.namespace}")
    assert _names(answer.body) == ["a", "b", "c"]


async def test_a_deleted_collection_is_empty(api: Api) -> None:
    path = await _three(api)
    await api.request("DELETE", path, query={"labelSelector": "tier=back"})
    assert _names((await api.get(path)).body) == ["a"]


async def test_a_table_has_the_columns_of_the_kind(api: Api) -> None:
    headers = {"Accept": "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"}
    answer = await api.request("GET", api.path("example.dev/v1", "widgets"), headers=headers)
    assert [column["name"] for column in answer.body["columnDefinitions"]] == ["Name", "Color", "Age"]
