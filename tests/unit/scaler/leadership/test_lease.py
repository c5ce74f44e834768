"""What each step of an election writes."""

from datetime import timedelta

from scaler.leadership.lease import first_record, promised_seconds, released, renewed, taken_over
from scaler.leadership.timing import ElectionTiming
from tests.unit.scaler.leadership.leases import NOON, TIMING, record

LATER = NOON + timedelta(seconds=7)


def test_a_new_lease_has_not_changed_hands_yet() -> None:
    assert record("us", transitions=0) == first_record("us", TIMING, NOON)


def test_a_change_of_holder_is_counted_and_dated() -> None:
    written = taken_over(record("them", transitions=3), "us", TIMING, LATER)
    assert (4, LATER, LATER, "us") == (
        written.lease_transitions,
        written.acquire_time,
        written.renew_time,
        written.holder_identity,
    )


def test_the_count_of_changes_stays_within_its_type() -> None:
    written = taken_over(record(transitions=2**31 - 1), "us", TIMING, LATER)
    assert written.lease_transitions == 2**31 - 1


def test_a_renewal_changes_only_its_time() -> None:
    assert record("us", renewed=LATER) == renewed(record("us"), TIMING, LATER)


def test_a_renewal_states_how_long_it_is_good_for_now() -> None:
    written = renewed(record("us"), ElectionTiming(lease_duration_seconds=20.2), LATER)
    assert written.lease_duration_seconds == 21


def test_a_renewal_at_the_very_same_time_is_still_another_record() -> None:
    written = renewed(record("us", renewed=NOON), TIMING, NOON)
    assert written.renew_time == NOON + timedelta(microseconds=1)


def test_a_release_leaves_no_holder_and_asks_for_no_patience() -> None:
    written = released(record("us"), LATER)
    assert ("", 1) == (written.holder_identity, written.lease_duration_seconds)


def test_a_release_is_no_change_of_holder() -> None:
    assert released(record(transitions=3), LATER).lease_transitions == 3


def test_the_holder_is_left_alone_for_as_long_as_it_asked() -> None:
    assert promised_seconds(record(seconds=40), TIMING) == 40.0


def test_a_holder_that_does_not_say_is_left_alone_for_our_own_duration() -> None:
    assert [promised_seconds(record(seconds=None), TIMING), promised_seconds(record(seconds=0), TIMING)] == [15.0, 15.0]
