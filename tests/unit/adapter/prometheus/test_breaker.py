"""A server that fails again and again is left alone, and one request at a time finds out when it is back."""

from datetime import UTC, datetime

from adapter.prometheus.breaker import BreakerLimits, CircuitBreaker, Outage
from adapter.prometheus.observer import BreakerState

LIMITS = BreakerLimits(failures=3, open_seconds=5)


def at(second: int) -> datetime:
    return datetime(2025, 1, 1, 0, 0, second, tzinfo=UTC)


def breaker(failures: int = 0) -> tuple[CircuitBreaker, list[BreakerState]]:
    """A breaker after failures at one second, at two, and so on; and what it told of its state."""
    told: list[BreakerState] = []
    one = CircuitBreaker(LIMITS, told.append)
    for second in range(1, failures + 1):
        assert one.allows(second)
        one.failed(second, at(second), f"cause {second}")
    return one, told


def test_a_few_failures_stop_nothing() -> None:
    one, told = breaker(2)
    assert (True, None, []) == (one.allows(2), one.outage, told)


def test_failures_in_a_row_open_it_and_the_first_and_last_are_known() -> None:
    one, told = breaker(3)
    expected = Outage(since=at(1), failures=3, cause="cause 3")
    assert (False, expected, [BreakerState.OPEN]) == (one.allows(7.9), one.outage, told)


def test_an_answer_between_failures_counts_from_the_beginning() -> None:
    one, _ = breaker(2)
    one.succeeded()
    one.failed(3, at(3), "cause")
    assert one.allows(3)


def test_after_the_pause_one_request_at_a_time_tries_again() -> None:
    one, told = breaker(3)
    assert [True, False] == [one.allows(8), one.allows(8)]
    assert told == [BreakerState.OPEN, BreakerState.HALF_OPEN]


def test_an_answer_to_the_one_that_tries_closes_it() -> None:
    one, told = breaker(3)
    one.allows(8)
    one.succeeded()
    assert ([True, True], None, BreakerState.CLOSED) == ([one.allows(8), one.allows(8)], one.outage, told[-1])


def test_when_the_one_that_tries_fails_the_pause_begins_again() -> None:
    one, _ = breaker(3)
    one.allows(8)
    one.failed(9, at(9), "cause 4")
    expected = Outage(since=at(1), failures=4, cause="cause 4")
    assert (False, True, expected) == (one.allows(13.9), one.allows(14), one.outage)


def test_when_the_one_that_tries_gives_up_the_next_may_try() -> None:
    one, told = breaker(3)
    one.allows(8)
    one.abandoned()
    assert (True, [BreakerState.OPEN, BreakerState.HALF_OPEN, BreakerState.OPEN, BreakerState.HALF_OPEN]) == (
        one.allows(8),
        told,
    )


def test_a_failure_that_comes_late_does_not_lengthen_the_pause() -> None:
    one, told = breaker(3)
    one.failed(7, at(7), "late")
    assert (True, 1) == (one.allows(8), told.count(BreakerState.OPEN))


def test_giving_up_says_nothing_about_the_server() -> None:
    one, told = breaker(2)
    one.abandoned()
    one.failed(3, at(3), "cause")
    assert (False, [BreakerState.OPEN]) == (one.allows(3), told)
