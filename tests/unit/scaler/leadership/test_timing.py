"""Times between which no safe election fits are refused."""

from math import inf, nan

import pytest

from scaler.leadership.timing import ElectionTiming, ElectionTimingError


def test_the_times_are_those_of_kubernetes() -> None:
    timing = ElectionTiming()
    actual = (timing.lease_duration_seconds, timing.renew_deadline_seconds, timing.retry_period_seconds)
    assert actual == (15.0, 10.0, 2.0)


@pytest.mark.parametrize(
    ("lease", "renew", "retry", "message"),
    [
        (10.0, 10.0, 2.0, "the lease duration must be longer than the renew deadline"),
        (nan, 10.0, 2.0, "the lease duration must be a finite number of seconds"),
        (inf, 10.0, 2.0, "the lease duration must be a finite number of seconds"),
        (15.0, nan, 2.0, "the lease duration must be longer than the renew deadline"),
        (15.0, 2.4, 2.0, "the renew deadline must be longer than 1.2 retry periods"),
        (15.0, 10.0, nan, "the renew deadline must be longer than 1.2 retry periods"),
        (15.0, 10.0, 0.0, "the retry period must be longer than zero"),
        (15.0, 10.0, -1.0, "the retry period must be longer than zero"),
    ],
)
def test_unsafe_times_are_refused(lease: float, renew: float, retry: float, message: str) -> None:
    with pytest.raises(ElectionTimingError) as refused:
        ElectionTiming(lease_duration_seconds=lease, renew_deadline_seconds=renew, retry_period_seconds=retry)
    assert message == str(refused.value)
