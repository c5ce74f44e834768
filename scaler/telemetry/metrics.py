"""Which numbers does the scaler publish as things happen? Syncs, writes, lateness, and the decision log.

No label here grows with the number of objects; what is told of single autoscalers is the census'.
"""

from contextlib import AbstractContextManager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector

from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected, Rescale, Withheld
from scaler.api.states import AutoscalerState
from scaler.controller.ports import NotWritten, Written
from scaler.controller.reconcile import Sync
from scaler.telemetry.census import UNKNOWN_STATE

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_DIRECTIONS: Final = ("up", "down")
_SCALE_OUTCOMES: Final[dict[type[Outcome], str]] = {Accepted: "accepted", Rejected: "rejected", Withheld: "withheld"}
_UNMARKED: Final = {False: "went_on", True: "waited"}
_STATUS_OUTCOMES: Final[dict[type[Written | NotWritten], str]] = {Written: "accepted", NotWritten: "rejected"}


class ScalerMetrics:
    """One registry of its own, so that several scalers can live in one process.

    Every series is there from the start: the first failure is an increase from zero, not a series that begins at one.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self._syncs = self._counter("syncs", "Syncs by what they found the workload to be.", "state")
        self._unfinished = self._counter("syncs_unfinished", "Syncs without a result: failed, cut off or cancelled.")
        self._scale_writes = self._counter(
            "scale_writes", "Writes to /scale by direction and outcome.", "direction", "outcome"
        )
        self._unmarked = self._counter(
            "unmarked_scale_ins", "Scale-ins whose least busy Pods could not be marked, by what became of them.", "what"
        )
        self._status_writes = self._counter("status_writes", "Writes of a status by outcome.", "outcome")
        self._records = self._counter("decision_log_records", "Records of the decision log by outcome.", "outcome")
        self._duration = self._histogram(
            "sync_duration_seconds", "Time from the first read of a sync to its last write."
        )
        self._lateness = self._histogram("sync_lateness_seconds", "How long after its due time a sync began.")
        self.autoscalers = self._gauge("autoscalers", "Autoscalers that are looked after.")
        self.leader = self._gauge("leader", "1 while this process may write counts.")
        self.lease_obstructed = self._gauge(
            "lease_obstructed_seconds", "For how long the lease could not be read, or not be written; 0 when it can."
        )
        self._reloads = self._counter("reloads", "Files that changed, by what and outcome.", "subject", "outcome")
        self._begin_at_zero()

    def reloaded(self, subject: str, *, taken: bool) -> None:
        """Count one look at a file that had changed, or could not be used."""
        self._reloads.labels(subject, "taken" if taken else "refused").inc()

    def late(self, seconds: float) -> None:
        self._lateness.observe(seconds)

    def unless_finished(self) -> AbstractContextManager[None]:
        """Counts a sync that leaves the block by an exception, also by being cancelled."""
        return self._unfinished.count_exceptions(BaseException)

    def synced(self, sync: Sync, seconds: float) -> None:
        """Count one sync and what it wrote."""
        self._syncs.labels(_state(sync.decision.state)).inc()
        self._duration.observe(seconds)
        if sync.marking.because:
            self._unmarked.labels(_UNMARKED[sync.marking.waits]).inc()
        rescale = _rescale(sync)
        if rescale is not None:
            direction = "up" if rescale.desired > rescale.current else "down"
            self._scale_writes.labels(direction, _SCALE_OUTCOMES[type(sync.outcome)]).inc()

    def status_answered(self, answer: Written | NotWritten) -> None:
        """Count one write of a status."""
        self._status_writes.labels(_STATUS_OUTCOMES[type(answer)]).inc()

    def record_written(self) -> None:
        """Count one record that stands in the decision log."""
        self._records.labels("written").inc()

    def record_lost(self) -> None:
        """Count one record that could not be written."""
        self._records.labels("lost").inc()

    def _begin_at_zero(self) -> None:
        for state in (*AutoscalerState, None):
            self._syncs.labels(_state(state))
        for outcome in _SCALE_OUTCOMES.values():
            for direction in _DIRECTIONS:
                self._scale_writes.labels(direction, outcome)
        for what in _UNMARKED.values():
            self._unmarked.labels(what)
        for outcome in _STATUS_OUTCOMES.values():
            self._status_writes.labels(outcome)
        for outcome in ("written", "lost"):
            self._records.labels(outcome)
        for outcome in ("taken", "refused"):
            self._reloads.labels("rules", outcome)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"lagzero_scaler_{name}", text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"lagzero_scaler_{name}", text, registry=self.registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(f"lagzero_scaler_{name}", text, buckets=_SECONDS, registry=self.registry)


def _state(state: AutoscalerState | None) -> str:
    return UNKNOWN_STATE if state is None else state.value


def _rescale(sync: Sync) -> Rescale | None:
    """The write that was made, refused or withheld; a withheld one may have been none."""
    match sync.outcome:
        case NotNeeded():
            return None
        case Withheld():
            return sync.decision.rescale
        case Accepted() | Rejected():
            return sync.outcome.rescale
