"""Claims about `scaler.decisionlog.recompute`: what is the same, and what isn't."""

from dataclasses import replace

from scaler.algorithm.decision import Rejected, Rescale
from scaler.decisionlog.recompute import differences, is_same, recompute
from scaler.decisionlog.record import Record, decode_given, decode_record, encode_record
from tests.unit.scaler.decisionlog.syncs import sync


def record() -> Record:
    return decode_record(encode_record("jobs/worker", sync()))


def test_a_decision_is_recomputed_with_what_became_of_its_write() -> None:
    assert sync().decision == recompute(record())


def test_a_rejected_write_is_recomputed_as_rejected() -> None:
    outcome = Rejected(rescale=Rescale(current=3, desired=4, reason="because"), message="no")
    assert () == differences(decode_record(encode_record("jobs/worker", sync(outcome))))


def test_the_same_decision_has_no_differences() -> None:
    assert () == differences(record())


def test_another_count_is_told_with_its_place_and_both_values() -> None:
    other = replace(record(), decision=replace(record().decision, desired=5))
    assert ["decision.desired: recorded 5, recomputed 4"] == list(map(str, differences(other)))


def test_an_entry_that_is_not_there_is_nothing() -> None:
    other = replace(record(), decision=replace(record().decision, events=record().decision.events[:1]))
    (difference,) = differences(other)
    assert ("decision.events[1]", "nothing") == (difference.field, difference.recorded)


def test_a_part_that_is_not_there_is_null() -> None:
    other = replace(record(), decision=replace(record().decision, rescale=None))
    (difference,) = differences(other)
    assert ("decision.rescale", "null") == (difference.field, difference.recorded)


def test_every_difference_is_told() -> None:
    other = replace(record(), decision=replace(record().decision, desired=5, current=2))
    assert ["decision.current", "decision.desired"] == [each.field for each in differences(other)]


def test_a_long_value_is_cut() -> None:
    event = replace(record().decision.events[0], message="x" * 1000)
    other = replace(record(), decision=replace(record().decision, events=(event,)))
    assert 210 > max(len(each.recorded) for each in differences(other))


def test_the_next_line_begins_with_the_memory_that_was_recomputed() -> None:
    line = encode_record("jobs/worker", sync())
    assert is_same(decode_given(line))
    after = replace(sync(), memory=sync().decision.memory)
    assert sync().decision.memory == decode_given(encode_record("jobs/worker", after)).memory
