"""How patient is an election? Three times, in the words and with the values of Kubernetes' own programs."""

from dataclasses import dataclass
from math import inf
from typing import Final

# Pauses are stretched by up to this factor, so that candidates don't ask in step.
LARGEST_JITTER: Final = 1.2


class ElectionTimingError(ValueError):
    """Times between which no safe election fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElectionTiming:
    """Others wait `lease_duration_seconds` after a holder's last sign of life before they take over.

    A holder gives up after `renew_deadline_seconds` without success; `retry_period_seconds` lie between two attempts.
    Raises ElectionTimingError unless each is clearly longer than the next.
    """

    lease_duration_seconds: float = 15.0
    renew_deadline_seconds: float = 10.0
    retry_period_seconds: float = 2.0

    def __post_init__(self) -> None:
        if not self.lease_duration_seconds < inf:
            raise ElectionTimingError("the lease duration must be a finite number of seconds")
        if not self.lease_duration_seconds > self.renew_deadline_seconds:
            raise ElectionTimingError("the lease duration must be longer than the renew deadline")
        if not self.renew_deadline_seconds > LARGEST_JITTER * self.retry_period_seconds:
            raise ElectionTimingError(f"the renew deadline must be longer than {LARGEST_JITTER} retry periods")
        if not self.retry_period_seconds > 0:
            raise ElectionTimingError("the retry period must be longer than zero")
