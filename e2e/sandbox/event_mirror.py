"""How one Event is seen in both of its groups, v1 and events.k8s.io/v1, whichever it was written to.

kube-apiserver keeps one object and converts it; here each group has its own, and a write to one is repeated in the
other: same uid, same content, but a resourceVersion of its own.
"""

from e2e.sandbox.documents import Document
from e2e.sandbox.history import Change, Event
from e2e.sandbox.managed_fields import stripped
from e2e.sandbox.store import Store

_CORE, _NEW = "events", "events.events.k8s.io"
_NEW_NAMES = {
    "involvedObject": "regarding",
    "message": "note",
    "source": "deprecatedSource",
    "firstTimestamp": "deprecatedFirstTimestamp",
    "lastTimestamp": "deprecatedLastTimestamp",
    "count": "deprecatedCount",
    "reportingComponent": "reportingController",
}
_CORE_NAMES = {new: core for core, new in _NEW_NAMES.items()}


class EventMirror:
    """Repeats each change of an Event in the other group."""

    def __init__(self, store: Store) -> None:
        self._store = store
        store.observers.append(self._observe)

    def _observe(self, event: Event) -> None:
        if event.qualified == _CORE:
            self._repeat(event, _NEW, _renamed(event.stored.document, "events.k8s.io/v1", _NEW_NAMES))
        elif event.qualified == _NEW:
            self._repeat(event, _CORE, _renamed(event.stored.document, "v1", _CORE_NAMES))

    def _repeat(self, event: Event, other: str, converted: Document) -> None:
        found = self._store.get(other, event.key)
        if event.change is Change.DELETED:
            if found is not None:
                self._store.remove(other, event.key)
        elif found is None or stripped(found.document) != stripped(converted):
            self._store.put(other, converted)


def _renamed(document: Document, api_version: str, names: dict[str, str]) -> Document:
    # Who owns which field is written in the names of the group that it was written to: it stays there.
    renamed = {names.get(key, key): value for key, value in document.items()}
    metadata = {key: value for key, value in document["metadata"].items() if key != "managedFields"}
    return {**renamed, "apiVersion": api_version, "metadata": metadata}
