"""Claims about `scaler.decisionlog.sameness`: a decision is told from another one, whichever part is another."""

from collections.abc import Mapping
from dataclasses import replace

import msgspec
import pytest

from scaler.algorithm.decision import Decision, Rescale, Workings
from scaler.decisionlog.record import encode_decision
from scaler.decisionlog.sameness import memory_text, reads_as
from tests.golden.cases import CASES
from tests.unit.scaler.decisionlog.syncs import sync

DECISION = sync().decision
WORKINGS = DECISION.workings
assert WORKINGS.stabilized is not None
STABILIZED = WORKINGS.stabilized
OTHERS: Mapping[str, Decision] = {
    "state": replace(DECISION, state=None),
    "desired": replace(DECISION, desired=9),
    "rescale": replace(DECISION, rescale=Rescale(current=3, desired=4, reason="another")),
    "metrics": replace(DECISION, current_metrics=None),
    "conditions": replace(DECISION, conditions=DECISION.conditions[1:]),
    "events": replace(DECISION, events=()),
    "memory": replace(DECISION, memory=replace(DECISION.memory, scale_ups=())),
    "no workings": replace(DECISION, workings=Workings()),
    "limit": replace(DECISION, workings=replace(WORKINGS, limit=None)),
    "bounded": replace(DECISION, workings=replace(WORKINGS, bounded=None)),
    "recommended": replace(DECISION, workings=replace(WORKINGS, recommended=None)),
    "not stabilized": replace(DECISION, workings=replace(WORKINGS, stabilized=None)),
    "stabilized at": replace(DECISION, workings=replace(WORKINGS, stabilized=replace(STABILIZED, replicas=9))),
    "because": replace(DECISION, workings=replace(WORKINGS, stabilized=replace(STABILIZED, message="another"))),
    "recommendations": replace(
        DECISION, workings=replace(WORKINGS, stabilized=replace(STABILIZED, recommendations=()))
    ),
}


def says(decision: Decision, text: bytes) -> bool:
    return reads_as(decision, memory_text(decision), text)


@pytest.mark.parametrize("name", CASES)
def test_every_decision_reads_as_itself(name: str) -> None:
    decision = CASES[name].decision
    assert says(decision, encode_decision(decision))


@pytest.mark.parametrize("part", OTHERS)
def test_a_part_that_is_another_makes_another_decision(part: str) -> None:
    other = OTHERS[part]
    assert (False, False) == (says(DECISION, encode_decision(other)), says(other, encode_decision(DECISION)))


def test_what_is_stabilized_is_compared_also_where_another_list_is_remembered() -> None:
    apart = replace(DECISION, memory=replace(DECISION.memory, recommendations=()))
    assert says(apart, encode_decision(apart))


def test_parts_in_another_order_mean_the_same() -> None:
    fields = msgspec.json.decode(encode_decision(DECISION))
    assert says(DECISION, msgspec.json.encode(dict(reversed(fields.items()))))


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"\xff", b"[]", encode_decision(DECISION).replace(b'"events"', b'"more":1,"events"')]
)
def test_what_is_no_decision_reads_as_none(text: bytes) -> None:
    assert not says(DECISION, text)


def test_what_cannot_be_read_of_it_reads_as_none() -> None:
    text = encode_decision(DECISION).replace(b'"kind":"ConditionUpdate"', b'"kind":"Weather"')
    assert not says(DECISION, text)
