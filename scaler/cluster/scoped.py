"""How do several watches feed one copy? Each replaces only its own namespace."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

Seen_contra = TypeVar("Seen_contra", contravariant=True)
Seen = TypeVar("Seen")


class Copy(Protocol[Seen_contra]):
    """A copy of a collection that can replace one namespace of it, or (None) all."""

    def replaced(self, items: Sequence[Seen_contra], namespace: str | None) -> None: ...

    def applied(self, item: Seen_contra) -> None: ...

    def deleted(self, item: Seen_contra) -> None: ...


class ScopedSink(Generic[Seen]):
    """The sink of the watch of one namespace (None: of all)."""

    def __init__(self, copy: Copy[Seen], namespace: str | None) -> None:
        self._copy = copy
        self._namespace = namespace

    def replaced(self, items: Sequence[Seen]) -> None:
        self._copy.replaced(items, self._namespace)

    def applied(self, item: Seen) -> None:
        self._copy.applied(item)

    def deleted(self, item: Seen) -> None:
        self._copy.deleted(item)
