"""Claims about `adapter.externalmetrics.engine_metrics`: what the engine does is counted, in bounded series."""

from prometheus_client import CollectorRegistry

from adapter.externalmetrics.engine_metrics import EngineMetrics
from adapter.prometheus.observer import BreakerState, CacheUse, QueryOutcome, ReadOutcome, Ungrouped
from tests.support.clock import ManualClock


def test_rules_count_as_served_or_set_aside() -> None:
    registry = CollectorRegistry()
    EngineMetrics(registry, ManualClock()).rules_taken(49, 1)
    names = ("lagzero_engine_rules", "lagzero_engine_rules_refused")
    assert [49, 1] == [registry.get_sample_value(name) for name in names]


def test_an_answer_counts_and_sets_the_time_of_the_last_success() -> None:
    registry, clock = CollectorRegistry(), ManualClock()
    EngineMetrics(registry, clock).queried("prometheus", QueryOutcome.ANSWERED, 0.02)
    labels = {"server": "prometheus"}
    assert 1 == registry.get_sample_value("lagzero_engine_queries_total", labels | {"outcome": "answered"})
    success = registry.get_sample_value("lagzero_engine_last_success_timestamp_seconds", labels)
    assert clock.now().timestamp() == success


def test_a_failure_leaves_the_last_success_alone() -> None:
    registry = CollectorRegistry()
    EngineMetrics(registry, ManualClock()).queried("prometheus", QueryOutcome.TIMEOUT, 5.0)
    labels = {"server": "prometheus"}
    assert registry.get_sample_value("lagzero_engine_last_success_timestamp_seconds", labels) is None
    assert 1 == registry.get_sample_value("lagzero_engine_queries_total", labels | {"outcome": "timeout"})


def test_an_open_breaker_shows_until_it_closes() -> None:
    registry = CollectorRegistry()
    metrics = EngineMetrics(registry, ManualClock())
    metrics.breaker_changed("prometheus", BreakerState.OPEN)
    assert 1 == registry.get_sample_value("lagzero_engine_breaker_open", {"server": "prometheus"})
    metrics.breaker_changed("prometheus", BreakerState.CLOSED)
    assert 0 == registry.get_sample_value("lagzero_engine_breaker_open", {"server": "prometheus"})


def test_metrics_beyond_the_first_500_share_one_label() -> None:
    registry = CollectorRegistry()
    metrics = EngineMetrics(registry, ManualClock())
    for number in range(503):
        metrics.cache_used(f"metric_{number}", CacheUse.MISS)
    others = {"metric": "_other", "use": "miss"}
    assert 3 == registry.get_sample_value("lagzero_engine_answers_total", others)


def test_reads_count_by_metric_and_outcome() -> None:
    registry = CollectorRegistry()
    metrics = EngineMetrics(registry, ManualClock())
    for outcome in (ReadOutcome.OK, ReadOutcome.OK, ReadOutcome.NAN):
        metrics.read("queue_lag", outcome)
    seen = [
        registry.get_sample_value("lagzero_engine_reads_total", {"metric": "queue_lag", "outcome": outcome})
        for outcome in ("ok", "nan")
    ]
    assert [2, 1] == seen


def test_a_read_that_had_to_wait_gives_its_time_and_that_of_the_last_success() -> None:
    registry, clock = CollectorRegistry(), ManualClock()
    metrics = EngineMetrics(registry, clock)
    metrics.waited("queue_lag", ReadOutcome.EMPTY, 0.25)
    metrics.waited("other", ReadOutcome.TIMEOUT, 5.0)
    labels = {"metric": "queue_lag"}
    success = "lagzero_engine_metric_last_success_timestamp_seconds"
    assert (0.25, clock.now().timestamp(), None) == (
        registry.get_sample_value("lagzero_engine_answer_duration_seconds_sum", labels),
        registry.get_sample_value(success, labels),
        registry.get_sample_value(success, {"metric": "other"}),
    )


def test_metrics_that_nobody_knows_share_the_empty_label() -> None:
    registry = CollectorRegistry()
    EngineMetrics(registry, ManualClock()).read("", ReadOutcome.UNKNOWN)
    labels = {"metric": "", "outcome": "unknown"}
    assert 1 == registry.get_sample_value("lagzero_engine_reads_total", labels)


def test_what_may_be_less_or_more_than_it_looks_is_counted() -> None:
    registry = CollectorRegistry()
    metrics = EngineMetrics(registry, ManualClock())
    metrics.partial("queue_lag")
    metrics.several("queue_lag")
    metrics.ungrouped("queue_lag", Ungrouped.DIFFERS)
    labels = {"metric": "queue_lag"}
    assert [1, 1, 1] == [
        registry.get_sample_value("lagzero_engine_partial_answers_total", labels),
        registry.get_sample_value("lagzero_engine_several_series_total", labels),
        registry.get_sample_value("lagzero_engine_ungrouped_total", labels | {"reason": "differs"}),
    ]
