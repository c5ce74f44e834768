"""The gate says whether metrics matter: at zero, outside the bounds, and in a pause."""

import pytest

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import ConditionRemoval
from scaler.algorithm.gate import (
    ABOVE_MAX,
    BELOW_MIN,
    Compute,
    Disabled,
    MoveIntoBounds,
    Obstructed,
    gate,
    has_demand,
)
from scaler.algorithm.memory import Activation
from scaler.algorithm.model import AlgorithmSettings, ExplicitPause, Observation, Obstacle, Scale
from scaler.api.conditions import ConditionType
from scaler.api.states import AutoscalerState
from tests.support.builders import PARITY, SETTINGS, after, memory, observation, spec
from tests.support.metric_builders import (
    Metric,
    container_cpu,
    cpu,
    external,
    external_average,
    object_value,
    pods_metric,
    unavailable,
)

PAUSED = Disabled(state=AutoscalerState.PAUSED)
UNCLAIMED = Activation()
ASLEEP = Activation(scaled_to_zero=True)
OBSTACLE = Obstacle(reason="Odd", message="put it right")
GATE_OFF = AlgorithmSettings(scale_to_zero=False)


def _verdict(seen: Observation, activation: Activation = UNCLAIMED, settings: AlgorithmSettings = SETTINGS) -> object:
    assert isinstance(seen.scale, Scale)
    return gate(seen, seen.scale, activation, settings)


def test_between_the_bounds_metrics_decide() -> None:
    assert Compute(asleep=False) == _verdict(observation(external(1), spec_replicas=3))


@pytest.mark.parametrize("replicas", [2, 5])
def test_a_count_on_a_bound_is_within_it(replicas: int) -> None:
    seen = observation(external(1), spec_replicas=replicas, min_replicas=2, max_replicas=5)
    assert Compute(asleep=False) == _verdict(seen)


def test_above_max_the_count_moves_to_max() -> None:
    seen = observation(external(1), spec_replicas=12, max_replicas=10)
    assert MoveIntoBounds(desired=10, reason=ABOVE_MAX) == _verdict(seen)


def test_below_min_the_count_moves_to_min() -> None:
    seen = observation(external(1), spec_replicas=2, min_replicas=4)
    assert MoveIntoBounds(desired=4, reason=BELOW_MIN) == _verdict(seen)


def test_a_zero_without_a_claim_is_a_pause_even_below_min() -> None:
    assert _verdict(observation(external(1000), spec_replicas=0, min_replicas=4)) == PAUSED


def test_a_zero_that_was_disclaimed_is_a_pause() -> None:
    assert _verdict(observation(external(1000), spec_replicas=0), Activation(scaled_to_zero=False)) == PAUSED


def test_a_zero_that_is_ours_is_computed() -> None:
    seen = observation(external(1000), spec_replicas=0, min_replicas=0)
    assert Compute(asleep=True) == _verdict(seen, ASLEEP)


def test_a_zero_that_is_ours_is_computed_without_demand_when_min_was_raised() -> None:
    seen = observation(cpu({}), spec_replicas=0, min_replicas=1)
    assert Compute(asleep=True) == _verdict(seen, ASLEEP)


def test_a_zero_that_is_ours_stays_when_no_demand_can_be_seen() -> None:
    seen = observation(cpu({}), spec_replicas=0, min_replicas=0)
    assert _verdict(seen, ASLEEP) == PAUSED


def test_with_the_gate_off_every_zero_is_a_pause() -> None:
    seen = observation(external(1000), spec_replicas=0, min_replicas=0)
    assert _verdict(seen, ASLEEP, GATE_OFF) == PAUSED


@pytest.mark.parametrize("replicas", [0, 3, 200])
def test_an_explicit_pause_holds_any_count(replicas: int) -> None:
    seen = observation(external(1000), spec_replicas=replicas, pause=ExplicitPause(reason="migration"))
    assert Disabled(state=AutoscalerState.PAUSED_EXPLICITLY) == _verdict(seen, ASLEEP)


@pytest.mark.parametrize(
    ("metric", "visible"),
    [
        (external(1), True),
        (external_average(1), True),
        (object_value(1), True),
        (cpu({}), False),
        (container_cpu({}), False),
        (pods_metric({}), False),
    ],
)
def test_demand_is_visible_without_pods_only_in_external_and_object_metrics(metric: Metric, *, visible: bool) -> None:
    assert visible == has_demand(spec(metric))


def test_one_such_metric_among_others_shows_demand() -> None:
    assert has_demand(spec(cpu({}), external(1)))


@pytest.mark.parametrize("settings", [PARITY, SETTINGS])
def test_trap_4_moving_into_bounds_asks_no_metric_window_or_policy(settings: AlgorithmSettings) -> None:
    seen = observation(unavailable(external(1)), spec_replicas=50, max_replicas=10)
    decision = decide(seen, memory(recommendations=[(30, 50)]), settings)

    assert (decision.desired, decision.current_metrics, decision.events) == (10, (), ())
    assert [condition.type for condition in decision.conditions] == ["AbleToScale"]
    assert memory(recommendations=[(30, 50)]) == decision.memory


def test_a_pause_at_zero_shows_no_metrics_and_desires_zero() -> None:
    decision = decide(observation(external(900), spec_replicas=0), memory(), SETTINGS)

    assert (decision.current, decision.desired, decision.current_metrics, decision.rescale) == (0, 0, (), None)


def test_an_explicit_pause_desires_the_count_it_holds() -> None:
    pause = ExplicitPause(reason="migration", until=after(3600))
    decision = decide(observation(external(900), spec_replicas=3, pause=pause), memory(), SETTINGS)

    assert (decision.current, decision.desired, decision.current_metrics, decision.rescale) == (3, 3, (), None)


def test_with_the_gate_off_a_pause_takes_the_claim_away() -> None:
    decision = decide(observation(external(900), spec_replicas=0), memory(claim=True), GATE_OFF)

    assert decision.conditions[-1] == ConditionRemoval(type=ConditionType.SCALED_TO_ZERO)


@pytest.mark.parametrize("replicas", [0, 1, 3, 200])
def test_an_obstacle_comes_before_everything(replicas: int) -> None:
    pause = ExplicitPause(reason="")
    seen = observation(external(900), spec_replicas=replicas, obstacle=OBSTACLE, pause=pause, min_replicas=2)
    assert Obstructed(obstacle=OBSTACLE) == _verdict(seen, ASLEEP)


@pytest.mark.parametrize("replicas", [0, 1, 3, 200])
def test_behind_an_obstacle_nothing_is_written(replicas: int) -> None:
    seen = observation(external(900), spec_replicas=replicas, obstacle=OBSTACLE, min_replicas=2)
    decision = decide(seen, memory(claim=True), SETTINGS)
    assert (None, None, replicas) == (decision.rescale, decision.desired, decision.current)


def test_an_obstacle_is_told_as_a_condition_and_an_event() -> None:
    decision = decide(observation(external(900), obstacle=OBSTACLE), memory(), SETTINGS)
    active = {each.type: each for each in decision.conditions if not isinstance(each, ConditionRemoval)}[
        ConditionType.SCALING_ACTIVE
    ]
    told = ("Odd", "put it right")
    assert (("False", *told), [("Warning", *told)]) == (
        (active.status, active.reason, active.message),
        [(event.type, event.reason, event.message) for event in decision.events],
    )


def test_behind_an_obstacle_the_claim_stays() -> None:
    decision = decide(observation(external(0), spec_replicas=0, obstacle=OBSTACLE), memory(claim=True), SETTINGS)
    assert decision.memory.activation.scaled_to_zero
