"""Laws of one sync, whatever is seen and remembered: bounds, unavailable metrics, determinism, stabilization."""

import copy
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scaler.algorithm.decide import decide, look
from scaler.algorithm.decision import Decision
from scaler.algorithm.gate import Compute
from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import AlgorithmSettings, ExplicitPause, MetricUnavailable, Observation, Scale
from scaler.algorithm.stages import Proposal
from scaler.api.states import AutoscalerState
from scaler.api.types import Behavior
from tests.support.builders import HUMAN, PARITY, SETTINGS, observation, synced
from tests.support.metric_builders import external_average
from tests.support.strategies import idle_observations, memories, observations, set_behaviors

both = st.sampled_from([PARITY, SETTINGS])
AWAKE = {AutoscalerState.ACTIVE, AutoscalerState.SCALED_TO_ZERO}


def _current(seen: Observation) -> int:
    assert isinstance(seen.scale, Scale)
    return seen.scale.spec_replicas


def _replicas(decision: Decision) -> int:
    """What the target has after a sync whose write is accepted."""
    assert decision.current is not None
    return decision.current if decision.rescale is None else decision.rescale.desired


@given(observations(), memories, both)
def test_a_computed_count_lies_within_the_bounds(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    decision = synced(seen, remembered, settings)
    stays = decision.state not in AWAKE or decision.desired is None

    assert stays or seen.spec.min_replicas <= _replicas(decision) <= seen.spec.max_replicas


@given(observations(replicas=st.integers(1, 45)), memories, both, st.integers(0, 2))
def test_with_an_unavailable_metric_the_count_never_shrinks_within_the_bounds(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings, which: int
) -> None:
    failed = which % len(seen.readings)
    readings = (*seen.readings[:failed], MetricUnavailable(message="down"), *seen.readings[failed + 1 :])
    decision = synced(replace(seen, readings=readings), remembered, settings)

    assert _replicas(decision) >= min(_current(seen), seen.spec.max_replicas)


@given(idle_observations(), memories, both)
def test_only_metrics_that_all_say_zero_bring_a_workload_to_zero(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    decision = synced(seen, remembered, settings)
    recommended = decision.workings.recommended
    assert recommended is not None
    unanimous = all(isinstance(proposal, Proposal) and proposal.replicas <= 0 for proposal in recommended.proposals)

    assert _replicas(decision) > 0 or (unanimous and seen.spec.min_replicas == 0)


@given(observations(), memories, both)
def test_a_decision_is_the_same_each_time_and_leaves_what_it_was_given(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    before = copy.deepcopy((seen, remembered, settings))
    first = decide(seen, remembered, settings)

    assert first == decide(seen, remembered, settings)
    assert before == (seen, remembered, settings)


@given(observations(replicas=st.integers(1, 40), rules=set_behaviors), memories, both)
def test_with_behavior_the_stabilized_count_lies_between_the_current_one_and_the_proposal(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    workings = decide(seen, remembered, settings).workings
    winner = None if workings.recommended is None else workings.recommended.winner
    current = _current(seen)
    stabilized = current if workings.stabilized is None else workings.stabilized.replicas
    proposed = winner.replicas if isinstance(winner, Proposal) else current

    assert min(current, proposed) <= stabilized <= max(current, proposed)


@given(st.integers(1, 40), set_behaviors, memories, both)
def test_with_behavior_a_proposal_of_the_current_count_moves_nothing(
    replicas: int, rules: Behavior, remembered: Memory, settings: AlgorithmSettings
) -> None:
    seen = observation(external_average(30 * replicas, target=30), spec_replicas=replicas, behavior=rules)

    assert synced(seen, remembered, settings).rescale is None


@given(observations(replicas=st.just(0)), memories, both)
def test_a_zero_that_nobody_claims_stays_and_shows_no_metrics(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    theirs = replace(seen, replicas_writer=HUMAN)
    decision = synced(theirs, replace(remembered, activation=Activation()), settings)

    assert (decision.rescale, decision.current_metrics, decision.state) == (None, (), AutoscalerState.PAUSED)


@given(observations(), memories, both)
def test_an_explicit_pause_never_writes(seen: Observation, remembered: Memory, settings: AlgorithmSettings) -> None:
    paused = replace(seen, pause=ExplicitPause(reason="migration"))

    assert synced(paused, remembered, settings).rescale is None


@given(observations(), memories, both)
def test_look_asks_for_metrics_exactly_when_they_are_used(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    asked = isinstance(look(seen, remembered, settings), Compute)

    assert asked == (decide(seen, remembered, settings).workings.recommended is not None)
