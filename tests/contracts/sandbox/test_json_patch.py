"""What a JSON patch does to an object, and what a patch may not do: change which object it is."""

from typing import Any

import pytest

from tests.contracts.sandbox.api import JSON_PATCH, MERGE, Api
from tests.contracts.sandbox.manifests import autoscaler, config_map, widget

NOBODY = "00000000-0000-0000-0000-000000000000"


async def _patched(api: Api, *operations: dict[str, Any]) -> tuple[int, dict[str, str]]:
    """Code and data of a ConfigMap with x and y after these operations."""
    await api.post(api.path("v1", "configmaps"), config_map("a", x="1", y="2"))
    answer = await api.patch(api.path("v1", "configmaps", "a"), list(operations), JSON_PATCH)
    stored: dict[str, str] = (await api.get(api.path("v1", "configmaps", "a"))).body["data"]
    return answer.code, stored


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({"op": "add", "path": "/data/z", "value": "3"}, {"x": "1", "y": "2", "z": "3"}),
        ({"op": "add", "path": "/data", "value": {"z": "3"}}, {"z": "3"}),
        ({"op": "replace", "path": "/data/x", "value": "9"}, {"x": "9", "y": "2"}),
        ({"op": "remove", "path": "/data/x"}, {"y": "2"}),
        ({"op": "test", "path": "/data/x", "value": "1"}, {"x": "1", "y": "2"}),
    ],
    ids=lambda value: value.get("op"),
)
async def test_operations_change_what_their_path_names(
    api: Api, operation: dict[str, Any], expected: dict[str, str]
) -> None:
    assert await _patched(api, operation) == (200, expected)


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "test", "path": "/data/x", "value": "2"},
        {"op": "test", "path": "/data/z", "value": "2"},
        {"op": "replace", "path": "/data/z", "value": "2"},
        {"op": "remove", "path": "/data/z"},
        {"op": "add", "path": "/nothing/there", "value": "2"},
    ],
    ids=["another value", "no value", "nothing to replace", "nothing to remove", "no place"],
)
async def test_an_operation_that_cannot_be_done_undoes_the_others(api: Api, operation: dict[str, Any]) -> None:
    first = {"op": "add", "path": "/data/w", "value": "0"}
    assert await _patched(api, first, operation) == (422, {"x": "1", "y": "2"})


async def test_what_is_no_patch_is_a_400(api: Api) -> None:
    assert (await _patched(api, {"path": 5}))[0] == 400


async def test_another_uid_in_a_patch_is_immutable(api: Api) -> None:
    await api.post(api.path("autoscaling/v2", "horizontalpodautoscalers"), autoscaler("web", 1))
    path = api.path("autoscaling/v2", "horizontalpodautoscalers", "web")
    answer = await api.patch(path, {"metadata": {"uid": NOBODY}}, MERGE)
    assert (answer.code, answer.body["details"]["causes"][0]["field"]) == (422, "metadata.uid")


async def test_another_uid_in_a_patch_of_a_custom_objects_status_says_nothing(api: Api) -> None:
    await api.post(api.path("example.dev/v1", "widgets"), widget("a", color="red"))
    path = api.path("example.dev/v1", "widgets", "a", "status")
    answer = await api.patch(path, {"metadata": {"uid": NOBODY}, "status": {"replicas": 1}}, MERGE)
    assert (answer.code, answer.body["status"], answer.body["metadata"]["uid"] == NOBODY) == (
        200,
        {"replicas": 1},
        False,
    )
