"""What do these tests start from? One autoscaler, its target and a world in which both exist."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict, Unpack

from adapter.kube.meta import NamespacedName
from scaler.algorithm.decision import Event
from scaler.algorithm.model import ExplicitPause, ReplicasWriter, Scale
from scaler.api.autoscaler import Autoscaler, AutoscalerId, AutoscalerStatus
from scaler.api.companion import Companion
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import AutoscalerSpec
from scaler.controller.ports import Target
from tests.support.builders import OURS, TARGET, spec
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import Metric, external_average

KEY = NamespacedName("jobs", "worker")
ID = AutoscalerId(kind=AutoscalerKind.ZERO_POD_AUTOSCALER, key=KEY)


class AutoscalerChanges(TypedDict, total=False):
    uid: str
    generation: int
    resource_version: str
    annotations: Mapping[str, str]
    status: AutoscalerStatus
    key: NamespacedName
    kind: AutoscalerKind
    companion: Companion


def autoscaler(asks: AutoscalerSpec | None = None, **changes: Unpack[AutoscalerChanges]) -> Autoscaler:
    """An autoscaler of TARGET with one metric, unless `asks` says something else."""
    base = Autoscaler(
        kind=AutoscalerKind.ZERO_POD_AUTOSCALER,
        key=KEY,
        uid="uid-1",
        generation=1,
        resource_version="10",
        spec=asks or spec(external_average(90), min_replicas=0),
    )
    return replace(base, **changes)


def companion(asks: AutoscalerSpec | None = None, **changes: Unpack[AutoscalerChanges]) -> Autoscaler:
    """A stock autoscaler with minReplicas 1 that is annotated for zero."""
    stock = autoscaler(
        asks, kind=AutoscalerKind.HORIZONTAL_POD_AUTOSCALER, companion=Companion(asked="0", min_replicas=1)
    )
    return replace(stock, **changes)


def target(
    spec_replicas: int = 3,
    *,
    writer: ReplicasWriter = OURS,
    selector: str = "app=worker",
    pause: ExplicitPause | None = None,
) -> Target:
    return Target(
        namespace=KEY.namespace,
        reference=TARGET,
        scale=Scale(spec_replicas=spec_replicas, status_replicas=spec_replicas, selector=selector),
        writer=writer,
        resource_version="1",
        pause=pause,
    )


def world(*metrics: Metric, has: Target | None = None) -> FakeWorld:
    """A world with the readings of `metrics`, one target and the autoscaler's object."""
    made = FakeWorld()
    made.metrics.readings.update((metric.spec, metric.reading) for metric in metrics)
    made.scales.put(has or target())
    made.scales.tell()
    made.statuses.put(autoscaler())
    return made


def reasons(published: Mapping[tuple[NamespacedName, Event], int]) -> list[str]:
    """The reasons of the events that were published, in order."""
    return [event.reason for (_, event), count in published.items() for _ in range(count)]
