"""What does a metric say at each moment? Entries that hold until the next one, and ramps between two values."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from scaler.simulation.moments import Millis


class Spread(StrEnum):
    """Is a pods' value each pod's own, or a load that the running pods share?"""

    EACH = "value"
    TOTAL = "total"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number, as the decimal text in which Prometheus would print it."""

    text: str
    spread: Spread = Spread.EACH


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """The series is gone: the question is answered, and nothing is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failing:
    """The question can't be answered; `message` says why."""

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramp:
    """From one number to another in a straight line, and there it stays."""

    start: float
    to: float
    over: Millis
    spread: Spread

    def after(self, elapsed: int) -> Amount:
        share = 1.0 if elapsed >= self.over else elapsed / self.over
        return Amount(text=number_text(self.start + (self.to - self.start) * share), spread=self.spread)


State = Amount | Missing | Failing
Course = State | Ramp
MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Timeline:
    """Courses by the moment from which on they hold, in order. Before the first there is nothing."""

    moments: tuple[Millis, ...]
    courses: tuple[Course, ...]

    def at(self, now: Millis) -> State:
        index = bisect_right(self.moments, now) - 1
        if index < 0:
            return MISSING
        match self.courses[index]:
            case Ramp() as ramp:
                return ramp.after(now - self.moments[index])
            case Amount() | Missing() | Failing() as state:
                return state
            case _ as unreachable:
                assert_never(unreachable)


def number_text(number: float) -> str:
    """A number without noise: thousandths are as fine as the algorithm looks."""
    rounded = round(number, 3)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)
