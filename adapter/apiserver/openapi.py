"""What do our paths look like, in OpenAPI's words? Two small documents; without them API servers log errors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from adapter.apiserver.documents import Document
from adapter.apiserver.negotiation import Representation
from adapter.kube.external_metrics import GROUP, GROUP_VERSION, LIST_KIND, VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PATH: Final = f"/apis/{GROUP_VERSION}/namespaces/{{namespace}}/{{metric}}"
_SCHEMA: Final = f"io.lagzero.external_metrics.{VERSION}.{LIST_KIND}"
_STRING: Final = {"type": "string"}
_ITEM: Final = {
    "type": "object",
    "required": ["metricName", "metricLabels", "timestamp", "value"],
    "properties": {
        "metricName": _STRING,
        "metricLabels": {"type": "object", "additionalProperties": _STRING},
        "timestamp": {"type": "string", "format": "date-time"},
        "window": {"type": "integer", "format": "int64"},
        "value": _STRING,
    },
}
_LIST: Final = {
    "type": "object",
    "required": ["items"],
    "properties": {
        "apiVersion": _STRING,
        "kind": _STRING,
        "metadata": {"type": "object"},
        "items": {"type": "array", "items": _ITEM},
    },
    "x-kubernetes-group-version-kind": [{"group": GROUP, "version": VERSION, "kind": LIST_KIND}],
}
_DESCRIPTION: Final = "The current values of an external metric."
_OPERATION_ID: Final = "readExternalMetricsV1beta1NamespacedMetric"


@lru_cache(maxsize=1)
def version_2() -> dict[Representation, Document]:
    """`/openapi/v2`: one Swagger 2.0 document of everything."""
    parameters = [
        {"name": "namespace", "in": "path", "required": True, "type": "string"},
        {"name": "metric", "in": "path", "required": True, "type": "string"},
        {"name": "labelSelector", "in": "query", "type": "string"},
    ]
    responses = {"200": {"description": "OK", "schema": {"$ref": f"#/definitions/{_SCHEMA}"}}}
    document = {
        "swagger": "2.0",
        "info": _info(),
        "paths": {_PATH: {"get": _operation(parameters, responses, {"produces": [Representation.JSON.value]})}},
        "definitions": {_SCHEMA: _LIST},
    }
    return {Representation.JSON: Document.of(document)}


@lru_cache(maxsize=1)
def index() -> dict[Representation, Document]:
    """`/openapi/v3`: where the document of each group version is; the hash lets readers keep what they have."""
    tag = group_version()[Representation.JSON].tag
    path = f"apis/{GROUP_VERSION}"
    document = {"paths": {path: {"serverRelativeURL": f"/openapi/v3/{path}?hash={tag}"}}}
    return {Representation.JSON: Document.of(document)}


@lru_cache(maxsize=1)
def group_version() -> dict[Representation, Document]:
    """`/openapi/v3/apis/<group>/<version>`: an OpenAPI 3 document of our one group version."""
    parameters = [
        {"name": "namespace", "in": "path", "required": True, "schema": _STRING},
        {"name": "metric", "in": "path", "required": True, "schema": _STRING},
        {"name": "labelSelector", "in": "query", "schema": _STRING},
    ]
    content = {Representation.JSON.value: {"schema": {"$ref": f"#/components/schemas/{_SCHEMA}"}}}
    document = {
        "openapi": "3.0.0",
        "info": _info(),
        "paths": {_PATH: {"get": _operation(parameters, {"200": {"description": "OK", "content": content}}, {})}},
        "components": {"schemas": {_SCHEMA: _LIST}},
    }
    return {Representation.JSON: Document.of(document)}


def _info() -> dict[str, str]:
    return {"title": "lagzero adapter", "version": VERSION}


def _operation(
    parameters: Sequence[object], responses: Mapping[str, object], more: Mapping[str, object]
) -> dict[str, object]:
    return {
        "description": _DESCRIPTION,
        "operationId": _OPERATION_ID,
        "parameters": parameters,
        "responses": responses,
        **more,
    }
