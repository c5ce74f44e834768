"""How do lists and watch events look on the wire? Envelopes whose objects stay raw until their type is known."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, Protocol, TypeVar

import msgspec

from adapter.kube.errors import ApiError, Status, error_of_status
from adapter.kube.meta import ListMeta, ObjectMeta


class HasMetadata(Protocol):
    """A Kubernetes object, as much of it as a reflector needs."""

    @property
    def metadata(self) -> ObjectMeta: ...


T = TypeVar("T", bound=HasMetadata)


class MalformedError(Exception):
    """What came isn't the JSON of a list or a watch event."""


class EventType(StrEnum):
    """What a watch event says of its object."""

    ADDED = "ADDED"
    MODIFIED = "MODIFIED"
    DELETED = "DELETED"
    BOOKMARK = "BOOKMARK"
    ERROR = "ERROR"


class Page(msgspec.Struct, frozen=True):
    """One page of a list."""

    metadata: ListMeta
    items: tuple[msgspec.Raw, ...] | None = None


class Event(msgspec.Struct, frozen=True):
    """One line of a watch."""

    type: EventType
    object: msgspec.Raw


class _Outline(msgspec.Struct, frozen=True):
    metadata: ObjectMeta = ObjectMeta()


class Undecodable(msgspec.Struct, frozen=True):
    """An object that isn't what its type should be; what is known of it, and why."""

    metadata: ObjectMeta
    reason: str


class ObjectDecoder(Generic[T]):
    """Reads objects of one type."""

    def __init__(self, item: type[T]) -> None:
        self._items = msgspec.json.Decoder(item)
        self._outlines = msgspec.json.Decoder(_Outline)

    def decode(self, raw: msgspec.Raw) -> T | Undecodable:
        """The object, or why it can't be read. Raises MalformedError if not even its metadata can."""
        try:
            return self._items.decode(raw)
        except msgspec.MsgspecError as error:
            return Undecodable(metadata=self.metadata(raw), reason=str(error))

    def bare(self, metadata: ObjectMeta) -> T | None:
        """An object of which nothing but its metadata is known; None where the type demands more."""
        try:
            return self._items.decode(msgspec.json.encode({"metadata": metadata}))
        except msgspec.MsgspecError:
            return None

    def metadata(self, raw: msgspec.Raw) -> ObjectMeta:
        """Only its metadata. Raises MalformedError."""
        try:
            return self._outlines.decode(raw).metadata
        except msgspec.MsgspecError as error:
            raise MalformedError(f"an object without readable metadata: {error}") from error


_events = msgspec.json.Decoder(Event)
_statuses = msgspec.json.Decoder(Status)


def decode_event(line: bytes) -> Event:
    """The event of one line. Raises MalformedError."""
    try:
        return _events.decode(line)
    except msgspec.MsgspecError as error:
        raise MalformedError(f"a line that is no watch event: {error}") from error


def decode_failure(event: Event, *, request: str) -> ApiError:
    """The error that an ERROR event announces. Raises MalformedError."""
    try:
        return error_of_status(_statuses.decode(event.object), request=request)
    except msgspec.MsgspecError as error:
        raise MalformedError(f"an ERROR event without a Status: {error}") from error
