"""What a create, replace, patch or delete request does: the body's format, its contradictions, then the write."""

from collections.abc import Mapping
from dataclasses import dataclass

from e2e.sandbox.admission import check_strictly
from e2e.sandbox.documents import Document, decode, text_at
from e2e.sandbox.failures import bad_request, invalid, unsupported_media_type
from e2e.sandbox.history import Stored
from e2e.sandbox.json_patch import json_patched
from e2e.sandbox.managed_fields import APPLY, Writer, owners_of, with_owners
from e2e.sandbox.merge_patch import merge_patched
from e2e.sandbox.paths import ResourcePath
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.server_side_apply import applied
from e2e.sandbox.strategic_merge import strategically_merged
from e2e.sandbox.writes import Writes

MERGE_PATCH = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"
APPLY_PATCH = "application/apply-patch+yaml"
STRATEGIC_PATCH = "application/strategic-merge-patch+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRequest:
    """A request that writes, with everything that its answer depends on."""

    kind: ResourceType
    path: ResourcePath
    body: bytes
    content_type: str
    query: Mapping[str, str]
    manager: str

    @property
    def key(self) -> tuple[str, str]:
        return self.path.namespace, self.path.name

    def writer(self, operation: str = "Update") -> Writer:
        return Writer(manager=self.manager, operation=operation, subresource=self.path.subresource)


def create(writes: Writes, change: ChangeRequest) -> Stored:
    """The new object."""
    document = decode(change.body)
    check_strictly(change.kind, document, change.query)
    return writes.create(change.kind, change.path.namespace, document, change.writer())


def replace(writes: Writes, change: ChangeRequest) -> Stored:
    """The object as the body has it; 422 without a resourceVersion where the kind demands one."""
    stored = writes.get(change.kind, change.key)
    document = decode(change.body)
    _check_identity(change, document)
    check_strictly(change.kind, document, change.query)
    if not change.kind.unconditional_update and not text_at(document, "metadata", "resourceVersion"):
        message = "Invalid value: 0: must be specified for an update"
        problem = ("metadata.resourceVersion", "FieldValueInvalid", message)
        raise invalid(change.kind.qualified_kind, change.path.name, [problem])
    return writes.replace(change.kind, stored, document, change.writer())


def patch(writes: Writes, change: ChangeRequest) -> Stored:
    """The patched object; 415 for formats that the kind does not take."""
    if change.content_type == APPLY_PATCH:
        return _apply(writes, change)
    if change.content_type not in _patch_types(change.kind):
        raise unsupported_media_type(_patch_types(change.kind))
    stored = writes.get(change.kind, change.key)
    patched = _patched(stored.document, change)
    assert isinstance(patched, dict)
    _check_identity(change, patched)
    check_strictly(change.kind, patched, change.query)
    return writes.replace(change.kind, stored, _of_the_same_object(change, stored, patched), change.writer())


def delete(writes: Writes, change: ChangeRequest) -> Document:
    """The Status of a deletion, or the object when finalizers keep it."""
    options = decode(change.body) if change.body else {}
    stored = writes.delete(change.kind, change.key, options.get("preconditions") or {})
    if writes.store.get(change.kind.qualified, change.key) is not None:
        return stored.document
    metadata = stored.document["metadata"]
    details = {
        "name": metadata["name"],
        "group": change.kind.group,
        "kind": change.kind.resource,
        "uid": metadata["uid"],
    }
    return {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "details": details}


def _patched(document: Document, change: ChangeRequest) -> object:
    if change.content_type == JSON_PATCH:
        return json_patched(document, change.body)
    body = decode(change.body)
    if change.content_type == MERGE_PATCH:
        return merge_patched(document, body)
    return strategically_merged(document, body, change.kind.lists)


def _of_the_same_object(change: ChangeRequest, stored: Stored, patched: Document) -> Document:
    """A patch can't change a uid: 422, but the status of a custom object is taken whatever uid the patch names."""
    actual, named = text_at(stored.document, "metadata", "uid"), text_at(patched, "metadata", "uid")
    if named == actual:
        return patched
    if not (change.kind.custom and change.path.subresource == "status"):
        problem = ("metadata.uid", "FieldValueInvalid", f'Invalid value: "{named}": field is immutable')
        raise invalid(change.kind.qualified_kind, change.path.name, [problem])
    return {**patched, "metadata": {**patched["metadata"], "uid": actual}}


def _apply(writes: Writes, change: ChangeRequest) -> Stored:
    if not change.query.get("fieldManager"):
        problem = ("fieldManager", "FieldValueRequired", "Required value: is required for apply patch")
        raise invalid("PatchOptions.meta.k8s.io", "", [problem])
    config = _config(change)
    writer = change.writer(APPLY)
    stored = writes.store.get(change.kind.qualified, change.key)
    if stored is None and not change.path.subresource:
        return writes.create(change.kind, change.path.namespace, config, writer)
    stored = writes.get(change.kind, change.key)
    force = change.query.get("force") in {"true", "1"}
    merged = applied(stored.document, config, change.kind, writer, force=force)
    merged = _of_the_same_object(change, stored, merged)
    new = writes.replacement(change.kind, stored, merged, writer)
    owned = with_owners(new, owners_of(merged))
    return writes.commit(change.kind, stored, owned)


def _config(change: ChangeRequest) -> Document:
    """What a manager applies: the part of the body that the subresource covers."""
    config = decode(change.body)
    _check_identity(change, config)
    check_strictly(change.kind, config, change.query)
    metadata = {**(config.get("metadata") or {}), "name": change.path.name}
    body = {**config, "metadata": metadata}
    if change.path.subresource == "status":
        return {key: value for key, value in body.items() if key in {"apiVersion", "kind", "metadata", "status"}}
    return {key: value for key, value in body.items() if key != "status" or not change.kind.has_status}


def _patch_types(kind: ResourceType) -> tuple[str, ...]:
    custom = (JSON_PATCH, MERGE_PATCH, APPLY_PATCH)
    return custom if kind.custom else (*custom, STRATEGIC_PATCH)


def _check_identity(change: ChangeRequest, document: Document) -> None:
    name = text_at(document, "metadata", "name")
    if name and name != change.path.name:
        raise bad_request(f"the name of the object ({name}) does not match the name on the URL ({change.path.name})")
    if text_at(document, "metadata", "namespace") not in {"", change.path.namespace}:
        raise bad_request("the namespace of the provided object does not match the namespace sent on the request")
