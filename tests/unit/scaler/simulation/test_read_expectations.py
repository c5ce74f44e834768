"""Expectations of a scenario."""

import pytest

from scaler.simulation.claims import Claim, ConditionIs, Count, EventSeen, StateIs
from scaler.simulation.scenario import ScenarioError
from tests.unit.scaler.simulation.scenes import scenario_of


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("replicas: 4", Count(min=4, max=4)),
        ("replicas: {max: 10}", Count(min=0, max=10)),
        ("replicas: {min: 1}", Count(min=1, max=None)),
        ('condition: {ScaledToZero: "False"}', ConditionIs(type="ScaledToZero", status="False")),
        ("condition: {ScaledToZero: false}", ConditionIs(type="ScaledToZero", status="False")),
        ("condition: {A: {reason: R}}", ConditionIs(type="A", reason="R")),
        ('condition: {A: {status: "True", reason: R}}', ConditionIs(type="A", status="True", reason="R")),
        ("event: SuccessfulRescale", EventSeen(reason="SuccessfulRescale")),
        ("state: Paused", StateIs(state="Paused")),
    ],
)
def test_a_claim_is_about_counts_conditions_events_or_the_state(text: str, claim: Claim) -> None:
    (expected,) = scenario_of(expect=f"[{{at: 75s, {text}}}]").expectations
    assert (75_000, None, claim) == (expected.at, expected.until, expected.claim)


def test_an_entry_may_make_several_claims_about_a_time() -> None:
    found = scenario_of(expect="[{between: [1m, 2m], replicas: 1, state: Active}]").expectations
    assert [(60_000, 120_000)] * 2 == [(expected.at, expected.until) for expected in found]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{replicas: 1}", "either `at` a moment or `between` two"),
        ("{at: 0s, between: [0s, 1s], replicas: 1}", "either `at` a moment or `between` two"),
        ("{at: 0s}", "nothing is expected here"),
        ("{between: [1s], replicas: 1}", "expected two moments"),
        ("{between: [2s, 1s], replicas: 1}", "expected two moments"),
        ("{at: 0s, replicas: {}}", "expected a count, or a range"),
        ("{at: 0s, condition: {A: {}}}", "expected a status"),
        ("{at: 0s, condition: {A: maybe}}", "not 'maybe'"),
        ("{at: 0s, state: Asleep}", "no such state: 'Asleep'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_of(expect=f"\n  - {text}")
    assert (True, True) == (said in str(refused.value), str(refused.value).startswith("scene.yaml:7: "))
