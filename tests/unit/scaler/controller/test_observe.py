"""Claims about `scaler.controller.observe`: what one sync reads, and what it leaves alone."""

import pytest

from scaler.algorithm.memory import Activation, Memory
from scaler.algorithm.model import (
    ExplicitPause,
    MetricUnavailable,
    PodsReading,
    Scale,
    ScaleUnavailable,
    SelectorFault,
)
from scaler.controller.observe import Seen, needs_pods, observe
from scaler.controller.pause import PAUSED
from scaler.controller.ports import Target
from tests.support.builders import HUMAN, OURS, SETTINGS, spec
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import (
    NOW,
    Metric,
    container_cpu,
    cpu,
    external,
    external_average,
    object_average,
    object_value,
    pods_metric,
    ready_pods,
    unavailable,
)
from tests.unit.scaler.controller.seen import autoscaler, target, world

BACKLOG = external_average(90)
ASLEEP = Memory(activation=Activation(scaled_to_zero=True))


async def seen(made: FakeWorld, *metrics: Metric, remembered: Memory = ASLEEP, least: int = 0) -> Seen:
    wanted = autoscaler(spec(*(metrics or (BACKLOG,)), min_replicas=least))
    return await observe(wanted, remembered, NOW, made.ports, SETTINGS)


async def test_an_active_targets_metrics_are_read_in_the_order_of_the_spec() -> None:
    first, second = external_average(90), external(7, name="other")
    made = world(second, first)
    assert (first.reading, second.reading) == (await seen(made, first, second)).observation.readings


async def test_an_active_target_does_not_ask_for_fresh_values() -> None:
    made = world(BACKLOG)
    await seen(made)
    assert [(BACKLOG.spec, False)] == made.metrics.asked


async def test_a_sleeping_target_asks_for_fresh_values() -> None:
    made = world(BACKLOG, has=target(0))
    await seen(made)
    assert [(BACKLOG.spec, True)] == made.metrics.asked


async def test_a_metric_that_fails_is_a_value() -> None:
    broken = unavailable(BACKLOG)
    assert (broken.reading,) == (await seen(world(broken), broken)).observation.readings


@pytest.mark.parametrize(
    "has",
    [
        target(0, writer=HUMAN),
        target(101),
        target(3, pause=ExplicitPause(reason="migration")),
    ],
    ids=["a human's zero", "above max", "paused by annotation"],
)
async def test_metrics_that_cannot_matter_are_not_read(has: Target) -> None:
    made = world(BACKLOG, has=has)
    await seen(made)
    assert [] == made.metrics.asked


async def test_metrics_that_were_not_read_read_as_unavailable() -> None:
    found = (await seen(world(BACKLOG, has=target(0, writer=HUMAN)))).observation.readings
    assert (MetricUnavailable(message="the metric was not read"),) == found


async def test_a_pause_on_the_autoscaler_keeps_metrics_from_being_read() -> None:
    made = world(BACKLOG)
    await observe(autoscaler(annotations={PAUSED: "true"}), ASLEEP, NOW, made.ports, SETTINGS)
    assert [] == made.metrics.asked


async def test_the_autoscalers_pause_goes_before_the_targets() -> None:
    made = world(BACKLOG, has=target(pause=ExplicitPause(reason="the target's")))
    wanted = autoscaler(annotations={PAUSED: "the autoscaler's"})
    found = await observe(wanted, ASLEEP, NOW, made.ports, SETTINGS)
    assert ExplicitPause(reason="the autoscaler's") == found.observation.pause


async def test_a_target_that_cannot_be_read_is_a_value_and_nothing_else_is_read() -> None:
    made = FakeWorld()
    found = await seen(made)
    assert (True, None, []) == (
        isinstance(found.observation.scale, ScaleUnavailable),
        found.target,
        made.metrics.asked,
    )


async def test_the_scale_and_its_writer_are_those_of_the_target() -> None:
    found = (await seen(world(BACKLOG))).observation
    assert (Scale(spec_replicas=3, status_replicas=3, selector="app=worker"), OURS) == (
        found.scale,
        found.replicas_writer,
    )


async def test_pods_are_read_by_the_targets_selector_where_a_metric_needs_them() -> None:
    usage = cpu({"pod-0": 90})
    made = world(usage)
    await seen(made, usage)
    assert [("jobs", "app=worker")] == made.pods.asked


async def test_pods_that_were_read_are_seen() -> None:
    usage = cpu({"pod-0": 90})
    made = world(usage)
    made.pods.pods = ready_pods(3)
    assert ready_pods(3) == (await seen(made, usage)).observation.pods


async def test_pods_are_not_read_for_an_average_of_an_external_metric() -> None:
    made = world(BACKLOG)
    await seen(made)
    assert [] == made.pods.asked


async def test_at_zero_there_are_no_pods_to_read() -> None:
    total = external(90)
    made = world(total, has=target(0))
    await seen(made, total)
    assert [] == made.pods.asked


@pytest.mark.parametrize(
    ("selector", "reason"), [("", "SelectorRequired"), ("app in", "InvalidSelector"), ("a=b=c", "InvalidSelector")]
)
async def test_a_selector_that_cannot_be_used_is_found_out_even_where_no_pod_is_needed(
    selector: str, reason: str
) -> None:
    pods: PodsReading = (await seen(world(BACKLOG, has=target(selector=selector)))).observation.pods
    assert isinstance(pods, SelectorFault)
    assert reason == pods.reason


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (external_average(1), False),
        (object_average(1), False),
        (external(1), True),
        (object_value(1), True),
        (pods_metric({}), True),
        (cpu({}), True),
        (container_cpu({}), True),
    ],
    ids=lambda value: type(value.spec).__name__ if isinstance(value, Metric) else str(value),
)
def test_only_averages_of_external_and_object_metrics_need_no_pods(metric: Metric, expected: bool) -> None:
    assert expected is needs_pods(spec(metric))


def test_one_metric_that_needs_pods_suffices() -> None:
    wanted = autoscaler(spec(external_average(1), cpu({})))
    assert needs_pods(wanted.spec)
