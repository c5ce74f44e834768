"""Whoever doesn't want to know is told nothing."""

from adapter.prometheus.observer import SILENT, BreakerState, CacheUse, QueryOutcome, ReadOutcome, Ungrouped


def test_the_silent_observer_takes_everything() -> None:
    SILENT.queried("prometheus", QueryOutcome.ANSWERED, 0.1)
    SILENT.breaker_changed("prometheus", BreakerState.OPEN)
    SILENT.cache_used("queue_lag", CacheUse.HIT)
    SILENT.grouped("queue_lag", 2)
    SILENT.ungrouped("queue_lag", Ungrouped.DIFFERS)
    SILENT.rules_taken(1, 0)
    SILENT.read("queue_lag", ReadOutcome.OK)
    SILENT.waited("queue_lag", ReadOutcome.OK, 0.1)
    SILENT.partial("queue_lag")
    SILENT.several("queue_lag")
    SILENT.dated("queue_lag", 1.0)
