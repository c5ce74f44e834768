"""What the paths say that clients read before anything else."""

import pytest

from tests.contracts.sandbox.api import Api


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/healthz"])
async def test_it_is_healthy(api: Api, path: str) -> None:
    answer = await api.get(path)
    assert (answer.code, answer.body) == (200, "ok")


async def test_it_has_a_version(api: Api) -> None:
    assert (await api.get("/version")).body["major"] == "1"


async def test_the_core_group_is_v1(api: Api) -> None:
    assert (await api.get("/api")).body["versions"] == ["v1"]


async def test_the_groups_include_custom_ones(api: Api) -> None:
    names = {group["name"] for group in (await api.get("/apis")).body["groups"]}
    assert {"apps", "autoscaling", "coordination.k8s.io", "events.k8s.io", "example.dev"} <= names


async def test_a_group_prefers_its_version(api: Api) -> None:
    answer = await api.get("/apis/apps")
    assert answer.body["preferredVersion"] == {"groupVersion": "apps/v1", "version": "v1"}


async def test_an_unknown_group_is_a_404(api: Api) -> None:
    assert (await api.get("/apis/nobody.dev")).code == 404


async def test_subresources_are_listed(api: Api) -> None:
    resources = (await api.get("/apis/apps/v1")).body["resources"]
    scale = next(each for each in resources if each["name"] == "deployments/scale")
    assert (scale["group"], scale["version"], scale["kind"]) == ("autoscaling", "v1", "Scale")


async def test_core_kinds_are_listed(api: Api) -> None:
    names = {each["name"] for each in (await api.get("/api/v1")).body["resources"]}
    assert {"namespaces", "pods", "services", "configmaps", "secrets", "events"} <= names


async def test_openapi_is_a_document(api: Api) -> None:
    assert (await api.get("/openapi/v2")).body["swagger"] == "2.0"


async def test_openapi_v3_leaves_the_checking_of_fields_to_the_server(api: Api) -> None:
    document = (await api.get("/openapi/v3/apis/example.dev/v1")).body
    patch = document["paths"]["/apis/example.dev/v1/namespaces/{namespace}/widgets/{name}"]["patch"]
    assert patch["parameters"][0]["name"] == "fieldValidation"
