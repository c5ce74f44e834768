"""How often does a reflector ask? Long watches, and pauses that grow while the server has trouble."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from random import Random

# A server may ask for patience, but not for blindness.
_LONGEST_PATIENCE_SECONDS: Final = 300.0
_MOST_DOUBLINGS: Final = 16


class ReflectorClock(Protocol):
    """As much of a Clock as a reflector needs."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTiming:
    """The reflector's numbers. A watch lasts `timeout_seconds`, give or take a tenth, so that not all end at once."""

    page_size: int = 500
    timeout_seconds: float = 300.0
    silence_grace_seconds: float = 10.0
    shortest_healthy_seconds: float = 1.0
    first_pause_seconds: float = 1.0
    longest_pause_seconds: float = 30.0


class Backoff:
    """How long to wait after each failure in a row: doubling, capped, and shortened at random by up to a half."""

    def __init__(self, *, timing: WatchTiming, random: Random) -> None:
        self._timing = timing
        self._random = random
        self._failures = 0
        self._relisted = False

    def healthy(self) -> None:
        """Forget the failures: a watch has lasted."""
        self._failures = 0
        self._relisted = False

    def after_failure(self, retry_after_seconds: float | None) -> float:
        """Seconds to wait, never less than the server asked for (up to five minutes)."""
        doubled = self._timing.first_pause_seconds * 2.0 ** min(self._failures, _MOST_DOUBLINGS)
        self._failures += 1
        pause = min(doubled, self._timing.longest_pause_seconds) * self._random.uniform(0.5, 1.0)
        return max(pause, min(retry_after_seconds or 0.0, _LONGEST_PATIENCE_SECONDS))

    def after_gone(self, retry_after_seconds: float | None) -> float:
        """Seconds to wait before listing again: none the first time, for after an outage every version is too old."""
        if not self._relisted:
            self._relisted = True
            return 0.0
        return self.after_failure(retry_after_seconds)
