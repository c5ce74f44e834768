"""Of last-window: the algorithm takes what memory it is given, and the controller gives it the last one back."""

from scaler.algorithm.memory import Memory
from scaler.api.types import ScalingRules
from tests.support.builders import behavior, memory, observation, pods_policy, synced
from tests.support.metric_builders import external_average


def test_last_window_a_lost_window_shrinks_early_and_a_kept_one_does_not() -> None:
    seen = observation(external_average(120, target=30), spec_replicas=6)
    kept = memory(recommendations=[(60, 9)])

    assert [6, 9] == [synced(seen, remembered).desired for remembered in (Memory.empty(), kept)]


def test_last_window_lost_scale_events_let_a_policy_be_spent_twice() -> None:
    slowly = behavior(up=ScalingRules(policies=(pods_policy(2, 60),)))
    seen = observation(external_average(900, target=30), spec_replicas=5, behavior=slowly)
    kept = memory(added=[(30, 2)])

    assert [7, 5] == [synced(seen, remembered).desired for remembered in (Memory.empty(), kept)]
