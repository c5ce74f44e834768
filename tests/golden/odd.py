"""Which syncs show what is said when something is missing, odd or at work? By the names of their files."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from scaler.algorithm.model import (
    ExplicitPause,
    ExternalValues,
    MetricReading,
    MetricUnavailable,
    Pod,
    PodMetrics,
    SelectorFault,
)
from scaler.api.types import (
    ContainerResourceMetricSource,
    CrossVersionObjectReference,
    ExternalMetricSource,
    MetricIdentifier,
    MetricSpec,
    MetricTarget,
    ObjectMetricSource,
    PodsMetricSource,
    ResourceMetricSource,
    ScalingRules,
    SelectPolicy,
    UnknownMetricSource,
    ZeroSpec,
)
from scaler.controller.reconcile import Sync
from tests.golden.syncs import rejected, sync
from tests.support.builders import DOWN, HUMAN, OURS, PARITY, after, behavior, memory, observation
from tests.support.metric_builders import (
    NOW,
    Metric,
    container_cpu,
    cpu,
    external,
    external_average,
    milli,
    object_average,
    object_value,
    pod,
    pods_metric,
    ready_pods,
    unavailable,
)

UNLISTED = "unable to get pods while calculating replica count: connection refused"
NO_TARGET = MetricTarget(type="Value")
LAG = MetricIdentifier(name="lag")
QUEUE = CrossVersionObjectReference(api_version="example.com/v1", kind="Queue", name="mail")
WORKING = external_average(0, target=1, name="jobs_running").spec
AT_ONCE = behavior(down=replace(DOWN, stabilization_window_seconds=0))


def reading(metric: Metric, pods: tuple[Pod, ...] | None = None) -> Sync:
    """Three replicas with this one metric."""
    return sync(observation(metric, behavior=behavior(), pods=ready_pods(3) if pods is None else pods), memory())


def untargeted(source: MetricSpec, read: MetricReading) -> Sync:
    """A metric whose target names no amount, which no API server would let in."""
    return reading(Metric(spec=source, reading=read))


def at_work(read: MetricReading | None) -> Sync:
    """Nothing waits, and five replicas may be at work."""
    assert isinstance(WORKING, ExternalMetricSource)
    zero = ZeroSpec(in_flight=WORKING)
    seen = observation(external_average(0), spec_replicas=5, min_replicas=0, zero=zero, behavior=AT_ONCE)
    return sync(replace(seen, in_flight=read), memory())


_NOTHING = PodMetrics(by_pod={})
_ONE_VALUE = ExternalValues(values=(milli(1),))
_UNREQUESTED = tuple(replace(each, requests={"app": {}}) for each in ready_pods(3))

ODD: Mapping[str, Sync] = {
    "unknown-metric": untargeted(UnknownMetricSource(type="Weather"), _ONE_VALUE),
    "external-value-unreadable": reading(unavailable(external(1))),
    "external-without-target": untargeted(ExternalMetricSource(metric=LAG, target=NO_TARGET), _ONE_VALUE),
    "object-unreadable": reading(unavailable(object_value(1))),
    "object-average-unreadable": reading(unavailable(object_average(1))),
    "object-without-target": untargeted(
        ObjectMetricSource(described_object=QUEUE, metric=LAG, target=NO_TARGET), _ONE_VALUE
    ),
    "pods-unreadable": reading(unavailable(pods_metric({}))),
    "pods-without-target": untargeted(PodsMetricSource(metric=LAG, target=NO_TARGET), _NOTHING),
    "pods-without-samples": reading(pods_metric({})),
    "pods-that-are-not-there": reading(pods_metric({"pod-0": 90}), pods=()),
    "resource-unreadable": reading(unavailable(cpu({}))),
    "resource-without-target": untargeted(ResourceMetricSource(name="cpu", target=NO_TARGET), _NOTHING),
    "resource-of-strangers": reading(cpu({"stranger": 10})),
    "resource-that-nobody-requests": reading(cpu({"pod-0": 60}), pods=_UNREQUESTED),
    "container-unreadable": reading(unavailable(container_cpu({}))),
    "container-without-target": untargeted(
        ContainerResourceMetricSource(name="cpu", container="app", target=NO_TARGET), _NOTHING
    ),
    "container-that-is-not-there": reading(container_cpu({"pod-0": 60}, container="sidecar")),
    "value-without-pods": reading(external(400), pods=()),
    "pods-that-cannot-be-listed": sync(
        observation(
            cpu({"pod-0": 60}),
            pods=SelectorFault(
                reason="FailedGetPods", condition_reason="FailedGetPods", condition_message=UNLISTED, message=UNLISTED
            ),
        ),
        memory(),
    ),
    "object-below-nothing": sync(observation(object_average(-100), behavior=behavior()), memory()),
    "beyond-int64": sync(observation(external(9e15, 9e15)), memory(), settings=PARITY),
    "no-metrics": sync(observation(), memory()),
    "below-min": sync(observation(external_average(30), spec_replicas=1, min_replicas=3), memory()),
    "negative": sync(observation(external_average(-5), behavior=behavior()), memory()),
    "growth-forbidden": sync(
        observation(
            external_average(900),
            behavior=behavior(up=ScalingRules(stabilization_window_seconds=0, select_policy=SelectPolicy.DISABLED)),
        ),
        memory(),
    ),
    "pod-that-starts": reading(cpu({"pod-0": 90}), pods=(*ready_pods(1), pod("pod-1", phase="Pending", ready=None))),
    "work-in-flight": at_work(ExternalValues(values=(milli(2),))),
    "work-in-flight-unread": at_work(None),
    "work-in-flight-unreadable": at_work(MetricUnavailable(message="the source is down")),
    "paused-by-somebody": sync(
        observation(
            external_average(400),
            pause=ExplicitPause(reason="", until=NOW + timedelta(hours=1), by="kubectl-annotate", since=after(-60)),
        )
    ),
    "paused-for-no-reason": sync(observation(external_average(400), pause=ExplicitPause(reason="")), memory()),
    "refused-to-wake": rejected(
        observation(external_average(400), spec_replicas=0, min_replicas=0, replicas_writer=OURS, pods=()),
        memory(claim=True),
    ),
    "parity-negative": sync(observation(external_average(-5), replicas_writer=HUMAN), memory(), settings=PARITY),
}
