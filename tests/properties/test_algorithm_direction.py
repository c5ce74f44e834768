"""More usage never means fewer replicas, and pods without a sample never turn a move round."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scaler.algorithm.decide import decide
from scaler.algorithm.memory import Memory
from scaler.algorithm.model import AlgorithmSettings, Observation
from scaler.algorithm.stages import Proposal
from scaler.api.metric_status import PodsMetricStatus, ResourceMetricStatus
from scaler.api.types import Behavior
from tests.support.builders import OURS, PARITY, SETTINGS, memory, observation
from tests.support.metric_builders import (
    Metric,
    cpu,
    cpu_average,
    external,
    external_average,
    object_average,
    object_value,
    pod,
    pods_metric,
    ready_pods,
)
from tests.support.strategies import behaviors, memories

both = st.sampled_from([PARITY, SETTINGS])
counts = st.integers(1, 20)
loads = st.one_of(st.integers(0, 3000), st.sampled_from([10**9, 10**15]))
PER_POD: list[Callable[[Mapping[str, int]], Metric]] = [cpu, cpu_average, pods_metric]
TOTALS: list[Callable[[float], Metric]] = [external, external_average, object_value, object_average]


def _proposed(seen: Observation, remembered: Memory, settings: AlgorithmSettings) -> int:
    recommended = decide(seen, remembered, settings).workings.recommended
    assert recommended is not None
    assert isinstance(recommended.winner, Proposal)
    return recommended.winner.replicas


def _desired(seen: Observation, remembered: Memory, settings: AlgorithmSettings) -> int:
    desired = decide(seen, remembered, settings).desired
    assert desired is not None
    return desired


@pytest.mark.parametrize("build", TOTALS)
@given(data=st.data(), replicas=counts, remembered=memories, rules=behaviors)
def test_a_higher_total_never_asks_for_fewer_replicas(
    build: Callable[[float], Metric], data: st.DataObject, replicas: int, remembered: Memory, rules: Behavior | None
) -> None:
    """All pods ready, as many as the spec asks for (trap 13). Ours: the stock controller wraps (trap 7)."""
    low, high = sorted((data.draw(loads), data.draw(loads)))
    less = observation(build(low), spec_replicas=replicas, min_replicas=0, behavior=rules)
    more = observation(build(high), spec_replicas=replicas, min_replicas=0, behavior=rules)

    assert _desired(less, remembered, SETTINGS) <= _desired(more, remembered, SETTINGS)


@pytest.mark.parametrize("build", TOTALS)
@given(data=st.data(), rules=behaviors)
def test_a_higher_total_never_wakes_fewer_replicas(
    build: Callable[[float], Metric], data: st.DataObject, rules: Behavior | None
) -> None:
    low, high = sorted((data.draw(loads), data.draw(loads)))
    asleep = memory(claim=True)
    less, more = (
        observation(build(load), spec_replicas=0, min_replicas=0, behavior=rules, replicas_writer=OURS)
        for load in (low, high)
    )

    assert _desired(less, asleep, SETTINGS) <= _desired(more, asleep, SETTINGS)


@given(both, st.data(), counts)
def test_a_pod_that_works_more_never_asks_for_fewer_replicas(
    settings: AlgorithmSettings, data: st.DataObject, replicas: int
) -> None:
    names = [f"pod-{number}" for number in range(replicas)]
    usage = {name: data.draw(st.integers(0, 300)) for name in names}
    busier = {**usage, names[0]: usage[names[0]] + data.draw(st.integers(0, 300))}
    build = data.draw(st.sampled_from(PER_POD))
    less, more = (observation(build(each), spec_replicas=replicas) for each in (usage, busier))

    assert _proposed(less, memory(), settings) <= _proposed(more, memory(), settings)


@st.composite
def incomplete(draw: st.DrawFn) -> Observation:
    """As many pods as were asked for, some without a sample or not ready; at least one counts."""
    replicas = draw(st.integers(1, 6))
    states = [
        "counted",
        *(draw(st.sampled_from(["counted", "missing", "pending", "unready"])) for _ in range(replicas - 1)),
    ]
    pods = []
    usage = {}
    for number, state in enumerate(states):
        name = f"pod-{number}"
        pending, unready = state == "pending", state == "unready"
        pods.append(pod(name, phase="Pending" if pending else "Running", ready=None if unready else "True"))
        if state != "missing":
            usage[name] = draw(st.integers(0, 300))
    metric = draw(st.sampled_from([cpu(usage), cpu_average(usage), pods_metric(usage)]))
    return observation(metric, spec_replicas=replicas, pods=tuple(pods))


@given(incomplete(), both)
def test_a_missing_or_unready_pod_never_turns_a_move_round(seen: Observation, settings: AlgorithmSettings) -> None:
    """The direction is that of the samples there are: without the other pods, which way would it go?"""
    assert isinstance(seen.pods, tuple)
    current = len(seen.pods)
    proposed = _proposed(seen, memory(), settings)
    ratio = _ratio(seen, settings)

    assert ratio < 1 or proposed >= current
    assert ratio > 1 or proposed <= current


def _ratio(seen: Observation, settings: AlgorithmSettings) -> float:
    """Of the mean of the samples that count, from what is reported in status."""
    [status] = decide(seen, memory(), settings).current_metrics or ()
    assert isinstance(status, ResourceMetricStatus | PodsMetricStatus)
    if isinstance(status, ResourceMetricStatus) and status.average_utilization is not None:
        return status.average_utilization / 50
    return status.average_value / 100


@given(st.integers(1, 20), st.data(), st.floats(1.11, 50))
def test_however_few_pods_are_ready_load_above_target_never_shrinks(
    replicas: int, data: st.DataObject, ratio: float
) -> None:
    ready = data.draw(st.integers(0, replicas))
    pods = tuple(
        replace(item, ready=item.ready if number < ready else None) for number, item in enumerate(ready_pods(replicas))
    )
    seen = observation(external(100 * ratio, target=100), spec_replicas=replicas, pods=pods)

    assert _proposed(seen, memory(), SETTINGS) >= replicas
