"""The pods of a simulated target."""

import pytest

from scaler.algorithm.model import PodPhase
from scaler.simulation.moments import Millis, wall_clock
from scaler.simulation.pods import Replicas
from scaler.simulation.scenario import Workload


def replicas(count: int, *, pod_start: int | None = 20_000, ready: bool = True) -> Replicas:
    start = None if pod_start is None else Millis(pod_start)
    workload = Workload(replicas=count, pod_start=start, ready=ready, requests={}, writer="kubectl")
    made = Replicas(workload=workload, name="worker", containers=("main",))
    made.at_start(count)
    return made


def test_pods_of_before_the_start_are_ready() -> None:
    assert 3 == replicas(3).ready(Millis(0))


@pytest.mark.parametrize(("now", "ready"), [(10_000, 1), (29_999, 1), (30_000, 3)])
def test_a_new_pod_is_ready_after_its_start(now: int, ready: int) -> None:
    made = replicas(1)
    made.resize(3, Millis(10_000))
    assert ready == made.ready(Millis(now))


def test_a_pod_that_starts_is_pending_and_has_no_sample() -> None:
    made = replicas(1)
    made.resize(2, Millis(10_000))
    assert [PodPhase.RUNNING, PodPhase.PENDING] == [pod.phase for pod in made.listed(Millis(11_000))]
    assert ["worker-1"] == made.running(Millis(11_000))


def test_the_youngest_go_first_and_names_are_never_used_again() -> None:
    made = replicas(2)
    made.resize(1, Millis(1000))
    made.resize(2, Millis(2000))
    assert ["worker-1", "worker-3"] == [pod.name for pod in made.listed(Millis(3000))]


def test_a_step_down_may_take_pods_of_several_ages() -> None:
    made = replicas(2)
    made.resize(4, Millis(1000))
    made.resize(6, Millis(2000))
    made.resize(1, Millis(3000))
    assert ["worker-1"] == [pod.name for pod in made.listed(Millis(3000))]


def test_a_billion_pods_are_as_light_as_one() -> None:
    made = replicas(1)
    made.resize(10**9, Millis(0))
    assert 10**9 == made.ready(Millis(20_000))


def test_pods_that_never_start_are_never_ready() -> None:
    assert (0, []) == (replicas(2, pod_start=None).ready(Millis(10**9)), replicas(2, pod_start=None).running(Millis(0)))


def test_pods_that_are_held_run_without_being_ready() -> None:
    made = replicas(2, ready=False)
    assert (0, 2) == (made.ready(Millis(0)), len(made.running(Millis(0))))


def test_readiness_is_lost_and_comes_back_with_its_times() -> None:
    made = replicas(1)
    made.hold_unready(Millis(5000), Millis(9000))
    during, after = made.listed(Millis(6000))[0].ready, made.listed(Millis(9000))[0].ready
    assert during is not None
    assert after is not None
    assert [("False", wall_clock(Millis(5000))), ("True", wall_clock(Millis(9000)))] == [
        (ready.status, ready.last_transition) for ready in (during, after)
    ]
    assert (0, 1) == (made.ready(Millis(8999)), made.ready(Millis(9000)))
