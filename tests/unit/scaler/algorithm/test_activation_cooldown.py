"""`spec.zero.cooldownSeconds`: one replica stays until there has been no demand for so long, without a break."""

from dataclasses import replace

import pytest

from scaler.algorithm.memory import Memory
from scaler.algorithm.model import ExplicitPause, Observation, ScaleUnavailable, SelectorFault
from scaler.api.types import Behavior, ScalingRules, ZeroSpec
from tests.support.builders import DOWN, HUMAN, after, behavior, memory, observation, synced
from tests.support.metric_builders import external_average, unavailable

IDLE = external_average(0, target=30)
AT_ONCE = behavior(down=replace(DOWN, stabilization_window_seconds=0))


def _seen(
    seconds: float, *, demand: float = 0, spec_replicas: int = 1, rules: Behavior | None = AT_ONCE
) -> Observation:
    return observation(
        external_average(demand, target=30),
        spec_replicas=spec_replicas,
        min_replicas=0,
        zero=ZeroSpec(cooldown_seconds=600),
        behavior=rules,
        now=after(seconds),
    )


def _counts(*syncs: Observation) -> list[int | None]:
    """What each sync desires, one after the other."""
    remembered, counts = memory(), list[int | None]()
    for seen in syncs:
        decision = synced(seen, remembered)
        remembered = decision.memory
        counts.append(decision.desired)
    return counts


def _desired(seen: Observation) -> int | None:
    return synced(seen, memory()).desired


def test_without_a_cooldown_zero_is_reached_at_once() -> None:
    seen = observation(IDLE, spec_replicas=3, min_replicas=0, behavior=AT_ONCE)
    assert _desired(seen) == 0


@pytest.mark.parametrize("rules", [None, AT_ONCE])
def test_while_cooling_down_one_replica_stays(rules: Behavior | None) -> None:
    assert _desired(_seen(0, spec_replicas=3, rules=rules)) == 1


def test_the_reason_is_named() -> None:
    assert "CoolingDown" in [getattr(condition, "reason", "") for condition in synced(_seen(0), memory()).conditions]


def test_zero_is_reached_exactly_when_the_cooldown_is_over() -> None:
    assert _counts(_seen(0), _seen(599), _seen(600)) == [1, 1, 0]


def test_demand_in_between_starts_the_cooldown_anew() -> None:
    assert _counts(_seen(0), _seen(300, demand=30), _seen(315), _seen(900), _seen(915)) == [1, 1, 1, 1, 0]


def test_our_own_scale_down_does_not_start_the_cooldown_anew() -> None:
    assert _counts(_seen(0, spec_replicas=8), _seen(599), _seen(600)) == [1, 1, 0]


def test_an_unavailable_metric_starts_the_cooldown_anew() -> None:
    failed = replace(_seen(600), readings=(unavailable(IDLE).reading,))
    assert _counts(_seen(0), failed, _seen(615), _seen(1214), _seen(1215)) == [1, None, 1, 1, 0]


def test_pods_that_nobody_can_see_start_the_cooldown_anew() -> None:
    fault = SelectorFault(reason="FailedGetPods", condition_reason="", condition_message="", message="")
    unseen = replace(_seen(600), pods=fault)
    assert _counts(_seen(0), unseen, _seen(615), _seen(1214), _seen(1215)) == [1, None, 1, 1, 0]


def test_a_scale_that_cannot_be_read_starts_the_cooldown_anew() -> None:
    unseen = replace(_seen(600), scale=ScaleUnavailable(message="the API server is down"))
    assert _counts(_seen(0), unseen, _seen(615), _seen(1214), _seen(1215)) == [1, None, 1, 1, 0]


def test_after_a_pause_at_zero_the_cooldown_starts_anew() -> None:
    paused = replace(_seen(300, spec_replicas=0), replicas_writer=HUMAN)
    assert _counts(_seen(0), paused, _seen(615), _seen(1200), _seen(1215)) == [1, 0, 1, 1, 0]


def test_after_an_explicit_pause_the_cooldown_starts_anew() -> None:
    paused = replace(_seen(300), pause=ExplicitPause(reason="migration"))
    assert _counts(_seen(0), paused, _seen(615), _seen(1215)) == [1, 1, 1, 0]


def test_a_longer_stabilization_window_holds_beyond_the_cooldown() -> None:
    slow = behavior(down=ScalingRules(stabilization_window_seconds=3600, policies=DOWN.policies))
    remembered = memory(recommendations=[(0, 3)])
    first = synced(_seen(0, spec_replicas=3, rules=slow), remembered)

    assert synced(_seen(900, spec_replicas=3, rules=slow), first.memory).desired == 3


def test_a_lost_memory_only_delays_zero() -> None:
    first = synced(_seen(0), memory())
    restarted = Memory(activation=replace(first.memory.activation, idle_since=None))
    assert synced(_seen(600), restarted).desired == 1
