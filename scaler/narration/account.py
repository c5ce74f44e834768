"""What is there to tell about one decision? The values between a record and its text or its JSON."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricAccount:
    """One metric of the spec. Amounts are written as kubectl writes them, and empty where there are none.

    `ratio` is None where nothing was measured, `proposed` (replicas) where nothing was proposed. `arithmetic` is the
    way from one to the other, a sentence a step.
    """

    name: str
    observed: str = ""
    target: str = ""
    ratio: float | None = None
    tolerance: str = ""
    proposed: int | None = None
    arithmetic: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One stage of the way from the metrics to the count."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextChange:
    """The earliest change of the count, if everything that was observed stays; None where that can't be known."""

    text: str
    at: datetime | None = None
    replicas: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A decision from its outcome (`headline`) back to its causes. Counts are None where the scale was not read."""

    autoscaler: str
    at: datetime
    headline: str
    state: str
    current: int | None
    desired: int | None
    metrics: tuple[MetricAccount, ...]
    steps: tuple[Step, ...]
    why_not_fewer: str
    why_not_more: str
    next_change: NextChange
