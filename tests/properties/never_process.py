"""What is one scaler process among its ports? The production's controller and edges, over an API server in memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import ExternalValues, MetricReading, MetricUnavailable, PodsReading, SelectorFault
from scaler.api.autoscaler import Autoscaler
from scaler.api.decode_autoscaler import decode_autoscaler
from scaler.api.decode_companion import decode_companion
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import ExternalMetricSource, MetricSpec
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.fenced import FencedEvents, FencedFinalizers, FencedStatuses
from scaler.cluster.finalizers import ClusterFinalizers
from scaler.cluster.kinds import Kinds
from scaler.cluster.scale_kinds import ScaleKinds
from scaler.cluster.scales import ClusterScales
from scaler.cluster.statuses import ClusterStatuses
from scaler.cluster.watched_scales import WatchedScales
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, WorkloadCache
from scaler.controller.memories import Memories
from scaler.controller.ports import Ports
from scaler.controller.reconcile import Sync, reconcile
from tests.properties.never_api import NAME, NAMESPACE, SmallApi
from tests.support.builders import SETTINGS
from tests.support.fakes import FakeEvents
from tests.support.metric_builders import milli, ready_pods, unready_pods

KEY = NamespacedName(NAMESPACE, NAME)
_DEPLOYMENTS = WORKLOAD_KINDS[0]
_NO_PODS = SelectorFault(reason="FailedGetPods", condition_reason="FailedGetPods", condition_message="", message="")


@dataclass(slots=True)
class Lease:
    """A fence that a test opens and shuts."""

    held: bool = True

    def leads(self) -> bool:
        return self.held

    def remaining_seconds(self) -> float:
        return 5.0 if self.held else 0.0


@dataclass(slots=True)
class Surroundings:
    """What metrics show, by name, None for one that can't be read; and the Pods. `unread` are those of the sync."""

    api: SmallApi
    shown: dict[str, float | None] = field(default_factory=dict)
    pods_are_ready: bool = True
    pods_are_seen: bool = True
    unread: list[str] = field(default_factory=list)

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading:
        del namespace, selector, fresh
        assert isinstance(metric, ExternalMetricSource)
        value = self.shown[metric.metric.name]
        if value is None:
            self.unread.append(metric.metric.name)
            return MetricUnavailable(message="the source is down")
        return ExternalValues(values=(milli(value),))

    def pods(self) -> PodsReading:
        if not self.pods_are_seen:
            self.unread.append("pods")
            return _NO_PODS
        count = 0 if self.api.workload is None else self.api.workload.count
        return ready_pods(count) if self.pods_are_ready else unready_pods(count)


@dataclass(frozen=True, slots=True)
class SeenPods:
    around: Surroundings

    async def read(self, namespace: str, selector: str) -> PodsReading:
        del namespace, selector
        return self.around.pods()


class Process:
    """One that may be ended at any moment; `seen` is the autoscaler as the watch last told it."""

    def __init__(self, api: SmallApi, around: Surroundings, lease: Lease, kind: AutoscalerKind) -> None:
        self._api, self._kind = api, kind
        self.memories = Memories()
        self._copy = WorkloadCache(_DEPLOYMENTS)
        caches = {each: WorkloadCache(each) for each in WORKLOAD_KINDS} | {_DEPLOYMENTS: self._copy}
        watched = {each: WatchedScales(client=api, cache=cache, trouble=_none) for each, cache in caches.items()}
        kinds = ScaleKinds(client=api, watched=watched, kinds=Kinds(client=api, clock=api.clock), clock=api.clock)
        self._ports = Ports(
            scales=ClusterScales(kinds=kinds, fence=lease, clock=api.clock),
            metrics=around,
            pods=SeenPods(around),
            statuses=FencedStatuses(ClusterStatuses(client=api), lease),
            events=FencedEvents(FakeEvents(), lease),
            finalizers=FencedFinalizers(ClusterFinalizers(client=api), lease),
        )
        self.watch_tells()

    def watch_tells(self) -> None:
        """All that has happened so far."""
        workload = self._api.workload
        items = [] if workload is None else [msgspec.convert(workload.document(), WireWorkload)]
        known = self._copy.get(KEY)
        if workload is None or (known is not None and known.target.uid != workload.uid):
            self._copy.replaced(items, None)
        for item in items:
            self._copy.applied(item)
        self.seen = _decoded(self._api.autoscaler, self._kind)

    async def sync(self) -> Sync:
        return await reconcile(self.seen, self._ports, self.memories, SETTINGS, self._api.clock)


def _decoded(document: Mapping[str, object], kind: AutoscalerKind) -> Autoscaler:
    wire = msgspec.convert(document, WireAutoscaler)
    if kind is AutoscalerKind.ZERO_POD_AUTOSCALER:
        return decode_autoscaler(wire, kind=kind)
    companion = decode_companion(wire)
    assert companion is not None
    return companion


async def _none(_namespace: str) -> str:
    return ""
