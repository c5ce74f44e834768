"""Which numbers does the scaler publish? Syncs, writes and lateness; no label grows with the number of objects."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from scaler.algorithm.decision import Accepted, Rejected
from scaler.controller.reconcile import Sync

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class ScalerMetrics:
    """One registry of its own, so that several scalers can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._syncs = Counter(
            "lagzero_scaler_syncs", "Syncs by what they found the workload to be.", ["state"], registry=self.registry
        )
        self._writes = Counter(
            "lagzero_scaler_scale_writes",
            "Writes to /scale by direction and outcome.",
            ["direction", "outcome"],
            registry=self.registry,
        )
        self._duration = Histogram(
            "lagzero_scaler_sync_duration_seconds",
            "Time from the first read of a sync to its last write.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._lateness = Histogram(
            "lagzero_scaler_sync_lateness_seconds",
            "How long after its due time a sync began.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.autoscalers = Gauge(
            "lagzero_scaler_autoscalers", "Autoscalers that are looked after.", registry=self.registry
        )
        self.leader = Gauge("lagzero_scaler_leader", "1 while this process may write counts.", registry=self.registry)

    def late(self, seconds: float) -> None:
        self._lateness.observe(seconds)

    def synced(self, sync: Sync, seconds: float) -> None:
        """Count one sync and what it wrote."""
        state = sync.decision.state
        self._syncs.labels("Unknown" if state is None else state.value).inc()
        self._duration.observe(seconds)
        if isinstance(sync.outcome, Accepted | Rejected):
            moved = sync.outcome.rescale
            direction = "up" if moved.desired > moved.current else "down"
            outcome = "accepted" if isinstance(sync.outcome, Accepted) else "rejected"
            self._writes.labels(direction, outcome).inc()
