"""What one candidate concludes from what it has seen."""

from datetime import timedelta
from math import inf

from scaler.leadership.election import (
    Action,
    Candidate,
    Create,
    Follow,
    Renew,
    Standing,
    TakeOver,
    after_failure,
    after_look,
    after_success,
    decide,
    remaining_seconds,
    resigned,
)
from scaler.leadership.lease import first_record, renewed, taken_over
from tests.unit.scaler.leadership.leases import NOON, TIMING, stored

US = Candidate(identity="us", timing=TIMING)
LEADING = after_success(Standing(), US, stored("us"), started=100.0, answered=101.0)
FOLLOWING = after_look(Standing(), US, stored("them"), 100.0)


def at(standing: Standing, monotonic: float) -> Action:
    return decide(standing, US, monotonic, NOON)


def test_a_lease_that_is_not_there_is_made() -> None:
    assert Create(record=first_record("us", TIMING, NOON)) == at(Standing(), 100.0)


def test_a_lease_that_was_given_up_is_taken_over_at_once() -> None:
    lease = stored("")
    taken = TakeOver(record=taken_over(lease.record, "us", TIMING, NOON), version="1")
    assert taken == at(after_look(Standing(), US, lease, 100.0), 100.0)


def test_our_own_lease_is_renewed() -> None:
    assert Renew(record=renewed(stored("us").record, TIMING, NOON), version="1") == at(LEADING, 102.0)


def test_another_holder_is_followed_for_as_long_as_it_asked_counted_from_when_we_saw_it() -> None:
    assert Follow(holder_identity="them", until=115.0) == at(FOLLOWING, 114.9)


def test_the_holders_own_duration_counts_and_not_ours() -> None:
    patient = after_look(Standing(), US, stored("them", seconds=40), 100.0)
    assert Follow(holder_identity="them", until=140.0) == at(patient, 120.0)


def test_a_holder_without_a_sign_of_life_is_replaced() -> None:
    again = after_look(FOLLOWING, US, stored("them"), 115.0)
    assert isinstance(at(again, 115.0), TakeOver)


def test_every_change_of_the_lease_is_a_sign_of_life() -> None:
    again = after_look(FOLLOWING, US, stored("them", "2"), 114.0)
    assert Follow(holder_identity="them", until=129.0) == at(again, 115.0)


def test_the_wall_clock_has_no_say() -> None:
    much_later = NOON + timedelta(days=1)
    assert Follow(holder_identity="them", until=115.0) == decide(FOLLOWING, US, 110.0, much_later)


def test_nobody_leads_to_begin_with() -> None:
    assert remaining_seconds(Standing(), 0.0) == 0.0


def test_a_proof_counts_from_before_the_write_was_sent() -> None:
    assert remaining_seconds(LEADING, 101.0) == 9.0


def test_a_proof_runs_out_by_itself() -> None:
    assert [remaining_seconds(LEADING, 109.0), remaining_seconds(LEADING, 110.0)] == [1.0, 0.0]


def test_an_answer_that_comes_too_late_proves_nothing() -> None:
    late = after_success(Standing(), US, stored("us"), started=100.0, answered=111.0)
    assert remaining_seconds(late, 111.0) == 0.0


def test_a_failed_write_takes_nothing_from_the_last_proof() -> None:
    assert remaining_seconds(after_failure(LEADING), 105.0) == 5.0


def test_after_a_failed_write_the_lease_must_be_looked_at() -> None:
    assert [LEADING.confirmed, after_failure(LEADING).confirmed] == [True, False]


def test_a_look_that_shows_us_as_the_holder_keeps_the_last_proof() -> None:
    assert remaining_seconds(after_look(LEADING, US, stored("us", "2"), 105.0), 105.0) == 5.0


def test_a_look_that_shows_us_as_the_holder_is_no_proof_by_itself() -> None:
    assert remaining_seconds(after_look(Standing(), US, stored("us"), 105.0), 105.0) == 0.0


def test_a_look_that_shows_another_holder_ends_our_lead_at_once() -> None:
    assert remaining_seconds(after_look(LEADING, US, stored("them", "2"), 105.0), 105.0) == 0.0


def test_a_look_that_shows_no_lease_ends_our_lead_at_once() -> None:
    assert remaining_seconds(after_look(LEADING, US, None, 105.0), 105.0) == 0.0


def test_the_first_lease_of_all_leads_at_once() -> None:
    absent = after_look(Standing(), US, None, 99.0)
    made = after_success(absent, US, stored("us"), started=100.0, answered=101.0)
    assert remaining_seconds(made, 101.0) == 9.0


def test_a_lease_made_anew_waits_until_the_holder_of_the_deleted_one_must_have_stopped() -> None:
    made = after_success(after_look(FOLLOWING, US, None, 105.0), US, stored("us"), started=105.0, answered=106.0)
    again = after_success(made, US, stored("us", "2"), started=120.5, answered=120.6)
    assert [remaining_seconds(made, 107.0), remaining_seconds(again, 120.9), remaining_seconds(again, 121.0)] == [
        0.0,
        0.0,
        9.5,
    ]


def test_a_lease_made_anew_waits_also_when_its_making_was_never_answered() -> None:
    found = after_look(after_look(FOLLOWING, US, None, 105.0), US, stored("us"), 108.0)
    assert found.leads_from == 123.0


def test_who_resigns_leads_no_more_but_remembers_the_lease() -> None:
    standing = resigned(LEADING)
    assert (-inf, LEADING.lease, False) == (standing.leads_until, standing.lease, standing.confirmed)
