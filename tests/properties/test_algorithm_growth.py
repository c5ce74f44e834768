"""Over many syncs in which only we write, no step leads further from the count one period ago than its policy allows.

That is not a limit on the growth within a period: what was removed in it may come back at once.
"""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from scaler.algorithm.model import AlgorithmSettings
from scaler.api.types import Behavior, ScalingPolicy, ScalingRules
from tests.support.builders import PARITY, SETTINGS, after, memory, observation, pods_policy, synced
from tests.support.metric_builders import external_average

SYNC_SECONDS = 15
demands = st.lists(st.integers(0, 900), min_size=5, max_size=40)
policies = st.builds(pods_policy, st.integers(1, 5), st.sampled_from([15, 60, 120]))
both = st.sampled_from([PARITY, SETTINGS])


def _counts(
    demands: Sequence[int], up: ScalingPolicy, down: ScalingPolicy, settings: AlgorithmSettings
) -> Sequence[int]:
    """The count before each sync and after the last, without stabilization."""
    rules = Behavior(
        scale_up=ScalingRules(stabilization_window_seconds=0, policies=(up,)),
        scale_down=ScalingRules(stabilization_window_seconds=0, policies=(down,)),
    )
    counts, remembered = [5], memory()
    for number, demand in enumerate(demands):
        seen = observation(
            external_average(demand, target=30),
            spec_replicas=counts[-1],
            behavior=rules,
            now=after(SYNC_SECONDS * number),
        )
        decision = synced(seen, remembered, settings)
        remembered = decision.memory
        counts.append(counts[-1] if decision.rescale is None else decision.rescale.desired)
    return counts


def _steps(counts: Sequence[int], policy: ScalingPolicy) -> list[tuple[int, int, int]]:
    """(the count one period before, the count before, the count after) of each sync."""
    syncs = policy.period_seconds // SYNC_SECONDS
    return [
        (counts[max(number - syncs + 1, 0)], counts[number], counts[number + 1]) for number in range(len(counts) - 1)
    ]


@given(demands, policies, policies, both)
def test_a_step_up_is_within_the_policy_counted_from_one_period_before(
    demands: Sequence[int], up: ScalingPolicy, down: ScalingPolicy, settings: AlgorithmSettings
) -> None:
    steps = _steps(_counts(demands, up, down, settings), up)

    assert all(after <= max(start + up.value, before) for start, before, after in steps)


@given(demands, policies, policies, both)
def test_a_step_down_is_within_the_policy_counted_from_one_period_before(
    demands: Sequence[int], up: ScalingPolicy, down: ScalingPolicy, settings: AlgorithmSettings
) -> None:
    steps = _steps(_counts(demands, up, down, settings), down)

    assert all(after >= min(start - down.value, before) for start, before, after in steps)
