"""Which read does a path ask for? Remembered for the paths that were answered, so that none is taken apart twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from adapter.apiserver.attributes import MetricAccess
    from adapter.kube.selectors import Selector

_MOST_READS: Final = 20_000
# The length of an answer's path is its caller's choice, and so would be our memory.
_LONGEST_PATH: Final = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRead:
    """What a path with its parameters asks for, as the routes and the parameters were understood."""

    access: MetricAccess
    selector: Selector


class KnownReads:
    """Plain reads by their path, parameters included, exactly as it was sent."""

    def __init__(self) -> None:
        self._reads: dict[str, MetricRead] = {}

    def get(self, raw_path: str) -> MetricRead | None:
        """The read, if its path was learned."""
        return self._reads.get(raw_path)

    def learn(self, raw_path: str, read: MetricRead) -> None:
        """From now on `raw_path` asks for `read`; what a path means never changes, so it is never unlearned."""
        if raw_path in self._reads or len(raw_path) > _LONGEST_PATH:
            return
        if len(self._reads) >= _MOST_READS:
            self._reads.clear()
        self._reads[raw_path] = read

    def __len__(self) -> int:
        return len(self._reads)
