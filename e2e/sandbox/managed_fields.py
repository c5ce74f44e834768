"""Who owns which field after a write: `metadata.managedFields`.

A changed field becomes the writer's alone; a field that a write leaves as it was keeps its owners. What a writer says
about managedFields in the body of a write is ignored (kube-apiserver lets it be cleared).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from e2e.sandbox import clock
from e2e.sandbox.documents import Document
from e2e.sandbox.field_sets import FieldPath, fields_v1, leaves, paths_of
from e2e.sandbox.resources import ResourceType

UPDATE = "Update"
APPLY = "Apply"


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """In whose name a write happens, and on which subresource ("" for the object itself)."""

    manager: str
    operation: str = UPDATE
    subresource: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """One entry of managedFields, its fields as a set."""

    writer: Writer
    api_version: str
    time: str
    fields: frozenset[FieldPath]


def owners_of(document: Document) -> list[Ownership]:
    """The entries that a document carries."""
    return [_decoded(entry) for entry in _entries(document)]


def with_owners(document: Document, owners: Sequence[Ownership]) -> Document:
    """The document carrying these entries; those that own nothing are left out."""
    return _with_entries(document, [_encoded(owner) for owner in owners if owner.fields])


def after_update(before: Document, after: Document, kind: ResourceType, writer: Writer) -> Document:
    """`after` with the owners of `before`, and every changed field with the writer."""
    parts = [key for key in {*before, *after} if before.get(key) != after.get(key) or key == "metadata"]
    old, new = leaves(_only(before, parts), kind.lists), leaves(_only(after, parts), kind.lists)
    changed = {path for path, value in new.items() if path not in old or old[path] != value}
    lost = old.keys() - new.keys()
    if not changed and not lost:
        return _with_entries(after, _entries(before))
    return _with_entries(after, _handed_over(_entries(before), changed, lost, kind, writer))


def stripped(document: Document) -> Document:
    """The document without managedFields and resourceVersion: what a write that changes nothing leaves equal."""
    ignored = {"managedFields", "resourceVersion"}
    return {**document, "metadata": {key: v for key, v in document["metadata"].items() if key not in ignored}}


def entry_of(writer: Writer, kind: ResourceType, fields: frozenset[FieldPath], at: datetime) -> Ownership:
    return Ownership(writer=writer, api_version=kind.api_version, time=clock.rfc3339(at), fields=fields)


def _handed_over(
    entries: Sequence[Document], changed: set[FieldPath], lost: set[FieldPath], kind: ResourceType, writer: Writer
) -> list[Document]:
    moved = changed | lost
    roots = {path[0] for path in moved}
    mine = frozenset(changed)
    kept = []
    for entry in entries:
        if _writer_of(entry) == writer:
            mine |= paths_of(entry["fieldsV1"]) - lost
        elif roots.isdisjoint(entry["fieldsV1"]):
            kept.append(entry)  # most entries: nothing of theirs is touched, and nothing of them need be read
        else:
            owner = _decoded(entry)
            left = owner.fields - moved
            kept += [_encoded(replace(owner, fields=left))] if left else []
    return [*kept, _encoded(entry_of(writer, kind, mine, clock.now()))] if mine else kept


def _entries(document: Document) -> list[Document]:
    found: list[Document] = document["metadata"].get("managedFields", [])
    return found


def _with_entries(document: Document, entries: list[Document]) -> Document:
    metadata = {key: value for key, value in document["metadata"].items() if key != "managedFields"}
    return {**document, "metadata": {**metadata, "managedFields": entries} if entries else metadata}


def _only(document: Document, parts: Sequence[str]) -> Document:
    return {key: document[key] for key in parts if key in document}


def _writer_of(entry: Document) -> Writer:
    return Writer(manager=entry["manager"], operation=entry["operation"], subresource=entry.get("subresource", ""))


def _decoded(entry: Document) -> Ownership:
    return Ownership(
        writer=_writer_of(entry),
        api_version=entry["apiVersion"],
        time=entry["time"],
        fields=paths_of(entry["fieldsV1"]),
    )


def _encoded(owner: Ownership) -> Document:
    entry: Document = {
        "manager": owner.writer.manager,
        "operation": owner.writer.operation,
        "apiVersion": owner.api_version,
        "time": owner.time,
        "fieldsType": "FieldsV1",
        "fieldsV1": fields_v1(owner.fields),
    }
    if owner.writer.subresource:
        entry["subresource"] = owner.writer.subresource
    return entry
