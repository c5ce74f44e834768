"""Laws of the decision log and of explanations: nothing is lost on the way, and everything can be told."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Accepted, NotNeeded, Outcome, Rejected, Withheld
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Deviation, Observation
from scaler.algorithm.settle import settle
from scaler.controller.reconcile import Sync
from scaler.decisionlog.recompute import differences
from scaler.decisionlog.record import Record, decode_record, encode_record
from scaler.narration.explanation import explanation_of
from scaler.narration.text import explanation_json, explanation_text
from tests.support.strategies import memories, observations

settings = st.builds(
    lambda deviations, gate: AlgorithmSettings(deviations=frozenset(deviations), scale_to_zero=gate),
    st.one_of(st.just(list(Deviation)), st.lists(st.sampled_from(Deviation))),
    st.sampled_from([True, True, False]),
)


@st.composite
def syncs(draw: st.DrawFn) -> Sync:
    seen, remembered, chosen = draw(observations()), draw(memories), draw(settings)
    decision = decide(seen, remembered, chosen)
    outcomes: list[Outcome] = [NotNeeded()]
    if decision.rescale is not None:
        outcomes = [Accepted(rescale=decision.rescale), Withheld(), Rejected(rescale=decision.rescale, message="no")]
    outcome = draw(st.sampled_from(outcomes))
    return Sync(
        observation=seen,
        memory=remembered,
        settings=chosen,
        decision=settle(decision, outcome, seen, chosen),
        outcome=outcome,
    )


records = syncs().map(lambda sync: decode_record(encode_record("jobs/worker", sync)))


@given(observations(), memories, settings)
def test_a_decision_follows_from_the_record_alone(
    seen: Observation, remembered: Memory, chosen: AlgorithmSettings
) -> None:
    decision = decide(seen, remembered, chosen)
    sync = Sync(observation=seen, memory=remembered, settings=chosen, decision=decision, outcome=NotNeeded())
    record = decode_record(encode_record("jobs/worker", sync))
    assert decision == decide(record.observation, record.memory, record.settings)


@given(syncs())
def test_a_record_comes_back_as_it_was_written(sync: Sync) -> None:
    line = encode_record("jobs/worker", sync)
    record = decode_record(line)
    again = Sync(
        observation=record.observation,
        memory=record.memory,
        settings=record.settings,
        decision=record.decision,
        outcome=record.outcome,
    )
    assert (sync, line) == (again, encode_record("jobs/worker", again))


@given(records)
def test_a_record_is_recomputed_to_the_same(record: Record) -> None:
    assert () == differences(record)


@given(records)
def test_every_decision_can_be_explained(record: Record) -> None:
    told = explanation_of(record, timedelta(minutes=1))
    assert "\n" not in explanation_json(told)
    assert all(line == line.rstrip() for line in explanation_text(told).splitlines())


@given(records)
def test_the_policies_that_are_told_are_those_that_limited(record: Record) -> None:
    told = explanation_of(record, timedelta(minutes=1))
    limit = record.decision.workings.limit
    lines = [line for step in told.steps if step.title == "policies" for line in step.lines]
    ups, downs = _reached(lines, "up: "), _reached(lines, "down: ")
    current = record.decision.current or 0
    if limit is not None and ups and limit.ceiling is not None:
        assert limit.ceiling in {*ups, current, 1}
    if limit is not None and downs and limit.floor is not None:
        assert limit.floor in {*downs, current}


def _reached(lines: list[str], direction: str) -> list[int]:
    """The counts that single policies are said to reach."""
    return [int(line.rpartition(" = ")[2]) for line in lines if line.startswith(direction) and " = " in line]
