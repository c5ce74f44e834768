"""Claims about `adapter.externalmetrics.engine_metrics`: what the engine does is counted, in bounded series."""

from prometheus_client import CollectorRegistry

from adapter.externalmetrics.engine_metrics import EngineMetrics
from adapter.prometheus.observer import BreakerState, CacheUse, QueryOutcome
from tests.support.clock import ManualClock


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
