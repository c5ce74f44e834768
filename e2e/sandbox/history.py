"""What happened to the objects of one kind lately, and how a watcher hears of more.

Bounded: whoever asks for something older than what is kept is told 410, as by etcd after a compaction.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from e2e.sandbox.documents import Document, encode
from e2e.sandbox.failures import gone


class Change(StrEnum):
    """The words that a watch uses."""

    ADDED = "ADDED"
    MODIFIED = "MODIFIED"
    DELETED = "DELETED"


class Stored:
    """One state of one object, and its JSON, made once however many read it."""

    __slots__ = ("_body", "document", "revision")

    def __init__(self, document: Document, revision: int) -> None:
        self.document = document
        self.revision = revision
        self._body = b""

    @property
    def body(self) -> bytes:
        """The JSON of this state."""
        if not self._body:
            self._body = encode(self.document)
        return self._body


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One change to the object of a namespace and name: its state after it (for a deletion: the last), and before."""

    qualified: str
    key: tuple[str, str]
    change: Change
    stored: Stored
    previous: Stored | None


class History:
    """The latest changes of one kind, at least `limit` of them, in order; a position counts them from the first.

    `forgotten` is the revision up to which nobody can ask.
    """

    def __init__(self, limit: int, forgotten: int) -> None:
        self._limit = limit
        self._events: list[Event] = []
        self._revisions: list[int] = []
        self._dropped = 0
        self._forgotten = forgotten
        self._signals: set[asyncio.Event] = set()

    @property
    def end(self) -> int:
        """The position of the next change."""
        return self._dropped + len(self._events)

    def append(self, event: Event) -> None:
        self._events.append(event)
        self._revisions.append(event.stored.revision)
        if len(self._events) > 2 * self._limit:
            self._forget(len(self._events) - self._limit)
        for signal in self._signals:
            signal.set()

    def position_after(self, revision: int) -> int:
        """Where the changes after a revision begin; raises 410 when some of them are forgotten."""
        if revision < self._forgotten:
            raise gone(revision, self._forgotten)
        return self._dropped + bisect_right(self._revisions, revision)

    def since(self, position: int) -> list[Event]:
        """The changes from a position on; raises 410 when some of them are forgotten."""
        if position < self._dropped:
            raise gone(position, self._forgotten)
        return self._events[position - self._dropped :]

    def compact(self, revision: int) -> None:
        """Forgets every change up to a revision, also when nothing happened up to there."""
        self._forget(bisect_right(self._revisions, revision))
        self._forgotten = revision

    @contextmanager
    def signal(self) -> Iterator[asyncio.Event]:
        """An event that is set at every change, for as long as the block lasts."""
        signal = asyncio.Event()
        self._signals.add(signal)
        try:
            yield signal
        finally:
            self._signals.discard(signal)

    def _forget(self, count: int) -> None:
        if count:
            self._forgotten = self._revisions[count - 1]
            self._dropped += count
            del self._events[:count], self._revisions[:count]
