"""What does the controller remember of each autoscaler? Its memory, the status it wrote last, and some notes.

A restart reads its memory back from status. Where nothing was kept, the first sight counts as a recommendation, which
may only delay a scale-down.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from adapter.process.clock import Clock
from scaler.algorithm.memory import Memory
from scaler.api.autoscaler import Autoscaler, AutoscalerId, AutoscalerStatus
from scaler.api.conditions import ConditionStatus, ConditionType
from scaler.controller.clock_set import Instant, moved, set_by
from scaler.controller.notes import NO_NOTES, Notes, moved_notes, notes_found
from scaler.controller.remembered import memory_kept

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """`status` is the newest one that is known: ours until the watch has caught up with it.

    A memory that `is_found` was read from status after a start; it may miss the last moments before.
    """

    memory: Memory
    status: AutoscalerStatus
    notes: Notes = NO_NOTES
    is_found: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    uid: str
    memory: Memory
    status: AutoscalerStatus | None
    written_over: str
    notes: Notes


class Memories:
    """One entry per autoscaler; an object that was deleted and made again starts anew.

    `windows_survive` is the deviation last-window: the stock controller forgets its windows when it is restarted.
    """

    def __init__(self, *, windows_survive: bool = True) -> None:
        self._windows_survive = windows_survive
        self._entries: dict[AutoscalerId, _Entry] = {}
        self._last: Instant | None = None
        self._clock_set_by = timedelta(0)
        self._recalled_at: dict[AutoscalerId, timedelta] = {}
        self._writing: set[AutoscalerId] = set()

    def now(self, clock: Clock) -> datetime:
        """The time by `clock`. If the clock was set since it was last asked for, all that is remembered moves along."""
        present = Instant(wall=clock.now(), monotonic_seconds=clock.monotonic())
        by = timedelta(0) if self._last is None else set_by(self._last, present)
        self._last = present
        if by:
            log.warning("the clock was set", seconds=by.total_seconds())
            self._clock_set_by += by
            self._entries = {
                key: replace(entry, memory=moved(entry.memory, by), notes=moved_notes(entry.notes, by))
                for key, entry in self._entries.items()
            }
        return present.wall

    def recall(self, autoscaler: Autoscaler, now: datetime) -> Recalled:
        """What is remembered, or what the object's status lets us know after a start."""
        if autoscaler.id in self._writing:
            self.forget(autoscaler.id)
        self._recalled_at[autoscaler.id] = self._clock_set_by
        entry = self._entries.get(autoscaler.id)
        if entry is None or entry.uid != autoscaler.uid:
            return Recalled(
                memory=self._found(autoscaler.status, now),
                status=autoscaler.status,
                notes=notes_found(autoscaler.status, now),
                is_found=self._windows_survive,
            )
        # While the cache still shows the object that our last status was written over, that status is the newer one.
        stale = entry.status is not None and autoscaler.resource_version == entry.written_over
        return Recalled(
            memory=entry.memory,
            status=entry.status if stale and entry.status is not None else autoscaler.status,
            notes=entry.notes,
        )

    def about_to_write(self, writer: AutoscalerId) -> None:
        """If the sync ends before it remembers, it may have written a count: the next one begins as after a start."""
        self._writing.add(writer)

    def keep(
        self, autoscaler: Autoscaler, memory: Memory, status: AutoscalerStatus | None, notes: Notes = NO_NOTES
    ) -> None:
        """Remember; `status` is the one that was just written, None if the object's own is still true."""
        self._writing.discard(autoscaler.id)
        # A sync during which the clock was set has remembered by the old time.
        by = self._clock_set_by - self._recalled_at.get(autoscaler.id, self._clock_set_by)
        memory, notes = moved(memory, by), moved_notes(notes, by)
        previous = self._entries.get(autoscaler.id)
        written_over = autoscaler.resource_version
        if status is None and previous is not None and previous.written_over == written_over:
            status = previous.status
        self._entries[autoscaler.id] = _Entry(
            uid=autoscaler.uid, memory=memory, status=status, written_over=written_over, notes=notes
        )

    def forget_all(self) -> None:
        """Start anew from what status says: somebody else may have led meanwhile."""
        self._entries.clear()
        self._recalled_at.clear()
        self._writing.clear()

    def forget(self, forgotten: AutoscalerId) -> None:
        self._entries.pop(forgotten, None)
        self._recalled_at.pop(forgotten, None)
        self._writing.discard(forgotten)

    def _found(self, status: AutoscalerStatus, now: datetime) -> Memory:
        memory = memory_of_status(status, now)
        return memory if self._windows_survive else Memory(activation=memory.activation)


def memory_of_status(status: AutoscalerStatus, now: datetime) -> Memory:
    """The memory that a new start finds at `now`: what status kept, and whose zero it is, as the condition says."""
    claim = next(
        (
            condition.status == ConditionStatus.TRUE
            for condition in status.conditions
            if condition.type == ConditionType.SCALED_TO_ZERO
        ),
        None,
    )
    return memory_kept(status.memory, claim=claim, now=now)
