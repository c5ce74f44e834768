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


class ReadOutcome(StrEnum):
    """How a read of a metric ended, wherever its answer came from; DENIED is what the rule or the selector forbids."""

    OK = "ok"
    EMPTY = "empty"
    NAN = "nan"
    ERROR = "error"
    TIMEOUT = "timeout"
    DENIED = "denied"
    UNKNOWN = "unknown"


class Ungrouped(StrEnum):
    """Why reads aren't grouped: the answers differ for good, or the server refuses such a query for now."""

    DIFFERS = "differs"
    REFUSED = "refused"


class EngineObserver(Protocol):
    """Told at once, from the event loop; every method is quick and never raises. Metrics and servers are the rules'."""

    def rules_taken(self, served: int, refused: int) -> None:
        """So many rules are in use from now on, and so many are set aside because they can't be served."""

    def queried(self, server: str, outcome: QueryOutcome, seconds: float) -> None:
        """A request to a server ended, so long after it was asked for. The time of ANSWERED is the last success."""

    def breaker_changed(self, server: str, state: BreakerState) -> None: ...

    def cache_used(self, metric: str, use: CacheUse) -> None: ...

    def grouped(self, metric: str, reads: int) -> None:
        """One query was sent for so many reads, more than one."""

    def ungrouped(self, metric: str, reason: Ungrouped) -> None:
        """Reads of the metric are no longer grouped, for a while or until the rules change."""

    def read(self, metric: str, outcome: ReadOutcome) -> None:
        """A read ended. The metric is empty when no rule knows its name, which then anybody can have made up."""

    def waited(self, metric: str, outcome: ReadOutcome, seconds: float) -> None:
        """A read whose answer wasn't there yet had to wait so long. The time of OK and EMPTY is the last success."""

    def partial(self, metric: str) -> None:
        """An answer came with warnings, and is served because the rule says so."""

    def several(self, metric: str) -> None:
        """An answer has more than one item, and the rule doesn't say how they become one."""

    def dated(self, metric: str, age_seconds: float) -> None:
        """How old the oldest sample of an answer is; only known for rules with `maxAge`."""


class Silent:
    """Does nothing with what it is told."""

    def rules_taken(self, served: int, refused: int) -> None: ...
    def queried(self, server: str, outcome: QueryOutcome, seconds: float) -> None: ...
    def breaker_changed(self, server: str, state: BreakerState) -> None: ...
    def cache_used(self, metric: str, use: CacheUse) -> None: ...
    def grouped(self, metric: str, reads: int) -> None: ...
    def ungrouped(self, metric: str, reason: Ungrouped) -> None: ...
    def read(self, metric: str, outcome: ReadOutcome) -> None: ...
    def waited(self, metric: str, outcome: ReadOutcome, seconds: float) -> None: ...
    def partial(self, metric: str) -> None: ...
    def several(self, metric: str) -> None: ...
    def dated(self, metric: str, age_seconds: float) -> None: ...


SILENT: Final[EngineObserver] = Silent()
