"""What is remembered, and what the first sight of an autoscaler enters."""

from scaler.algorithm.decide import decide
from scaler.algorithm.memory import Memory, Recommendation
from scaler.algorithm.model import ExplicitPause
from tests.support.builders import SETTINGS, after, behavior, memory, observation, synced
from tests.support.metric_builders import NOW, external_average

FIRST = (Recommendation(at=NOW, replicas=7),)


def test_trap_11_the_first_sight_enters_the_current_count() -> None:
    assert FIRST == Memory.empty().with_first_sight(NOW, 7).recommendations


def test_a_later_sight_enters_nothing() -> None:
    assert memory() == memory().with_first_sight(NOW, 7)


def test_trap_11_after_a_restart_a_scale_down_waits_for_one_window() -> None:
    calm = external_average(60, target=30)
    first = synced(observation(calm, spec_replicas=7), Memory.empty())
    # Exactly as old as the window still counts.
    second = synced(observation(calm, spec_replicas=7, now=after(300)), first.memory)
    third = synced(observation(calm, spec_replicas=7, now=after(301)), second.memory)

    assert [7, 7, 2] == [first.desired, second.desired, third.desired]


def test_trap_11_with_behavior_too() -> None:
    calm = external_average(60, target=30)
    first = synced(observation(calm, spec_replicas=7, behavior=behavior()), Memory.empty())
    second = synced(observation(calm, spec_replicas=7, behavior=behavior(), now=after(299)), first.memory)
    third = synced(observation(calm, spec_replicas=7, behavior=behavior(), now=after(300)), second.memory)

    assert [7, 7, 2] == [first.desired, second.desired, third.desired]


def test_a_first_sight_in_a_pause_enters_the_count_too() -> None:
    seen = observation(external_average(60), spec_replicas=7, pause=ExplicitPause(reason=""))
    assert FIRST == decide(seen, Memory.empty(), SETTINGS).memory.recommendations


def test_moving_into_bounds_enters_no_recommendation_but_the_first() -> None:
    seen = observation(external_average(60), spec_replicas=7, max_replicas=5)
    assert FIRST == decide(seen, Memory.empty(), SETTINGS).memory.recommendations
