"""Since when does demand wait on a workload that is paused, or that doesn't wake? Pure.

A wait that is longer than the threshold is told once, and once more when it is over.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

_PROBES_PER_THRESHOLD: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """`since` is None while nothing waits, `metric` shows the demand, `probed` is when it was last looked for."""

    since: datetime | None = None
    metric: str = ""
    is_told: bool = False
    probed: datetime | None = None


NOTHING_WAITS: Final = Waiting()


def found_waiting(since: datetime) -> Waiting:
    """The wait that a start finds on record."""
    return Waiting(since=since, is_told=True)


def is_probe_due(waiting: Waiting, now: datetime, threshold: timedelta) -> bool:
    """Is it time to ask for the demand on something paused? Several times within the threshold, not at every look."""
    probed = waiting.probed
    return probed is None or not timedelta(0) <= now - probed < threshold / _PROBES_PER_THRESHOLD


def probed(waiting: Waiting, now: datetime) -> Waiting:
    return replace(waiting, probed=now)


def waited(waiting: Waiting, metric: str | None, now: datetime, threshold: timedelta) -> Waiting:
    """After a look that found demand by `metric`, none (empty), or could not tell (None, and nothing changes)."""
    if metric is None:
        return waiting
    if not metric:
        return waiting if waiting.since is None else Waiting(probed=waiting.probed)
    since = waiting.since or now
    return replace(waiting, since=since, metric=metric, is_told=waiting.is_told or now - since >= threshold)
