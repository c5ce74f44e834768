"""Claims about the plan that leads back: the steps that are left, wherever it stands, and what would be lost."""

from typing import Any

import pytest

from scaler.algorithm.model import ReplicasWriter
from scaler.migration.documents import texts_at
from scaler.migration.marks import marked
from scaler.migration.seen import MARK, Seen
from scaler.migration.steps import Plan, Refusal, Request, Verb
from scaler.migration.stock_autoscaler import Gate, stock_autoscaler_of
from scaler.migration.to_hpa import Terms, plan_to_hpa
from tests.unit.scaler.migration.moved import (
    ABLE,
    ASLEEP,
    AWAKE,
    COMPUTES,
    HUMAN,
    NOBODY,
    OURS,
    seen,
    stock,
    workload,
    zero,
)

ON = Terms(gate=Gate.ON, accept_loss=False)
OFF = Terms(gate=Gate.OFF, accept_loss=True)
SHADOW = {"mode": "Shadow"}
TO = "to-hpa"
WHOLE = ["patch", "IS_QUIET", "create", "STOCK_IS_IN_CHARGE", "delete", "patch"]
MARKED = {MARK: TO}
MADE: dict[str, str] = texts_at(marked(stock_autoscaler_of(zero(), Gate.ON), TO), "metadata", "annotations")


def plan(look: Seen, terms: Terms = ON) -> Plan:
    made = plan_to_hpa(look, terms)
    assert isinstance(made, Plan), made
    return made


def steps(look: Seen, terms: Terms = ON) -> list[str]:
    return [step.verb if isinstance(step, Request) else step.of.name for step in plan(look, terms).steps]


def request(look: Seen, verb: Verb, terms: Terms = ON) -> Request:
    return next(step for step in plan(look, terms).steps if isinstance(step, Request) and step.verb is verb)


def refusal(look: Seen, terms: Terms = ON) -> str:
    made = plan_to_hpa(look, terms)
    assert isinstance(made, Refusal)
    return made.text


@pytest.mark.parametrize("terms", [ON, OFF])
def test_at_work_the_count_is_never_written(terms: Terms) -> None:
    assert WHOLE == steps(seen(zero=zero(AWAKE), workload=workload(3, OURS)), terms)


def test_with_the_gate_on_the_claim_on_a_zero_goes_along() -> None:
    begin = seen(zero=zero(ASLEEP), workload=workload(0, OURS))
    assert [*WHOLE[:3], "apply", *WHOLE[3:]] == steps(begin)
    claim = request(begin, Verb.APPLY)
    assert claim.path.endswith("/horizontalpodautoscalers/worker/status")
    assert {"conditions": [ASLEEP]} == claim.body["status"]


def test_with_the_gate_off_a_sleeper_is_brought_to_one_at_the_version_that_was_seen() -> None:
    begin = seen(zero=zero(ASLEEP), workload=workload(0, OURS))
    assert [*WHOLE[:2], "patch", *WHOLE[2:]] == steps(begin, OFF)
    scaled = [step for step in plan(begin, OFF).steps if isinstance(step, Request) and step.path.endswith("/scale")]
    assert [{"metadata": {"resourceVersion": "7"}, "spec": {"replicas": 1}}] == [step.body for step in scaled]
    assert "the count changes" in " ".join(plan(begin, OFF).notes)


def test_a_sleeper_whose_minimum_was_raised_is_brought_to_one_also_with_the_gate_on() -> None:
    begin = seen(zero=zero(ASLEEP, least=2), workload=workload(0, OURS))
    assert [*WHOLE[:2], "patch", *WHOLE[2:]] == steps(begin)


@pytest.mark.parametrize("terms", [ON, OFF])
@pytest.mark.parametrize("writer", [HUMAN, NOBODY])
def test_a_pause_stays_one(terms: Terms, writer: ReplicasWriter) -> None:
    assert WHOLE == steps(seen(zero=zero(ASLEEP), workload=workload(0, writer)), terms)


@pytest.mark.parametrize(
    ("mine", "theirs", "left"),
    [
        (zero(mark=TO, block=SHADOW), None, WHOLE[2:]),
        ({**zero(mark=TO, block=SHADOW), "status": {}}, None, WHOLE[1:]),
        (zero(mark=TO, block=SHADOW), stock(annotations=MADE), WHOLE[3:]),
        (zero(mark=TO, block=SHADOW), stock(ABLE, COMPUTES, annotations=MADE), WHOLE[4:]),
        (None, stock(ABLE, COMPUTES, annotations=MADE), WHOLE[5:]),
        (None, stock(ABLE, COMPUTES), []),
    ],
)
def test_it_goes_on_where_it_was(mine: dict[str, Any] | None, theirs: dict[str, Any] | None, left: list[str]) -> None:
    assert left == steps(seen(zero=mine, stock=theirs, workload=workload(3, OURS)))


def test_a_claim_that_is_carried_over_is_not_written_again() -> None:
    theirs = stock(ASLEEP, annotations=MADE)
    look = seen(zero=zero(ASLEEP, mark=TO, block=SHADOW), stock=theirs, workload=workload(0, OURS))
    assert WHOLE[3:] == steps(look)


def test_a_shadow_of_its_owner_is_marked_too() -> None:
    look = seen(zero=zero(block=SHADOW), workload=workload(3, OURS))
    assert WHOLE[0] == steps(look, Terms(gate=Gate.ON, accept_loss=True))[0]


def test_what_is_restored_on_deletion_is_not_when_it_is_handed_back() -> None:
    look = seen(zero=zero(block={"onDelete": "Restore"}), workload=workload(3, OURS))
    body = request(look, Verb.PATCH, Terms(gate=Gate.ON, accept_loss=True)).body
    assert {"metadata": {"annotations": MARKED}, "spec": {"zero": {"mode": "Shadow", "onDelete": "Keep"}}} == body


def test_what_would_be_lost_is_refused_line_by_line() -> None:
    look = seen(zero=zero(block={"wake": "Immediate", "cooldownSeconds": 60}), workload=workload(3, OURS))
    assert [
        "jobs/worker would lose, so say --accept-loss if that may be:",
        "  spec.zero.cooldownSeconds 60: only the scale-down window holds it up",
        "  spec.zero.wake Immediate: it leaves zero by the scale-up policies",
    ] == refusal(look).splitlines()


def test_a_second_run_needs_no_second_consent() -> None:
    block = {"wake": "Immediate", **SHADOW}
    assert WHOLE[2:] == steps(seen(zero=zero(mark=TO, block=block), workload=workload(3, OURS)))


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (seen(), "there is no ZeroPodAutoscaler jobs/worker"),
        (seen(zero=zero(), stock=stock(), workload=workload(1)), "is a HorizontalPodAutoscaler already"),
        (seen(zero=zero(mark="from-hpa"), stock=stock(), workload=workload(1)), "run `lagzero migrate from-hpa worker"),
        (seen(zero=zero()), "which isn't there"),
        (seen(zero=zero(), workload=workload(1), rivals=("ZeroPodAutoscaler a",)), "is also the target of"),
    ],
)
def test_it_is_refused(look: Seen, words: str) -> None:
    assert words in refusal(look)


def test_ours_is_waited_for_while_its_finalizers_hold_it() -> None:
    leaving = zero(mark=TO, block=SHADOW)
    leaving["metadata"]["deletionTimestamp"] = "2026-01-31T12:00:00Z"
    assert ["IS_GONE", "patch"] == steps(seen(zero=leaving, stock=stock(annotations=MADE), workload=workload(3, OURS)))
    assert [] == steps(seen(zero=leaving, stock=stock(), workload=workload(3, OURS)))


@pytest.mark.parametrize("terms", [ON, OFF])
def test_one_that_was_made_of_an_older_spec_or_on_other_terms_is_made_anew(terms: Terms) -> None:
    mine = zero(mark=TO, block=SHADOW, least=3 if terms is ON else 0)
    look = seen(zero=mine, stock=stock(ABLE, COMPUTES, annotations=MADE), workload=workload(3, OURS))
    assert ["delete", *WHOLE[2:]] == steps(look, terms)
