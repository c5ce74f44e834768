"""Which numbers does the engine publish? Its rules, what it asked of which server, and how reads of metrics ended.

Labels are servers and metrics of the rules, so their number is bounded by the configuration; beyond 500 metrics the
rest share one label.
"""

from enum import StrEnum
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Summary

from adapter.process.clock import Clock
from adapter.prometheus.observer import BreakerState, CacheUse, QueryOutcome, ReadOutcome, Ungrouped

_LATENCIES: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0)
_LABELLED_METRICS: Final = 500
_OTHERS: Final = "_other"
_SUCCESSES: Final = frozenset({ReadOutcome.OK, ReadOutcome.EMPTY})


class EngineMetrics:
    """An EngineObserver that counts into a registry, which its program owns and serves."""

    def __init__(self, registry: CollectorRegistry, clock: Clock) -> None:
        self._clock = clock
        self._rules = Gauge("lagzero_engine_rules", "Rules that are served.", registry=registry)
        self._refused = Gauge(
            "lagzero_engine_rules_refused", "Rules that are set aside because they can't be served.", registry=registry
        )
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
        self._metrics = _OfMetrics(registry)

    def rules_taken(self, served: int, refused: int) -> None:
        self._rules.set(served)
        self._refused.set(refused)

    def queried(self, server: str, outcome: QueryOutcome, seconds: float) -> None:
        self._queries.labels(server, outcome.value).inc()
        self._seconds.labels(server).observe(seconds)
        if outcome is QueryOutcome.ANSWERED:
            self._last_success.labels(server).set(self._clock.now().timestamp())

    def breaker_changed(self, server: str, state: BreakerState) -> None:
        self._breaker.labels(server).set(0 if state is BreakerState.CLOSED else 1)

    def cache_used(self, metric: str, use: CacheUse) -> None:
        self._metrics.answers.count(metric, use)

    def grouped(self, metric: str, reads: int) -> None:
        self._metrics.grouped.labels(self._metrics.names.label(metric)).inc(reads)

    def ungrouped(self, metric: str, reason: Ungrouped) -> None:
        self._metrics.ungrouped.count(metric, reason)

    def read(self, metric: str, outcome: ReadOutcome) -> None:
        self._metrics.reads.count(metric, outcome)

    def waited(self, metric: str, outcome: ReadOutcome, seconds: float) -> None:
        label = self._metrics.names.label(metric)
        self._metrics.seconds.labels(label).observe(seconds)
        if outcome in _SUCCESSES:
            self._metrics.last_success.labels(label).set(self._clock.now().timestamp())

    def partial(self, metric: str) -> None:
        self._metrics.partial.labels(self._metrics.names.label(metric)).inc()

    def several(self, metric: str) -> None:
        self._metrics.several.labels(self._metrics.names.label(metric)).inc()

    def dated(self, metric: str, age_seconds: float) -> None:
        self._metrics.age.labels(self._metrics.names.label(metric)).set(age_seconds)


class _Names:
    """The metrics that have labels of their own; the empty name, of metrics that nobody knows, is none of them."""

    def __init__(self) -> None:
        self._named: set[str] = {""}

    def label(self, metric: str) -> str:
        if metric in self._named:
            return metric
        if len(self._named) > _LABELLED_METRICS:
            return _OTHERS
        self._named.add(metric)
        return metric


class _Counts:
    """A counter by metric and one more label. Reads are many, and to find a series costs more than to count in it."""

    def __init__(self, counter: Counter, names: _Names) -> None:
        self._counter = counter
        self._names = names
        self._found: dict[tuple[str, StrEnum], Counter] = {}

    def count(self, metric: str, value: StrEnum) -> None:
        found = self._found.get((metric, value))
        if found is None:
            label = self._names.label(metric)
            found = self._counter.labels(label, value.value)
            if label == metric:
                self._found[metric, value] = found
        found.inc()


class _OfMetrics:
    """The series that have a metric's name."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"lagzero_engine_{name}", text, ("metric", *labels), registry=registry)

        def gauge(name: str, text: str) -> Gauge:
            return Gauge(f"lagzero_engine_{name}", text, ("metric",), registry=registry)

        self.names = _Names()
        self.reads = _Counts(counter("reads", "Reads, by how they ended.", "outcome"), self.names)
        where = "Where answers came from: kept, from a question on its way, or from a new one."
        self.answers = _Counts(counter("answers", where, "use"), self.names)
        self.ungrouped = _Counts(counter("ungrouped", "How often grouping was given up.", "reason"), self.names)
        self.grouped = counter("grouped_reads", "Reads that one query answered together.")
        self.partial = counter("partial_answers", "Answers with warnings that were served, for rules that say so.")
        self.several = counter("several_series", "Answers with several items, which autoscalers add up.")
        self.last_success = gauge(
            "metric_last_success_timestamp_seconds", "When a server last answered for it, in seconds since 1970."
        )
        self.age = gauge("sample_age_seconds", "Age of the oldest sample of the last answer, for rules with maxAge.")
        self.seconds = Summary(
            "lagzero_engine_answer_duration_seconds",
            "How long reads took whose answer wasn't there yet.",
            ("metric",),
            registry=registry,
        )
