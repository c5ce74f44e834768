"""What a CustomResourceDefinition makes the sandbox serve.

Only the storage version is served: there is no conversion. CEL rules are not evaluated (see schema.py).
"""

from collections.abc import Mapping
from typing import Any

from e2e.sandbox import clock
from e2e.sandbox.documents import Document, text_at
from e2e.sandbox.failures import invalid
from e2e.sandbox.resources import Column, ResourceType, ScalePaths
from e2e.sandbox.schema import list_shapes

DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io"


def type_of(definition: Document) -> ResourceType:
    """The kind that a definition describes; raises 422 when something indispensable is missing."""
    name = text_at(definition, "metadata", "name")
    try:
        return _type_of(definition["spec"])
    except (KeyError, TypeError, StopIteration) as error:
        problem = ("spec", "FieldValueRequired", f"Required value: {error}")
        raise invalid("CustomResourceDefinition.apiextensions.k8s.io", name, [problem]) from error


def established(definition: Document) -> Document:
    """The status of a definition that is served."""
    names = definition["spec"]["names"]
    at = clock.rfc3339(clock.now())
    conditions = [
        {"type": "NamesAccepted", "status": "True", "lastTransitionTime": at, "reason": "NoConflicts",
         "message": "no conflicts found"},
        {"type": "Established", "status": "True", "lastTransitionTime": at, "reason": "InitialNamesAccepted",
         "message": "the initial names have been accepted"},
    ]  # fmt: skip
    accepted = {"listKind": f"{names['kind']}List", "singular": names["kind"].lower(), **names}
    stored = [version["name"] for version in definition["spec"]["versions"] if version["storage"]]
    return {"conditions": conditions, "acceptedNames": accepted, "storedVersions": stored}


def _type_of(spec: Mapping[str, Any]) -> ResourceType:
    names = spec["names"]
    version = next(version for version in spec["versions"] if version["storage"])
    schema = version["schema"]["openAPIV3Schema"]
    subresources = version.get("subresources") or {}
    return ResourceType(
        group=spec["group"],
        version=version["name"],
        resource=names["plural"],
        singular=names.get("singular", names["kind"].lower()),
        kind=names["kind"],
        namespaced=spec["scope"] == "Namespaced",
        short_names=tuple(names.get("shortNames", ())),
        categories=tuple(names.get("categories", ())),
        has_status="status" in subresources,
        has_generation=True,
        custom=True,
        scale=_scale_paths(subresources["scale"]) if "scale" in subresources else None,
        unconditional_update=False,
        schema=_with_object_fields(schema),
        lists=list_shapes(schema),
        columns=tuple(_column(each) for each in version.get("additionalPrinterColumns", ())),
    )


def _scale_paths(scale: Mapping[str, str]) -> ScalePaths:
    return ScalePaths(
        spec_replicas=_path(scale["specReplicasPath"]),
        status_replicas=_path(scale["statusReplicasPath"]),
        selector=_path(scale.get("labelSelectorPath", "")),
    )


def _path(dotted: str) -> tuple[str, ...]:
    return tuple(filter(None, dotted.split(".")))


def _column(column: Mapping[str, Any]) -> Column:
    return Column(
        name=column["name"],
        type=column["type"],
        path=column["jsonPath"],
        priority=column.get("priority", 0),
    )


def _with_object_fields(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Every schema knows apiVersion, kind and metadata, whether it says so or not."""
    own = {
        "apiVersion": {"type": "string"},
        "kind": {"type": "string"},
        "metadata": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
    }
    return {**schema, "properties": {**schema.get("properties", {}), **own}}
