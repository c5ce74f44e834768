"""May this metric's reads be asked together? Only once a grouped answer was the same as a single one."""

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

import structlog

from adapter.externalmetrics.answers import Broken
from adapter.externalmetrics.asking import Asker, Parts
from adapter.externalmetrics.plans import Group, Plan
from adapter.process.clock import Clock
from adapter.prometheus.observer import EngineObserver, Ungrouped
from adapter.prometheus.samples import Sample

_log = structlog.get_logger(__name__)

PAUSE_SECONDS = 60.0
"""For how long fewer reads are grouped, or none, after a grouped query failed where a single one may not."""

FEWEST_READS = 16
"""A query for so many is grouped even when queries take too long: each by itself would be worse for the server."""


class _Standing(Enum):
    COMPARED_EMPTY = auto()
    TRUSTED = auto()
    CONDEMNED = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shrunk:
    reads: int
    until: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Differs:
    """Why a grouped answer isn't taken."""

    reason: str


class GroupTrust:
    """What was learnt about each metric. Two empty answers are equal too, but prove little: they are compared again."""

    def __init__(self, asker: Asker, clock: Clock, observer: EngineObserver) -> None:
        self._asker = asker
        self._clock = clock
        self._observer = observer
        self._standing: dict[str, _Standing] = {}
        self._paused_until: dict[str, float] = {}
        self._shrunk: dict[str, _Shrunk] = {}

    def allows(self, metric: str) -> bool:
        """Whether reads of the metric may be grouped right now."""
        if self._standing.get(metric) is _Standing.CONDEMNED:
            return False
        return self._clock.monotonic() >= self._paused_until.get(metric, 0.0)

    def pause(self, metric: str, reason: str) -> None:
        """Don't group for a while."""
        self._paused_until[metric] = self._clock.monotonic() + PAUSE_SECONDS
        self._observer.ungrouped(metric, Ungrouped.REFUSED)
        _log.warning("grouping of queries paused", metric=metric, seconds=PAUSE_SECONDS, reason=reason)

    def shrink(self, metric: str, reads: int, reason: str) -> None:
        """Ask for half as many at a time as these, for a while."""
        until = self._clock.monotonic() + PAUSE_SECONDS
        self._shrunk[metric] = _Shrunk(reads=max(FEWEST_READS, reads // 2), until=until)
        _log.warning("fewer queries of this metric are grouped", metric=metric, seconds=PAUSE_SECONDS, reason=reason)

    def most_reads(self, metric: str) -> int:
        """How many reads one query may be for."""
        shrunk = self._shrunk.get(metric)
        return shrunk.reads if shrunk is not None and self._clock.monotonic() < shrunk.until else sys.maxsize

    def condemn(self, metric: str, reason: str) -> None:
        """Don't group again, until the rules change."""
        self._standing[metric] = _Standing.CONDEMNED
        self._observer.ungrouped(metric, Ungrouped.DIFFERS)
        _log.warning("queries of this metric are no longer grouped", metric=metric, reason=reason)

    async def verified(self, group: Group, parts: Parts) -> Parts | Differs | Broken:
        """The grouped answer, if it can be taken: at first it is compared with one plan's own, at the same moment.

        When they differ, the group is asked once more, since a sample may have arrived between the two questions.
        """
        plan = next((plan for plan, samples in parts.samples.items() if samples), next(iter(parts.samples)))
        standing = self._standing.get(group.metric)
        empty = not parts.samples[plan]
        if standing is _Standing.TRUSTED or (standing is _Standing.COMPARED_EMPTY and empty):
            return parts
        single = await self._asker.samples(plan, at=parts.at)
        if isinstance(single, Broken):
            return single
        if not _equal(parts.samples, single.samples, plan):
            again = await self._asker.together(group, tuple(parts.samples), at=parts.at or single.at)
            if isinstance(again, Broken):
                return again
            if not _equal(again.samples, single.samples, plan):
                return Differs(reason=f"a grouped answer differs from that of {plan.promql}")
            parts = again
        self._standing[group.metric] = _Standing.COMPARED_EMPTY if empty else _Standing.TRUSTED
        return parts


def _equal(one: Mapping[Plan, tuple[Sample, ...]], other: Mapping[Plan, tuple[Sample, ...]], plan: Plan) -> bool:
    mine, theirs = _by_labels(one[plan]), _by_labels(other[plan])
    return mine.keys() == theirs.keys() and all(_same(value, theirs[labels]) for labels, value in mine.items())


def _by_labels(samples: tuple[Sample, ...]) -> dict[frozenset[tuple[str, str]], str]:
    return {frozenset((sample.labels or {}).items()): sample.value for sample in samples}


def _same(one: str, other: str) -> bool:
    # A server that shards queries may add the same numbers in another order.
    return one == other or math.isclose(float(one), float(other), rel_tol=1e-9)
