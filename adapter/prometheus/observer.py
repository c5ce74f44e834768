"""Who wants to know what the engine does? A port for counters; whoever has none is given `SILENT`."""

from enum import StrEnum
from typing import Final, Protocol


class QueryOutcome(StrEnum):
    """How a request to a server ended; BUSY and SHUNNED were not sent."""

    ANSWERED = "answered"
    REFUSED = "refused"
    BROKEN = "broken"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    BUSY = "busy"
    SHUNNED = "shunned"


class BreakerState(StrEnum):
    """Whether a server is asked: always, not for now, or by one request at a time to see whether it is back."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half-open"


class CacheUse(StrEnum):
    """Where the answer to a read comes from: kept, from a question on its way already, or from a new one."""

    HIT = "hit"
    SHARED = "shared"
    MISS = "miss"


class EngineObserver(Protocol):
    """Told at once, from the event loop; every method is quick and never raises. Metrics and servers are the rules'."""

    def queried(self, server: str, outcome: QueryOutcome, seconds: float) -> None:
        """A request to a server ended, so long after it was asked for. The time of ANSWERED is the last success."""

    def breaker_changed(self, server: str, state: BreakerState) -> None: ...

    def cache_used(self, metric: str, use: CacheUse) -> None: ...

    def grouped(self, metric: str, reads: int) -> None:
        """One query was sent for so many reads, more than one."""

    def ungrouped(self, metric: str, reason: str) -> None:
        """Reads of the metric are no longer grouped, for a while or until the rules change."""

    def dated(self, metric: str, age_seconds: float) -> None:
        """How old the oldest sample of an answer is; only known for rules with `maxAge`."""


class Silent:
    """Does nothing with what it is told."""

    def queried(self, server: str, outcome: QueryOutcome, seconds: float) -> None: ...
    def breaker_changed(self, server: str, state: BreakerState) -> None: ...
    def cache_used(self, metric: str, use: CacheUse) -> None: ...
    def grouped(self, metric: str, reads: int) -> None: ...
    def ungrouped(self, metric: str, reason: str) -> None: ...
    def dated(self, metric: str, age_seconds: float) -> None: ...


SILENT: Final[EngineObserver] = Silent()
