"""Who belongs to whom: finds the dependents of an object, and deletes them once their owner is gone.

Dependents go at once, whatever the propagation policy of the deletion said. So does what a deleted namespace held:
unlike a real one it never waits, also not for an aggregated server that is out of reach.
"""

import asyncio
from collections import defaultdict

from e2e.sandbox.documents import Document
from e2e.sandbox.history import Change, Event
from e2e.sandbox.registry import Registry
from e2e.sandbox.store import Key
from e2e.sandbox.writes import Writes


class Ownership:
    """An index over ownerReferences, and the garbage collector on it."""

    def __init__(self, writes: Writes, registry: Registry) -> None:
        self._writes = writes
        self._registry = registry
        self._dependents: defaultdict[str, set[tuple[str, Key]]] = defaultdict(set)
        writes.store.observers.append(self._observe)

    def dependents(self, owner_uid: str, qualified: str) -> list[Document]:
        """The objects of one kind that name an owner, by namespace and name."""
        keys = sorted(key for found, key in self._dependents.get(owner_uid, ()) if found == qualified)
        stored = (self._writes.store.get(qualified, key) for key in keys)
        return [each.document for each in stored if each is not None]

    def _observe(self, event: Event) -> None:
        metadata = event.stored.document["metadata"]
        place = (event.qualified, event.key)
        before = _owners(event.previous.document) if event.previous else set()
        after = _owners(event.stored.document) if event.change is not Change.DELETED else set()
        for owner in after - before:
            self._dependents[owner].add(place)
        for owner in before - after:
            self._dependents[owner].discard(place)
        if event.change is Change.DELETED:
            uid = metadata["uid"]
            # Later in this turn's loop, so that the request's own change is complete first.
            asyncio.get_running_loop().call_soon(self._collect, uid)
            if event.qualified == "namespaces":
                asyncio.get_running_loop().call_soon(self._empty, metadata["name"])

    def _collect(self, owner_uid: str) -> None:
        for qualified, key in sorted(self._dependents.pop(owner_uid, ())):
            self._delete(qualified, key)

    def _empty(self, namespace: str) -> None:
        for qualified, key in self._writes.store.in_namespace(namespace):
            self._delete(qualified, key)

    def _delete(self, qualified: str, key: Key) -> None:
        if self._writes.store.get(qualified, key) is not None:
            self._writes.delete(self._registry.named(qualified), key, {})


def _owners(document: Document) -> set[str]:
    return {reference["uid"] for reference in document["metadata"].get("ownerReferences") or ()}
