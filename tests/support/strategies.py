"""What may one sync see and remember? Hypothesis strategies over everything that a valid spec and a cluster allow.

A new feature of the algorithm joins here, so that every law is asked of it.
"""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import Observation, Pod, ReplicasWriter, WriterKind
from scaler.api.types import Behavior, PolicyType, ScalingPolicy, ScalingRules, SelectPolicy, Tolerance, Wake, ZeroSpec
from tests.support.builders import DOWN, UP, after, memory, observation
from tests.support.metric_builders import (
    Metric,
    container_cpu,
    cpu,
    cpu_average,
    external,
    external_average,
    object_average,
    object_value,
    pod,
    pods_metric,
    unavailable,
)

MAX = 40
amounts = st.one_of(st.integers(0, 2000), st.sampled_from([0, 90, 100, 110, 10**9, -5]))
targets = st.integers(1, 300)
usages = st.integers(0, 400)

totals: st.SearchStrategy[Metric] = st.one_of(
    st.builds(
        lambda values, target: external(*values, target=target), st.lists(amounts, min_size=1, max_size=3), targets
    ),
    st.builds(
        lambda values, target: external_average(*values, target=target),
        st.lists(amounts, min_size=1, max_size=3),
        targets,
    ),
    st.builds(lambda value, target: object_value(value, target=target), amounts, targets),
    st.builds(lambda value, target: object_average(value, target=target), amounts, targets),
)

moments_ago = st.integers(0, 900)
any_replicas = st.integers(0, MAX + 2)


@st.composite
def pods(draw: st.DrawFn, name: str) -> Pod:
    """One in any state; the older half of the moments is past initialization."""
    return pod(
        name,
        phase=draw(st.sampled_from(["Running", "Running", "Running", "Pending", "Failed", "Succeeded"])),
        ready=draw(st.sampled_from(["True", "True", "False", "Unknown", None])),
        ready_since=after(-draw(moments_ago)),
        start_time=draw(st.one_of(st.none(), moments_ago.map(lambda age: after(-age)))),
        deleting=draw(st.sampled_from([False, False, False, True])),
    )


@st.composite
def sampled(draw: st.DrawFn, names: Sequence[str]) -> Metric:
    """A metric of pods; some have no sample."""
    usage = draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, usages)))
    return draw(st.sampled_from([cpu(usage), cpu_average(usage), container_cpu(usage), pods_metric(usage)]))


@st.composite
def metric_lists(draw: st.DrawFn, names: Sequence[str]) -> list[Metric]:
    found = draw(st.lists(st.one_of(totals, sampled(names)), min_size=1, max_size=3))
    return [unavailable(metric) if draw(st.sampled_from([False, False, False, True])) else metric for metric in found]


policies = st.builds(
    lambda kind, value, period: ScalingPolicy(type=kind, value=value, period_seconds=period),
    st.sampled_from(PolicyType),
    st.integers(1, 200),
    st.sampled_from([15, 60, 300]),
)
tolerances = st.one_of(st.none(), st.sampled_from([0.0, 0.05, 0.5]).map(Tolerance))
windows = st.one_of(st.none(), st.sampled_from([0, 30, 300]))
scaling_rules = st.builds(
    lambda window, select, chosen, tolerance: ScalingRules(
        stabilization_window_seconds=window, select_policy=select, policies=tuple(chosen), tolerance=tolerance
    ),
    windows,
    st.sampled_from(SelectPolicy),
    st.lists(policies, min_size=1, max_size=2),
    tolerances,
)
set_behaviors = st.builds(lambda up, down: Behavior(scale_up=up, scale_down=down), scaling_rules, scaling_rules)
behaviors: st.SearchStrategy[Behavior | None] = st.one_of(st.none(), set_behaviors)
zeros = st.builds(
    lambda cooldown, wake: ZeroSpec(cooldown_seconds=cooldown, wake=wake),
    st.sampled_from([0, 60]),
    st.sampled_from(Wake),
)
writers = st.sampled_from(WriterKind).map(lambda kind: ReplicasWriter(kind=kind, manager=kind.value, at=after(-60)))
activations = st.builds(
    lambda claim, idle: Activation(scaled_to_zero=claim, idle_since=None if idle is None else after(-idle)),
    st.sampled_from([None, False, True]),
    st.one_of(st.none(), moments_ago),
)


def _oldest_first(entries: list[tuple[int, int]]) -> list[tuple[float, int]]:
    return [(age, count) for age, count in sorted(entries, reverse=True)]


histories = st.lists(st.tuples(moments_ago, st.integers(0, MAX)), max_size=5).map(_oldest_first)
memories: st.SearchStrategy[Memory] = st.one_of(
    st.just(Memory.empty()),
    st.builds(
        lambda recent, added, removed, activation: memory(
            recommendations=recent, added=added, removed=removed, activation=activation
        ),
        histories,
        histories,
        histories,
        activations,
    ),
)


@st.composite
def observations(
    draw: st.DrawFn,
    *,
    replicas: st.SearchStrategy[int] = any_replicas,
    rules: st.SearchStrategy[Behavior | None] = behaviors,
) -> Observation:
    """Any sync whose spec an API server accepts; the pods need not be as many as were asked for."""
    minimum = draw(st.integers(0, 5))
    names = [f"pod-{number}" for number in range(draw(st.integers(0, 5)))]
    return observation(
        *draw(metric_lists(names)),
        spec_replicas=draw(replicas),
        status_replicas=draw(st.integers(0, MAX + 2)),
        min_replicas=minimum,
        max_replicas=draw(st.integers(max(minimum, 1), MAX)),
        behavior=draw(rules),
        zero=draw(zeros),
        pods=tuple(draw(pods(name)) for name in names),
        replicas_writer=draw(writers),
    )


@st.composite
def idle_observations(draw: st.DrawFn) -> Observation:
    """Next to no demand, and nothing that holds a count: here a workload does go to zero."""
    metrics = [
        external_average(value) for value in draw(st.lists(st.sampled_from([0, 0, -5, 1]), min_size=1, max_size=3))
    ]
    return observation(
        *(unavailable(metric) if draw(st.sampled_from([False, False, True])) else metric for metric in metrics),
        spec_replicas=draw(st.integers(1, 5)),
        min_replicas=draw(st.sampled_from([0, 0, 1])),
        zero=draw(zeros),
        behavior=Behavior(scale_up=UP, scale_down=replace(DOWN, stabilization_window_seconds=0)),
    )
