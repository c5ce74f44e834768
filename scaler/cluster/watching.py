"""What does the scaler watch? The autoscalers and the kinds that can be targets, in all namespaces or in some."""

from dataclasses import dataclass
from random import Random

from adapter.kube.client import KubeClient
from adapter.kube.watch import Reflector
from adapter.process.clock import Clock
from scaler.api.kinds import AutoscalerKind
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.autoscalers import AutoscalerCache
from scaler.cluster.scoped import ScopedSink
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, WorkloadCache, WorkloadKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching:
    """The copies, and the reflectors that keep them while they run."""

    autoscalers: AutoscalerCache
    workloads: dict[WorkloadKind, WorkloadCache]
    reflectors: tuple[Reflector[WireAutoscaler] | Reflector[WireWorkload], ...]

    def synced(self) -> bool:
        """Has everything been listed once?"""
        return all(reflector.synced.is_set() for reflector in self.reflectors)

    async def until_synced(self) -> None:
        for reflector in self.reflectors:
            await reflector.synced.wait()


def watching(
    *,
    client: KubeClient,
    namespaces: tuple[str, ...],
    clock: Clock,
    random: Random,
) -> Watching:
    """Reflectors for every kind of autoscaler and of workload; none runs yet. No namespaces means all."""
    autoscalers = AutoscalerCache()
    workloads = {workload: WorkloadCache(workload) for workload in WORKLOAD_KINDS}
    reflectors: list[Reflector[WireAutoscaler] | Reflector[WireWorkload]] = []
    for namespace in namespaces or (None,):
        scope = "" if namespace is None else f"/namespaces/{namespace}"
        reflectors.extend(
            Reflector(
                client=client,
                path=f"/apis/{kind.api_version}{scope}/{kind.plural}",
                item=WireAutoscaler,
                sink=ScopedSink(autoscalers.of_kind(kind), namespace),
                clock=clock,
                random=random,
            )
            for kind in AutoscalerKind
        )
        reflectors.extend(
            Reflector(
                client=client,
                path=workload.collection(namespace),
                item=WireWorkload,
                sink=ScopedSink(cache, namespace),
                clock=clock,
                random=random,
            )
            for workload, cache in workloads.items()
        )
    return Watching(autoscalers=autoscalers, workloads=workloads, reflectors=tuple(reflectors))
