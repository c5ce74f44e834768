"""What must never happen? Looked for at the very moment at which a count is written, by one who knows the truth."""

from dataclasses import dataclass, field
from enum import Enum

from scaler.algorithm.decision import Decision
from scaler.algorithm.stages import Proposal
from scaler.api.autoscaler import Autoscaler
from scaler.api.types import ExternalMetricSource, Mode
from scaler.controller.pause import PAUSED
from scaler.controller.reconcile import Sync
from tests.properties.never_api import SmallApi
from tests.properties.never_process import Lease, Surroundings
from tests.properties.never_specs import WORK_EACH

DEFAULT_WINDOW = 300.0
"""Seconds: the controller's own, of which the specs here that name none go by."""


class Whose(Enum):
    """Whose zero is it? EITHER: of one that the spec takes for ours if nobody has looked at it before."""

    NOBODYS = "nobody's: there are replicas"
    OURS = "ours"
    THEIRS = "theirs"
    EITHER = "either"


@dataclass(slots=True, kw_only=True)
class Oracle:
    """`told` are the recommendations of syncs that came to their end, by the clock that nobody sets."""

    api: SmallApi
    around: Surroundings
    lease: Lease
    whose: Whose
    told: list[tuple[float, int]] = field(default_factory=list)
    idle_since: float | None = None
    counts_written: int = 0
    seen: Autoscaler | None = None

    def begins(self, seen: Autoscaler) -> None:
        """A sync of what was seen."""
        self.seen, self.counts_written = seen, 0
        self.around.unread.clear()

    def writes(self, what: str) -> None:
        assert self.lease.held, f"{what} was written without a lease"

    def wrote(self, before: int, count: int) -> None:
        """A count was taken in by the API server, in the place of another."""
        seen = self.seen
        assert seen is not None
        self.counts_written += 1
        assert self.counts_written == 1, "two writes in one sync"
        assert before != 0 or self.whose is not Whose.THEIRS, "a human's zero was undone"
        assert self.api.workload is not None
        for annotations in (seen.annotations, self.api.workload.annotations):
            assert annotations.get(PAUSED, "false") == "false", "written in spite of a pause"
        assert seen.spec.zero.mode is Mode.ACTIVE, "a Shadow wrote"
        if seen.deleting is not None:
            assert (before, count) == (0, max(1, seen.spec.min_replicas)), "no farewell"
        elif seen.companion is not None:
            assert 0 in {before, count}, "the stock controller's count was written"
        elif before <= seen.spec.max_replicas:
            assert seen.spec.min_replicas <= count <= seen.spec.max_replicas, "out of bounds"
        if count < before <= seen.spec.max_replicas:
            self._shrank(seen, before, count)
        self.whose = Whose.OURS if count == 0 else Whose.NOBODYS

    def _shrank(self, seen: Autoscaler, before: int, count: int) -> None:
        assert not self.around.unread, f"shrunk though nobody could read {self.around.unread}"
        asked_for = [name for name in _names(seen) if (self.around.shown[name] or 0) > 0]
        assert count > 0 or not asked_for, f"to zero, while {asked_for} ask for replicas"
        if seen.spec.zero.in_flight is not None:
            at_work = -(-(self.around.shown["work"] or 0) // WORK_EACH)
            assert count >= min(at_work, before), "fewer than are at work"
        now, window, strictly = self.api.clock.monotonic(), DEFAULT_WINDOW, seen.spec.behavior is not None
        if seen.spec.behavior is not None and seen.spec.behavior.scale_down.stabilization_window_seconds is not None:
            window = seen.spec.behavior.scale_down.stabilization_window_seconds
        recent = [told for at, told in self.told if now - at < window or (now - at == window and not strictly)]
        assert count >= min([before, max(recent, default=0)]), f"sooner than {recent} of the window allow"
        cooldown = seen.spec.zero.cooldown_seconds
        if count == 0 and cooldown:
            assert self.idle_since is not None, "to zero without a look that found no demand before"
            assert now - self.idle_since >= cooldown, "to zero before the cooldown was over"

    def forgets(self) -> None:
        """What was told is lost, by no fault of a scaler."""
        self.told.clear()
        self.idle_since = None

    def ended(self, sync: Sync) -> None:
        """Of a sync that was killed nobody knows."""
        now, proposal = self.api.clock.monotonic(), _proposed(sync.decision)
        if proposal is not None:
            self.told.append((now, proposal))
        if proposal != 0 or sync.decision.current == 0:
            self.idle_since = None
        elif self.idle_since is None:
            self.idle_since = now


def _proposed(decision: Decision) -> int | None:
    recommended = decision.workings.recommended
    if recommended is None or not isinstance(recommended.winner, Proposal):
        return None
    return recommended.winner.replicas


def _names(seen: Autoscaler) -> list[str]:
    return [metric.metric.name for metric in seen.spec.metrics if isinstance(metric, ExternalMetricSource)]
