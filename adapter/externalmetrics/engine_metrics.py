"""Which numbers does the engine publish? What it asked of which server, its cache, its groups and the ages of samples.

Labels are servers and metrics of the rules, so their number is bounded by the configuration; beyond 500 metrics the
rest share one label.
"""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from adapter.process.clock import Clock
from adapter.prometheus.observer import BreakerState, CacheUse, QueryOutcome

_LATENCIES: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0)
_LABELLED_METRICS: Final = 500
_OTHERS: Final = "_other"


class EngineMetrics:
    """An EngineObserver that counts into a registry, which its program owns and serves."""

    def __init__(self, registry: CollectorRegistry, clock: Clock) -> None:
        self._clock = clock
        self._named: set[str] = set()
        self._queries = Counter(
            "lagzero_engine_queries",
            "Requests to Prometheus, by how they ended.",
            ("server", "outcome"),
            registry=registry,
        )
        self._seconds = Histogram(
            "lagzero_engine_query_duration_seconds",
            "How long requests to Prometheus took.",
            ("server",),
            buckets=_LATENCIES,
            registry=registry,
        )
        self._last_success = Gauge(
            "lagzero_engine_last_success_timestamp_seconds",
            "When the server last answered, in seconds since 1970.",
            ("server",),
            registry=registry,
        )
        self._breaker = Gauge(
            "lagzero_engine_breaker_open", "1 while the server is not asked.", ("server",), registry=registry
        )
        self._cache = Counter(
            "lagzero_engine_answers",
            "Where answers came from: kept, from a question on its way, or from a new one.",
            ("metric", "use"),
            registry=registry,
        )
        self._grouped = Counter(
            "lagzero_engine_grouped_reads", "Reads that one query answered together.", ("metric",), registry=registry
        )
        self._ungrouped = Counter(
            "lagzero_engine_ungrouped", "How often grouping was given up.", ("metric", "reason"), registry=registry
        )
        self._age = Gauge(
            "lagzero_engine_sample_age_seconds",
            "Age of the oldest sample of the last answer, for rules with maxAge.",
            ("metric",),
            registry=registry,
        )

    def queried(self, server: str, outcome: QueryOutcome, seconds: float) -> None:
        self._queries.labels(server, outcome.value).inc()
        self._seconds.labels(server).observe(seconds)
        if outcome is QueryOutcome.ANSWERED:
            self._last_success.labels(server).set(self._clock.now().timestamp())

    def breaker_changed(self, server: str, state: BreakerState) -> None:
        self._breaker.labels(server).set(0 if state is BreakerState.CLOSED else 1)

    def cache_used(self, metric: str, use: CacheUse) -> None:
        self._cache.labels(self._label(metric), use.value).inc()

    def grouped(self, metric: str, reads: int) -> None:
        self._grouped.labels(self._label(metric)).inc(reads)

    def ungrouped(self, metric: str, reason: str) -> None:
        self._ungrouped.labels(self._label(metric), reason).inc()

    def dated(self, metric: str, age_seconds: float) -> None:
        self._age.labels(self._label(metric)).set(age_seconds)

    def _label(self, metric: str) -> str:
        if metric in self._named:
            return metric
        if len(self._named) >= _LABELLED_METRICS:
            return _OTHERS
        self._named.add(metric)
        return metric
