"""Where the objects are: in memory, under one resourceVersion counter, with a history per kind."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from e2e.sandbox.documents import Document, text_at
from e2e.sandbox.history import Change, Event, History, Stored

Key = tuple[str, str]
"""Namespace ("" for none) and name."""
Observer = Callable[[Event], None]


def key_of(document: Document) -> Key:
    """Where an object lives among those of its kind."""
    return text_at(document, "metadata", "namespace"), text_at(document, "metadata", "name")


class Store:
    """Every object of every kind. Observers are called after each change, in the same turn of the loop."""

    def __init__(self, *, history_limit: int) -> None:
        # As in a cluster that has lived for a while: nobody can be watching from the version 1 any more.
        self._compacted = self.revision = 1000
        self.observers: list[Observer] = []
        self._objects: defaultdict[str, dict[Key, Stored]] = defaultdict(dict)
        self._histories: defaultdict[str, History] = defaultdict(lambda: History(history_limit, self._compacted))

    def get(self, qualified: str, key: Key) -> Stored | None:
        return self._objects[qualified].get(key)

    def list(self, qualified: str, namespace: str = "") -> list[tuple[Key, Stored]]:
        """The objects of a kind, in one namespace or in all, by namespace and name."""
        return sorted(
            (item for item in self._objects[qualified].items() if namespace in {"", item[0][0]}),
            key=lambda item: item[0],
        )

    def in_namespace(self, namespace: str) -> Iterable[tuple[str, Key]]:
        """Every object in a namespace, of whatever kind."""
        return [(qualified, key) for qualified, found in self._objects.items() for key in found if key[0] == namespace]

    def history(self, qualified: str) -> History:
        return self._histories[qualified]

    def compact(self) -> None:
        """Forgets all history: every watch from an earlier resourceVersion is too old."""
        self._compacted = self.revision
        self.revision += 1
        for history in self._histories.values():
            history.compact(self._compacted)

    def put(self, qualified: str, document: Document) -> Stored:
        """Stores a new state under the next resourceVersion, which is written into its metadata."""
        key = key_of(document)
        stored = self._next(document)
        previous = self._objects[qualified].get(key)
        self._objects[qualified][key] = stored
        change = Change.MODIFIED if previous else Change.ADDED
        self._tell(Event(qualified=qualified, key=key, change=change, stored=stored, previous=previous))
        return stored

    def remove(self, qualified: str, key: Key) -> Stored:
        """Takes an object away; its last state gets the deletion's resourceVersion. A missing one is a caller's bug."""
        previous = self._objects[qualified].pop(key)
        stored = self._next(previous.document)
        self._tell(Event(qualified=qualified, key=key, change=Change.DELETED, stored=stored, previous=previous))
        return stored

    def _next(self, document: Document) -> Stored:
        self.revision += 1
        metadata = {**document["metadata"], "resourceVersion": str(self.revision)}
        return Stored({**document, "metadata": metadata}, self.revision)

    def _tell(self, event: Event) -> None:
        self._histories[event.qualified].append(event)
        for observer in self.observers:
            observer(event)
