"""What changes nothing: the order of metrics and pods, the time of day, and memory that has expired."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scaler.algorithm.decide import decide
from scaler.algorithm.decision import Decision
from scaler.algorithm.memory import Memory, Recommendation, ScaleEvent
from scaler.algorithm.model import AlgorithmSettings, MetricReading, Observation, Pod, PodMetrics
from scaler.algorithm.rules import effective_rules
from tests.support.builders import PARITY, SETTINGS, synced
from tests.support.strategies import memories, observations

both = st.sampled_from([PARITY, SETTINGS])


def _told(decision: Decision) -> tuple[object, ...]:
    """All of a decision but what it remembers."""
    return (
        decision.state,
        decision.desired,
        decision.rescale,
        decision.current_metrics,
        decision.conditions,
        decision.events,
    )


def _replicas(decision: Decision) -> int | None:
    return decision.current if decision.rescale is None else decision.rescale.desired


@given(observations(), memories, both, st.randoms(use_true_random=False))
def test_the_order_of_metrics_does_not_change_the_count(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings, random: Random
) -> None:
    pairs = list(zip(seen.spec.metrics, seen.readings, strict=True))
    random.shuffle(pairs)
    spec = replace(seen.spec, metrics=tuple(metric for metric, _ in pairs))
    shuffled = replace(seen, spec=spec, readings=tuple(reading for _, reading in pairs))

    assert _replicas(synced(seen, remembered, settings)) == _replicas(synced(shuffled, remembered, settings))


@given(observations(), memories, both)
def test_the_order_of_pods_and_samples_changes_nothing(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    assert isinstance(seen.pods, tuple)
    turned = replace(seen, pods=seen.pods[::-1], readings=tuple(map(_turned, seen.readings)))

    assert _told(decide(seen, remembered, settings)) == _told(decide(turned, remembered, settings))


def _turned(reading: MetricReading) -> MetricReading:
    if not isinstance(reading, PodMetrics):
        return reading
    return PodMetrics(by_pod=dict(reversed(list(reading.by_pod.items()))))


shifts = st.integers(-(10**6), 10**6).map(lambda seconds: timedelta(seconds=seconds))


@given(observations(), memories, both, shifts)
def test_shifting_every_time_by_as_much_changes_nothing(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings, by: timedelta
) -> None:
    here = decide(seen, remembered, settings)
    there = decide(_seen_later(seen, by), _remembered_later(remembered, by), settings)

    assert _told(here) == _told(there)
    assert _remembered_later(here.memory, by) == there.memory


def _seen_later(seen: Observation, by: timedelta) -> Observation:
    assert isinstance(seen.pods, tuple)
    writer = seen.replicas_writer
    return replace(
        seen,
        now=seen.now + by,
        pods=tuple(_pod_later(pod, by) for pod in seen.pods),
        readings=tuple(_reading_later(reading, by) for reading in seen.readings),
        replicas_writer=replace(writer, at=None if writer.at is None else writer.at + by),
    )


def _pod_later(pod: Pod, by: timedelta) -> Pod:
    return replace(
        pod,
        start_time=None if pod.start_time is None else pod.start_time + by,
        ready=None if pod.ready is None else replace(pod.ready, last_transition=pod.ready.last_transition + by),
    )


def _reading_later(reading: MetricReading, by: timedelta) -> MetricReading:
    if not isinstance(reading, PodMetrics):
        return reading
    return PodMetrics(
        by_pod={name: replace(sample, timestamp=sample.timestamp + by) for name, sample in reading.by_pod.items()}
    )


def _remembered_later(remembered: Memory, by: timedelta) -> Memory:
    activation = remembered.activation
    adopted = activation.adopted
    return Memory(
        recommendations=None
        if remembered.recommendations is None
        else tuple(replace(entry, at=entry.at + by) for entry in remembered.recommendations),
        scale_ups=tuple(replace(event, at=event.at + by) for event in remembered.scale_ups),
        scale_downs=tuple(replace(event, at=event.at + by) for event in remembered.scale_downs),
        activation=replace(
            activation,
            idle_since=None if activation.idle_since is None else activation.idle_since + by,
            adopted=None if adopted is None or adopted.at is None else replace(adopted, at=adopted.at + by),
        ),
    )


@given(observations(), memories, both)
def test_forgetting_what_has_expired_changes_nothing(
    seen: Observation, remembered: Memory, settings: AlgorithmSettings
) -> None:
    pruned = _pruned(remembered, seen, settings)

    assert _told(decide(seen, remembered, settings)) == _told(decide(seen, pruned, settings))


def _pruned(remembered: Memory, seen: Observation, settings: AlgorithmSettings) -> Memory:
    """Without what no window and no policy of the spec looks back to."""
    rules = effective_rules(seen.spec, settings)
    window = max(rules.up_window, rules.down_window)
    periods = [policy.period_seconds for policy in (*rules.up.policies, *rules.down.policies)]
    period = timedelta(seconds=max(periods, default=0))

    def recent(entry: Recommendation) -> bool:
        return entry.at >= seen.now - window

    def counts(event: ScaleEvent) -> bool:
        return event.at >= seen.now - period

    if remembered.recommendations is None:
        return remembered
    return replace(
        remembered,
        recommendations=tuple(filter(recent, remembered.recommendations)),
        scale_ups=tuple(filter(counts, remembered.scale_ups)),
        scale_downs=tuple(filter(counts, remembered.scale_downs)),
    )
