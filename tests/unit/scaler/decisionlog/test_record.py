"""Claims about `scaler.decisionlog.record`: what one line holds."""

from typing import Any

import msgspec
import pytest

from scaler.algorithm.decision import NotNeeded, Outcome, Rejected, Rescale, Withheld
from scaler.algorithm.memory import Memory
from scaler.decisionlog.record import VERSION, Record, RecordError, decode_head, decode_record, encode_record
from tests.support.builders import PARITY
from tests.unit.scaler.decisionlog.syncs import sync

RESCALE = Rescale(current=3, desired=4, reason="because")


def record(outcome: Outcome | None = None) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(encode_record("jobs/worker", sync(outcome)))
    return decoded


def test_a_record_is_one_line() -> None:
    assert b"\n" not in encode_record("jobs/worker", sync())


def test_a_record_names_its_version_autoscaler_and_moment() -> None:
    assert (VERSION, "jobs/worker", "2026-01-01T12:00:00Z") == tuple(
        record()[field] for field in ("version", "autoscaler", "time")
    )


def test_a_record_holds_what_was_seen() -> None:
    seen = record()["observation"]
    assert (
        3,
        "kubectl",
        [
            {"kind": "ExternalValues", "values": [120_000]},
            {"kind": "MetricUnavailable", "message": "the source is down"},
        ],
    ) == (
        seen["scale"]["spec_replicas"],
        seen["replicas_writer"]["manager"],
        seen["readings"][:2],
    )


def test_a_record_holds_what_decide_was_given_to_remember_and_not_what_came_out() -> None:
    assert sync().memory == msgspec.convert(record()["memory"], Memory)


def test_a_record_holds_what_is_to_be_remembered_next() -> None:
    assert sync().decision.memory == msgspec.convert(record()["decision"]["memory"], Memory)


def test_a_record_holds_the_settings() -> None:
    decoded = msgspec.json.decode(encode_record("jobs/worker", sync(settings=PARITY)))
    assert ([], 0.1) == (decoded["settings"]["deviations"], decoded["settings"]["tolerance"])


def test_a_record_holds_the_stages_workings() -> None:
    assert {"recommended", "stabilized", "limit", "bounded"} <= set(record()["decision"]["workings"])


def test_an_accepted_write_is_told_with_its_counts() -> None:
    outcome = record()["outcome"]
    assert ("Accepted", 3, 4) == (
        outcome["kind"],
        outcome["rescale"]["current"],
        outcome["rescale"]["desired"],
    )


@pytest.mark.parametrize(
    "outcome", [NotNeeded(), Withheld(), Rejected(rescale=RESCALE, message="no")], ids=lambda each: type(each).__name__
)
def test_every_outcome_is_named(outcome: Outcome) -> None:
    assert type(outcome).__name__ == record(outcome)["outcome"]["kind"]


def test_the_same_sync_gives_the_same_line() -> None:
    assert encode_record("jobs/worker", sync()) == encode_record("jobs/worker", sync())


def test_a_record_comes_back_as_it_was_written() -> None:
    done = sync()
    expected = Record(
        autoscaler="jobs/worker",
        observation=done.observation,
        memory=done.memory,
        settings=done.settings,
        decision=done.decision,
        outcome=done.outcome,
    )
    assert expected == decode_record(encode_record("jobs/worker", done))


def test_a_head_is_read_by_itself() -> None:
    assert "jobs/worker" == decode_head(encode_record("jobs/worker", sync())).autoscaler


def changed(**fields: object) -> bytes:
    return msgspec.json.encode(record() | fields)


WRONG = {
    b"": "not a record of the decision log",
    b"[]": "not a record of the decision log",
    b'{"version": 1}': "not a record of the decision log: Object missing required field `autoscaler`",
    b'{"version": 1, "autoscaler": "a/b"}': "Object missing required field `settings`",
    b"\xff": "not a record of the decision log",
    encode_record("a/b", sync())[:-1]: "not a record of the decision log",
    b'{"version": 9, "autoscaler": "a/b"}': "version 9 of the decision log",
    changed(version=2): "version 2 of the decision log; this lagzero reads version 1",
    changed(outcome={"kind": "Lost"}): "outcome: kind 'Lost' is none of NotNeeded, Withheld, Accepted, Rejected",
    changed(memory=[]): "memory: ",
    changed(observation={"now": "yesterday"}): "observation.now: ",
}


@pytest.mark.parametrize(("line", "complaint"), WRONG.items(), ids=WRONG.values())
def test_a_line_that_is_no_record_is_told(line: bytes, complaint: str) -> None:
    with pytest.raises(RecordError) as told:
        decode_record(line)
    assert complaint in str(told.value)
