"""What `/openapi/v3` says: only what kubectl needs to leave the checking of fields to the server.

The documents name the patch of each kind and its parameter fieldValidation; they have no schemas. Unknown fields of
custom resources are refused when kubectl asks for strictness, those of built-in kinds are kept.
"""

from e2e.sandbox.documents import Document
from e2e.sandbox.registry import Registry
from e2e.sandbox.resources import ResourceType

_PARAMETERS = [{"name": "fieldValidation", "in": "query", "schema": {"type": "string", "uniqueItems": True}}]


def described(path: str, registry: Registry) -> Document | None:
    """The index, or the document of one group-version; None for one that nobody serves."""
    below = path.removeprefix("/openapi/v3").strip("/")
    if not below:
        paths = dict.fromkeys(_path(kind) for kind in registry.all())
        return {"paths": {each: {"serverRelativeURL": f"/openapi/v3/{each}"} for each in paths}}
    types = [kind for kind in registry.all() if _path(kind) == below]
    if not types:
        return None
    return {
        "openapi": "3.0.0",
        "info": {"title": "sandbox", "version": "v1.36.0"},
        "paths": {_object_path(kind): {"patch": _operation(kind)} for kind in types},
        "components": {"schemas": {}},
    }


def _path(kind: ResourceType) -> str:
    return f"apis/{kind.api_version}" if kind.group else f"api/{kind.version}"


def _object_path(kind: ResourceType) -> str:
    namespace = "namespaces/{namespace}/" if kind.namespaced else ""
    return f"/{_path(kind)}/{namespace}{kind.resource}/{{name}}"


def _operation(kind: ResourceType) -> Document:
    named = {"group": kind.group, "version": kind.version, "kind": kind.kind}
    responses = {"200": {"description": "OK"}}
    return {
        "parameters": _PARAMETERS,
        "responses": responses,
        "x-kubernetes-action": "patch",
        "x-kubernetes-group-version-kind": named,
    }
