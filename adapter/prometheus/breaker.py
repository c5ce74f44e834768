"""Is this server worth asking right now? Not for a while after it failed several times in a row."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from adapter.prometheus.observer import BreakerState


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakerLimits:
    """After how many failures in a row the server is left alone, and for how long until one request tries again."""

    failures: int = 5
    open_seconds: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """Since when the server has not answered, and what was the last cause."""

    since: datetime
    failures: int
    cause: str


class CircuitBreaker:
    """Counts what happened to requests. Times are a clock's monotonic seconds.

    Whoever was allowed to ask reports how it ended, by exactly one of `succeeded`, `failed` and `abandoned`.
    """

    def __init__(self, limits: BreakerLimits, changed: Callable[[BreakerState], None]) -> None:
        self._limits = limits
        self._changed = changed
        self._outage: Outage | None = None
        self._retry_at: float | None = None
        self._probing = False

    @property
    def outage(self) -> Outage | None:
        """What stands against asking; None while the server is asked by everybody."""
        return self._outage if self._retry_at is not None else None

    def allows(self, now: float) -> bool:
        """Whether a request may be sent. While the breaker is open, one is, each time the pause is over."""
        if self._retry_at is None:
            return True
        if self._probing or now < self._retry_at:
            return False
        self._probing = True
        self._changed(BreakerState.HALF_OPEN)
        return True

    def succeeded(self) -> None:
        """The server answered, whatever it said."""
        opened = self._retry_at is not None
        self._outage, self._retry_at, self._probing = None, None, False
        if opened:
            self._changed(BreakerState.CLOSED)

    def failed(self, now: float, at: datetime, cause: str) -> None:
        """The server gave no answer."""
        since, failures = (at, 0) if self._outage is None else (self._outage.since, self._outage.failures)
        self._outage = Outage(since=since, failures=failures + 1, cause=cause)
        if self._probing or (self._retry_at is None and self._outage.failures >= self._limits.failures):
            self._retry_at = now + self._limits.open_seconds
            self._changed(BreakerState.OPEN)
        self._probing = False

    def abandoned(self) -> None:
        """Whoever asked gave up before it was known whether the server answers."""
        if self._probing:
            self._probing = False
            self._changed(BreakerState.OPEN)
