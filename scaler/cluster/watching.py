"""What does the scaler watch? The autoscalers and the kinds that can be targets, in all namespaces or in some.

Kinds of which few objects are targets, and Pods, only in the namespaces of the autoscalers that need them.
"""

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from adapter.kube.client import KubeClient
from adapter.kube.watch import Reflector
from adapter.process.clock import Clock
from scaler.api.autoscaler import Autoscaler
from scaler.api.kinds import AutoscalerKind
from scaler.api.wire_object import WireAutoscaler
from scaler.cluster.autoscalers import AutoscalerCache
from scaler.cluster.namespace_watches import NamespaceWatches
from scaler.cluster.pod_copy import PodCopy
from scaler.cluster.pod_wire import WirePod
from scaler.cluster.renewable import RenewableWatch
from scaler.cluster.scoped import Copy, ScopedSink
from scaler.cluster.unlisted import unlisted
from scaler.cluster.watched_scales import WatchedScales
from scaler.cluster.workloads import WORKLOAD_KINDS, WireWorkload, WorkloadCache, WorkloadKind, workload_kind
from scaler.controller.observe import needs_pods


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching:
    """The copies, and the watches that keep them while they run."""

    autoscalers: AutoscalerCache
    workloads: dict[WorkloadKind, WorkloadCache]
    pods: PodCopy
    reflectors: tuple[RenewableWatch, ...]
    few: dict[WorkloadKind, NamespaceWatches]
    pod_watches: NamespaceWatches

    def unlisted(self) -> str:
        """What hasn't been listed yet of all that is watched in any case, and why; empty once everything was."""
        return unlisted(self.reflectors)

    async def until_synced(self) -> None:
        for reflector in self.reflectors:
            await reflector.synced.wait()

    async def until_current(self, since: float) -> None:
        """What has heard nothing since that monotonic moment, or hears nothing at present, is listed anew.

        Returns once all that is watched in any case was; of the rest nothing is used before.
        """
        for watch in self.watches():
            if watch.trouble or watch.heard_at < since:
                watch.renew()
        await self.until_synced()

    def services(self) -> Iterator[Coroutine[object, object, object]]:
        """What has to run for the copies to be kept."""
        for reflector in self.reflectors:
            yield reflector.run()
        for each in (*self.few.values(), self.pod_watches):
            yield each.run()

    def watches(self) -> Iterator[RenewableWatch]:
        """Every watch there is at the moment."""
        yield from self.reflectors
        for each in (*self.few.values(), self.pod_watches):
            yield from each.running()

    def scales(self, client: KubeClient) -> dict[WorkloadKind, WatchedScales]:
        """The scales of the watched kinds, written by `client`."""
        return {
            kind: WatchedScales(client=client, cache=cache, trouble=self._trouble_of(kind))
            for kind, cache in self.workloads.items()
        }

    def _trouble_of(self, kind: WorkloadKind) -> Callable[[str], Awaitable[str]]:
        return self.few[kind].trouble if kind in self.few else _none


async def _none(_namespace: str) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Making:
    """What every watch is made of."""

    client: KubeClient
    clock: Clock
    random: Random

    def autoscalers(
        self, cache: AutoscalerCache, kind: AutoscalerKind, namespace: str | None
    ) -> Reflector[WireAutoscaler]:
        return Reflector(
            client=self.client,
            path=kind.collection(namespace),
            item=WireAutoscaler,
            sink=ScopedSink(cache.of_kind(kind), namespace),
            clock=self.clock,
            random=self.random,
        )

    def workloads(self, cache: WorkloadCache, namespace: str | None) -> Reflector[WireWorkload]:
        return Reflector(
            client=self.client,
            path=cache.kind.collection(namespace),
            item=WireWorkload,
            sink=ScopedSink(cache, namespace),
            clock=self.clock,
            random=self.random,
        )

    def pods(self, copy: Copy[WirePod], namespace: str) -> Reflector[WirePod]:
        return Reflector(
            client=self.client,
            path=f"/api/v1/namespaces/{namespace}/pods",
            item=WirePod,
            sink=ScopedSink(copy, namespace),
            clock=self.clock,
            random=self.random,
        )


def watching(*, client: KubeClient, namespaces: tuple[str, ...], clock: Clock, random: Random) -> Watching:
    """Watches of every kind of autoscaler and of workload; none runs yet. No namespaces means all."""
    making = _Making(client=client, clock=clock, random=random)
    autoscalers, pods = AutoscalerCache(), PodCopy()
    workloads = {kind: WorkloadCache(kind) for kind in WORKLOAD_KINDS}
    reflectors: list[RenewableWatch] = []
    for namespace in namespaces or (None,):
        reflectors.extend(
            RenewableWatch(partial(making.autoscalers, autoscalers, kind, namespace)) for kind in AutoscalerKind
        )
        reflectors.extend(
            RenewableWatch(partial(making.workloads, cache, namespace))
            for kind, cache in workloads.items()
            if not kind.few_are_targets
        )
    made = Watching(
        autoscalers=autoscalers,
        workloads=workloads,
        pods=pods,
        reflectors=tuple(reflectors),
        few={
            kind: _where_it_is_a_target(kind, cache, autoscalers, making)
            for kind, cache in workloads.items()
            if kind.few_are_targets
        },
        pod_watches=NamespaceWatches(
            what="pods",
            find=autoscalers.get,
            needs=lambda autoscaler: needs_pods(autoscaler.spec),
            start=lambda namespace: making.pods(pods, namespace),
            stopped=lambda namespace: pods.replaced((), namespace),
        ),
    )
    for each in (*made.few.values(), made.pod_watches):
        autoscalers.subscribe(each.changed)
    return made


def _where_it_is_a_target(
    kind: WorkloadKind, cache: WorkloadCache, autoscalers: AutoscalerCache, making: _Making
) -> NamespaceWatches:
    def is_target(autoscaler: Autoscaler) -> bool:
        return workload_kind(autoscaler.spec.scale_target_ref) is kind

    return NamespaceWatches(
        what=kind.plural,
        find=autoscalers.get,
        needs=is_target,
        start=lambda namespace: making.workloads(cache, namespace),
        stopped=lambda namespace: cache.replaced((), namespace),
    )
