"""How is the server doing? Its own metrics, in a registry of its own and of bounded size."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import generate_latest

if TYPE_CHECKING:
    from datetime import datetime

EXPOSITION: Final = "text/plain; version=0.0.4; charset=utf-8"

_LABELLED_METRICS: Final = 500
_OTHERS: Final = "_other"
_LATENCIES: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0)


class Outcome(StrEnum):
    """How a read of a metric ended; the last three are Prometheus refusing, not answering, and being slow."""

    FOUND = "found"
    EMPTY = "empty"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    BROKEN = "broken"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"


class Reload(StrEnum):
    """What became of changed files or a changed ConfigMap."""

    TAKEN = "taken"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counted:
    """The series that a read counts in."""

    reads: Counter
    seconds: Histogram


class Telemetry:
    """Counts what happens. Metric names beyond the first 500 share one label."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self._named: set[str] = set()
        # To find a series by its labels costs more than to count in it.
        self._counted: dict[tuple[str, Outcome], _Counted] = {}
        self._answers: dict[int, Counter] = {}
        self._reads = Counter(
            "lagzero_adapter_metric_reads",
            "Reads of external metrics, by metric (empty: none of ours) and outcome.",
            ("metric", "outcome"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "lagzero_adapter_metric_read_duration_seconds",
            "How long reads of external metrics took.",
            ("outcome",),
            buckets=_LATENCIES,
            registry=self.registry,
        )
        self._responses = Counter(
            "lagzero_adapter_responses", "Answers of the API server, by code.", ("code",), registry=self.registry
        )
        self._reloads = Counter(
            "lagzero_adapter_reloads",
            "Changed credentials and rules, by what they are and whether they were taken.",
            ("subject", "outcome"),
            registry=self.registry,
        )
        self._confirmed = Gauge(
            "lagzero_adapter_reload_confirmed_timestamp_seconds",
            "When what is in use was last found to be what there is outside, in seconds since 1970.",
            ("subject",),
            registry=self.registry,
        )
        self._expiry = Gauge(
            "lagzero_adapter_serving_certificate_expiry_timestamp_seconds",
            "When the serving certificate ends, in seconds since 1970.",
            registry=self.registry,
        )

    def answered(self, metric: str, outcome: Outcome, seconds: float) -> None:
        """A read of a metric ended; an empty name is a metric that no rule knows."""
        counted = self._counted.get((metric, outcome))
        if counted is None:
            label = self._label(metric)
            counted = _Counted(
                reads=self._reads.labels(label, outcome.value), seconds=self._seconds.labels(outcome.value)
            )
            if label == metric:
                self._counted[metric, outcome] = counted
        counted.reads.inc()
        counted.seconds.observe(seconds)

    def responded(self, code: int) -> None:
        """Any request was answered."""
        answers = self._answers.get(code)
        if answers is None:
            answers = self._answers[code] = self._responses.labels(str(code))
        answers.inc()

    def reloaded(self, subject: str, outcome: Reload) -> None:
        """Something changed on disk or in the cluster."""
        self._reloads.labels(subject, outcome.value).inc()

    def confirmed(self, subject: str, moment: datetime) -> None:
        """What is in use was what there is, at that moment."""
        self._confirmed.labels(subject).set(moment.timestamp())

    def serving_until(self, moment: datetime) -> None:
        """The serving certificate is valid until then."""
        self._expiry.set(moment.timestamp())

    def exposition(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self.registry)

    def _label(self, metric: str) -> str:
        if metric in self._named:
            return metric
        if len(self._named) >= _LABELLED_METRICS:
            return _OTHERS
        self._named.add(metric)
        return metric
