"""Which autoscaler is due, and when is the next one? A heap of due times, one entry per autoscaler. Pure."""

import heapq
import zlib

from scaler.api.autoscaler import AutoscalerId
from scaler.api.types import AutoscalerSpec, ExternalMetricSource, ObjectMetricSource

_SLIVER = 1e-6
_STEP_SECONDS = 0.25


# When it is due, a number that no other entry has (so that nothing behind it is compared), and who.
_Entry = tuple[float, int, AutoscalerId]


class Schedule:
    """Due times in seconds of one monotonic clock. Moving an autoscaler leaves its old entry behind, to be skipped."""

    def __init__(self) -> None:
        self._heap: list[_Entry] = []
        self._current: dict[AutoscalerId, int] = {}
        self._number = 0

    def __contains__(self, key: AutoscalerId) -> bool:
        return key in self._current

    def put(self, key: AutoscalerId, due: float) -> None:
        """Make the autoscaler due at `due`, whatever it was before."""
        self._number += 1
        self._current[key] = self._number
        heapq.heappush(self._heap, (due, self._number, key))

    def remove(self, key: AutoscalerId) -> None:
        self._current.pop(key, None)

    def next_due(self) -> float | None:
        """When the next autoscaler is due; None if there is none."""
        while self._heap:
            due, number, key = self._heap[0]
            if self._current.get(key) == number:
                return due
            heapq.heappop(self._heap)
        return None

    def pop_due(self, now: float) -> list[tuple[AutoscalerId, float]]:
        """Take out every autoscaler that is due, with its due time, earliest first."""
        due: list[tuple[AutoscalerId, float]] = []
        while (moment := self.next_due()) is not None and moment <= now:
            _, _, key = heapq.heappop(self._heap)
            del self._current[key]
            due.append((key, moment))
        return due


def next_in_phase(key: AutoscalerId, now: float, period: float) -> float:
    """The next moment after `now` at which an autoscaler of this name is due, in a grid of `period` seconds.

    The phase comes from a hash of the name, so that many autoscalers spread evenly and a restart keeps the spread. It
    is a whole number of steps: a few that are due together cost less than each by itself.
    """
    steps = max(int(period / _STEP_SECONDS), 1)
    phase = (zlib.crc32(str(key).encode()) * steps >> 32) * period / steps
    return phase + next_on_grid(now - phase, period)


def next_for_sleeper(spec: AutoscalerSpec, now: float, interval: float) -> float:
    """The next moment after `now` at which a sleeper is due, in a grid of `interval` seconds.

    Those that wait for one metric are due together, so that their questions become one query; others at other moments,
    so that nobody waits behind all that sleep.
    """
    named = (each.metric.name for each in spec.metrics if isinstance(each, ExternalMetricSource | ObjectMetricSource))
    phase = (zlib.crc32(next(named, "").encode()) / 2**32) * interval
    return phase + next_on_grid(now - phase, interval)


def next_on_grid(now: float, period: float) -> float:
    """The next whole multiple of `period` seconds after `now`."""
    left = period - now % period
    # On the grid, rounding may leave a sliver of a period: its sync has just been, and would be made twice.
    return now + (left if left > period * _SLIVER else period)
