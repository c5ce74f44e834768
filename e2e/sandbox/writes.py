"""What happens to an object on its way into the store: create, replace and delete with all that belongs to them."""

import uuid
from dataclasses import dataclass

from e2e.sandbox import clock
from e2e.sandbox.admission import Admission
from e2e.sandbox.documents import Document, text_at
from e2e.sandbox.failures import already_exists, bad_request, conflict, invalid, not_found
from e2e.sandbox.history import Stored
from e2e.sandbox.managed_fields import APPLY, Writer, after_update, owners_of, with_owners
from e2e.sandbox.object_shape import check_shape
from e2e.sandbox.resources import ResourceType
from e2e.sandbox.store import Key, Store

_KEPT = ("uid", "creationTimestamp", "generation", "deletionTimestamp", "name", "namespace", "managedFields")


@dataclass(frozen=True, slots=True, kw_only=True)
class Writes:
    """The one way to change objects, for requests and for controllers alike."""

    store: Store
    admission: Admission

    def get(self, kind: ResourceType, key: Key) -> Stored:
        """The object, or 404."""
        found = self.store.get(kind.qualified, key)
        if found is None:
            raise not_found(kind.qualified, key[1])
        return found

    def create(self, kind: ResourceType, namespace: str, document: Document, writer: Writer) -> Stored:
        """A new object; 400 on contradictions, 404 without its namespace, 409 when there is one, 422 when it is bad."""
        metadata = _new_metadata(kind, namespace, document)
        key = (namespace, metadata["name"])
        if namespace and self.store.get("namespaces", ("", namespace)) is None:
            raise not_found("namespaces", namespace)
        if self.store.get(kind.qualified, key) is not None:
            raise already_exists(kind.qualified, key[1])
        body = {name: value for name, value in document.items() if not (kind.has_status and name == "status")}
        new = {"apiVersion": kind.api_version, "kind": kind.kind, **body, "metadata": metadata}
        admitted = self.admission.admitted(kind, new)
        # Whoever applies owns what the config says; whoever creates owns the defaults too.
        said = new if writer.operation == APPLY else admitted
        owners = owners_of(after_update({"metadata": {}}, said, kind, writer))
        return self.store.put(kind.qualified, with_owners(admitted, owners))

    def replace(self, kind: ResourceType, stored: Stored, document: Document, writer: Writer) -> Stored:
        """The object as the document has it, in the part that the writer's subresource covers."""
        new = self.replacement(kind, stored, document, writer)
        return self.commit(kind, stored, after_update(stored.document, new, kind, writer))

    def replacement(self, kind: ResourceType, stored: Stored, document: Document, writer: Writer) -> Document:
        """What a replace would store, before anything is said about owners; 409 on a stale resourceVersion."""
        check_shape(document)
        check_preconditions(kind, stored, document)
        old = stored.document
        new = {**document, "apiVersion": kind.api_version, "kind": kind.kind}
        metadata = {key: value for key, value in document.get("metadata", {}).items() if key not in _KEPT}
        if writer.subresource == "status":
            new = {**old, "status": document.get("status", {})}
            metadata = old["metadata"] if kind.custom else metadata
        elif kind.has_status:
            new = {key: value for key, value in new.items() if key != "status"}
            new |= {"status": old["status"]} if "status" in old else {}
        new["metadata"] = {**metadata, **{key: old["metadata"][key] for key in _KEPT if key in old["metadata"]}}
        admitted = self.admission.admitted(kind, new)
        return _with_generation(kind, old, admitted)

    def commit(self, kind: ResourceType, stored: Stored, new: Document) -> Stored:
        """Stores what `replacement` gave; nothing moves when nothing changed, and a last finalizer's end deletes."""
        if new["metadata"].get("deletionTimestamp") and not new["metadata"].get("finalizers"):
            self.store.put(kind.qualified, new)
            return self.store.remove(kind.qualified, _key(kind, new))
        if _without_revision(new) == _without_revision(stored.document):
            return stored
        return self.store.put(kind.qualified, new)

    def delete(self, kind: ResourceType, key: Key, preconditions: Document) -> Stored:
        """The object's last state; one with finalizers only gets its deletionTimestamp."""
        stored = self.get(kind, key)
        check_preconditions(kind, stored, {"metadata": preconditions})
        if stored.document["metadata"].get("finalizers"):
            if "deletionTimestamp" in stored.document["metadata"]:
                return stored
            at = clock.rfc3339(clock.now())
            metadata = {**stored.document["metadata"], "deletionTimestamp": at, "deletionGracePeriodSeconds": 0}
            return self.store.put(kind.qualified, {**stored.document, "metadata": metadata})
        return self.store.remove(kind.qualified, key)


def check_preconditions(kind: ResourceType, stored: Stored, document: Document) -> None:
    """Raises 409 when the document names another resourceVersion or uid than the object has."""
    name = text_at(stored.document, "metadata", "name")
    revision = text_at(document, "metadata", "resourceVersion")
    if revision and revision != str(stored.revision):
        raise conflict(kind.qualified, name)
    uid, actual = text_at(document, "metadata", "uid"), text_at(stored.document, "metadata", "uid")
    if uid and uid != actual:
        why = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {actual}"
        raise conflict(kind.qualified, name, why)


def _new_metadata(kind: ResourceType, namespace: str, document: Document) -> Document:
    check_shape(document)
    given = dict(document.get("metadata") or {})
    _check_kind(kind, document)
    if given.get("resourceVersion"):
        raise bad_request("resourceVersion should not be set on objects to be created")
    if not given.get("name"):
        if not given.get("generateName"):
            problem = ("metadata.name", "FieldValueRequired", "Required value: name or generateName is required")
            raise invalid(kind.qualified_kind, "", [problem])
        given["name"] = given["generateName"] + uuid.uuid4().hex[:5]
    if given.get("namespace", namespace) not in {namespace, ""}:
        raise bad_request("the namespace of the provided object does not match the namespace sent on the request")
    own: Document = {"namespace": namespace} if namespace else {}
    own |= {"uid": str(uuid.uuid4()), "creationTimestamp": clock.rfc3339(clock.now())}
    if kind.has_generation:
        own |= {"generation": 1}
    dropped = {"managedFields", "deletionTimestamp", "selfLink", "namespace", "resourceVersion"}
    return {**{key: value for key, value in given.items() if key not in dropped}, **own}


def _check_kind(kind: ResourceType, document: Document) -> None:
    found = (document.get("apiVersion"), document.get("kind"))
    if found[0] not in {None, "", kind.api_version} or found[1] not in {None, "", kind.kind}:
        expected = f"{kind.api_version}, Kind={kind.kind}"
        raise bad_request(f"the API version in the data ({found[0]}, Kind={found[1]}) does not match ({expected})")


def _with_generation(kind: ResourceType, old: Document, new: Document) -> Document:
    if not kind.has_generation:
        return new
    unspecified = {"metadata", "status"} if kind.has_status else {"metadata"}
    moved = any(old.get(key) != new.get(key) for key in {*old, *new} - unspecified)
    generation = old["metadata"].get("generation", 0) + (1 if moved else 0)
    return {**new, "metadata": {**new["metadata"], "generation": generation}}


def _without_revision(document: Document) -> Document:
    metadata = {key: value for key, value in document["metadata"].items() if key != "resourceVersion"}
    return {**document, "metadata": metadata}


def _key(kind: ResourceType, document: Document) -> Key:
    return text_at(document, "metadata", "namespace") if kind.namespaced else "", document["metadata"]["name"]
