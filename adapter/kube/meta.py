"""What does every Kubernetes object say about itself? Name, versions, labels, and who wrote which of its fields."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import msgspec


class TimestampError(ValueError):
    """The text is no RFC 3339 time."""


@dataclass(frozen=True, slots=True, order=True)
class NamespacedName:
    """Where an object of one kind lives; printed as `namespace/name`."""

    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"


class ManagedFieldsEntry(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True, kw_only=True):
    """One writer of an object's fields, through one operation, API version and subresource.

    `fields_v1` is a tree: its keys are `f:NAME`, `k:{...}`, `v:VALUE` and `.` for the node itself; a leaf is `{}`.
    """

    manager: str = ""
    operation: str = ""
    api_version: str = ""
    time: str | None = None
    fields_type: str = ""
    fields_v1: dict[str, object] = {}
    subresource: str = ""


class OwnerReference(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True, kw_only=True):
    """An object this one belongs to, and with which it is deleted."""

    api_version: str = ""
    kind: str = ""
    name: str = ""
    uid: str = ""
    controller: bool | None = None
    block_owner_deletion: bool | None = None


class ObjectMeta(msgspec.Struct, rename="camel", frozen=True, omit_defaults=True, kw_only=True):
    """An object's metadata: all that a replace must send back, lest it be lost. Times are text: see `parse_time`."""

    name: str = ""
    generate_name: str = ""
    namespace: str = ""
    uid: str = ""
    resource_version: str = ""
    generation: int = 0
    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}
    creation_timestamp: str | None = None
    deletion_timestamp: str | None = None
    deletion_grace_period_seconds: int | None = None
    owner_references: tuple[OwnerReference, ...] = ()
    finalizers: tuple[str, ...] = ()
    managed_fields: tuple[ManagedFieldsEntry, ...] = ()

    @property
    def key(self) -> NamespacedName:
        """Where the object lives; a cluster-scoped one has an empty namespace."""
        return NamespacedName(self.namespace, self.name)


class ListMeta(
    msgspec.Struct,
    rename={"resource_version": "resourceVersion", "continue_": "continue"},
    frozen=True,
    omit_defaults=True,
):
    """A list's metadata: the version to watch from, and the token of the next page, empty on the last."""

    resource_version: str = ""
    continue_: str = ""


def field_managers(managed_fields: Sequence[ManagedFieldsEntry], path: Sequence[str]) -> tuple[ManagedFieldsEntry, ...]:
    """The entries whose writer owns the field at `path`, such as ("f:spec", "f:replicas"), in the order listed.

    A field is owned where it is listed itself, else where a parent is owned as a whole; owning a child is not owning
    its parent. Where somebody lists the field, a parent says nothing of it: whoever made a custom resource keeps an
    empty parent when another takes over its only field. Several may own one field, by applying the same value. An empty
    path is owned by nobody.
    """
    owned = {number: _owned(entry.fields_v1, path) for number, entry in enumerate(managed_fields) if path}
    itself = len(path) if len(path) in owned.values() else 0
    return tuple(managed_fields[number] for number, depth in owned.items() if depth and depth >= itself)


def _owned(fields: dict[str, object], path: Sequence[str]) -> int:
    """How many steps of the path lead to what is owned: all of them for the field itself, 0 where nothing is."""
    at: object = fields
    for depth, step in enumerate(path, start=1):
        if not isinstance(at, dict) or step not in at:
            return 0
        at = at[step]
        if at == {}:
            return depth
    return len(path) if isinstance(at, dict) and "." in at else 0


_RFC3339: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})", re.ASCII)


def parse_time(text: str) -> datetime:
    """The moment, in UTC, that a Time or MicroTime field states; digits beyond microseconds are dropped.

    Raises TimestampError for anything but RFC 3339 with a zone.
    """
    try:
        if _RFC3339.fullmatch(text):
            return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise TimestampError(f"{text!r} is not a time: {error}") from error
    raise TimestampError(f"{text[:40]!r} is not a time such as 2006-01-02T15:04:05Z")


def format_time(at: datetime) -> str:
    """The text of a Time field: whole seconds, fractions dropped."""
    return _in_utc(at).isoformat(timespec="seconds") + "Z"


def format_micro_time(at: datetime) -> str:
    """The text of a MicroTime field: always six digits after the second."""
    return _in_utc(at).isoformat(timespec="microseconds") + "Z"


def _in_utc(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise TimestampError(f"{at} has no zone; moments here are UTC")
    return at.astimezone(UTC).replace(tzinfo=None)
