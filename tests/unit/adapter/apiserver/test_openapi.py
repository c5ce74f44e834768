"""Claims about `adapter.apiserver.openapi`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from adapter.apiserver import openapi
from adapter.apiserver.negotiation import Representation

if TYPE_CHECKING:
    from adapter.apiserver.documents import Document

_PATH = "/apis/external.metrics.k8s.io/v1beta1/namespaces/{namespace}/{metric}"


def _content(documents: dict[Representation, Document]) -> Any:  # noqa: ANN401 - JSON of a foreign schema
    return msgspec.json.decode(documents[Representation.JSON].body)


def test_swagger_names_a_schema_that_it_defines() -> None:
    document = _content(openapi.version_2())
    reference = document["paths"][_PATH]["get"]["responses"]["200"]["schema"]["$ref"]
    assert document["swagger"] == "2.0"
    assert [reference.removeprefix("#/definitions/")] == list(document["definitions"])


def test_openapi_3_names_a_schema_that_it_defines() -> None:
    document = _content(openapi.group_version())
    content = document["paths"][_PATH]["get"]["responses"]["200"]["content"]
    reference = content["application/json"]["schema"]["$ref"]
    assert document["openapi"] == "3.0.0"
    assert [reference.removeprefix("#/components/schemas/")] == list(document["components"]["schemas"])


def test_every_parameter_of_the_path_is_described() -> None:
    for document in (openapi.version_2(), openapi.group_version()):
        parameters = _content(document)["paths"][_PATH]["get"]["parameters"]
        assert {"namespace", "metric"} == {each["name"] for each in parameters if each["in"] == "path"}


def test_the_index_points_to_the_group_version_by_its_hash() -> None:
    tag = openapi.group_version()[Representation.JSON].tag
    paths = _content(openapi.index())["paths"]
    url = paths["apis/external.metrics.k8s.io/v1beta1"]["serverRelativeURL"]
    assert url == f"/openapi/v3/apis/external.metrics.k8s.io/v1beta1?hash={tag}"
