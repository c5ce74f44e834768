"""What a custom resource definition brings: a served kind, its schema's pruning, defaults and refusals."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.contracts.sandbox.api import Answer, Api
from tests.contracts.sandbox.manifests import widget


async def _created(api: Api, **spec: object) -> Answer:
    return await api.post(api.path("example.dev/v1", "widgets"), widget("a", **spec))


async def test_unknown_fields_are_pruned(api: Api) -> None:
    answer = await _created(api, color="red", unknown=1)
    assert "unknown" not in answer.body["spec"]


async def test_unknown_fields_are_refused_when_strictness_is_asked_for(api: Api) -> None:
    body = widget("a", color="red", unknown=1)
    answer = await api.post(api.path("example.dev/v1", "widgets"), body, fieldValidation="Strict")
    assert (answer.code, 'unknown field "spec.unknown"' in answer.body["message"]) == (400, True)


async def test_defaults_are_filled_in(api: Api) -> None:
    answer = await _created(api, color="red")
    assert answer.body["spec"]["replicas"] == 2


async def test_null_takes_the_default(api: Api) -> None:
    answer = await _created(api, color="red", replicas=None)
    assert answer.body["spec"]["replicas"] == 2


async def test_an_additional_property_keeps_its_name(api: Api) -> None:
    answer = await _created(api, color="red", labels={"any": "thing"})
    assert answer.body["spec"]["labels"] == {"any": "thing"}


@pytest.mark.parametrize("size", [30, "30m"])
async def test_an_int_or_string_stays_what_it_is(api: Api, size: int | str) -> None:
    answer = await _created(api, color="red", size=size)
    assert answer.body["spec"]["size"] == size


@pytest.mark.parametrize(
    ("spec", "field", "message"),
    [
        ({}, "spec.color", "Required value"),
        ({"color": "green"}, "spec.color", 'Unsupported value: "green": supported values: "red", "blue"'),
        ({"color": 1}, "spec.color", 'Invalid value: "integer": spec.color in body must be of type string: "integer"'),
        (
            {"color": "red", "replicas": -1},
            "spec.replicas",
            "Invalid value: -1: spec.replicas in body should be greater than or equal to 0",
        ),
        (
            {"color": "red", "replicas": 11},
            "spec.replicas",
            "Invalid value: 11: spec.replicas in body should be less than or equal to 10",
        ),
        (
            {"color": "red", "code": "A1"},
            "spec.code",
            "Invalid value: \"A1\": spec.code in body should match '^[a-z]+$'",
        ),
    ],
)
async def test_what_the_schema_forbids_is_refused(api: Api, spec: dict[str, Any], field: str, message: str) -> None:
    answer = await _created(api, **spec)
    cause = answer.body["details"]["causes"][0]
    assert (answer.code, cause["field"], cause["message"]) == (422, field, message)


async def test_several_refusals_come_together(api: Api) -> None:
    answer = await _created(api, color="green", replicas=11)
    assert [cause["field"] for cause in answer.body["details"]["causes"]] == ["spec.color", "spec.replicas"]


async def test_a_patch_is_held_to_the_schema_too(api: Api) -> None:
    await _created(api, color="red")
    answer = await api.patch(api.path("example.dev/v1", "widgets", "a"), {"spec": {"color": None}})
    assert answer.code == 422


async def test_a_posted_definition_is_served_at_once_and_established(api: Api) -> None:
    definition = _gadgets()
    await api.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)
    answer = await api.get(api.path("gadgets.example.dev/v1", "gadgets"))
    path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.gadgets.example.dev"
    conditions = (await api.get(path)).body["status"]["conditions"]
    await api.delete(path)
    assert (answer.body["kind"], conditions[1]["type"], conditions[1]["status"]) == (
        "GadgetList",
        "Established",
        "True",
    )


async def test_a_deleted_definition_is_no_longer_served(api: Api) -> None:
    await api.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", _gadgets())
    await api.delete("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.gadgets.example.dev")
    assert (await api.get(api.path("gadgets.example.dev/v1", "gadgets"))).code == 404


async def test_a_definition_without_a_schema_is_refused(api: Api) -> None:
    definition = _gadgets()
    del definition["spec"]["versions"][0]["schema"]
    answer = await api.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)
    assert answer.code == 422


def _gadgets() -> dict[str, Any]:
    definition: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "widget.yaml").read_text())
    definition["metadata"]["name"] = "gadgets.gadgets.example.dev"
    definition["spec"]["group"] = "gadgets.example.dev"
    definition["spec"]["names"] = {"plural": "gadgets", "singular": "gadget", "kind": "Gadget"}
    return definition
