"""What was answered lately? A bounded memory whose entries expire."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

    from adapter.process.clock import Clock

V = TypeVar("V")


class ExpiringCache(Generic[V]):
    """Keeps at most `capacity` values; the one that was used longest ago makes room."""

    def __init__(self, *, clock: Clock, capacity: int) -> None:
        self._clock = clock
        self._capacity = capacity
        self._entries: OrderedDict[Hashable, tuple[float, V]] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        """The value, while it is fresh."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        expires, value = entry
        if self._clock.monotonic() >= expires:
            del self._entries[key]
            return None
        self._entries.move_to_end(key)
        return value

    def put(self, key: Hashable, value: V, *, seconds: float) -> None:
        """Remember `value` for so long."""
        self._entries[key] = (self._clock.monotonic() + seconds, value)
        self._entries.move_to_end(key)
        if len(self._entries) > self._capacity:
            self._entries.popitem(last=False)

    def __len__(self) -> int:
        return len(self._entries)
