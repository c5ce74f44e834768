"""How are the scales of watched kinds read and written? From the copy that a watch keeps, and by an apply of /scale."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from adapter.kube.client import KubeClient
from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import ScaleUnavailable
from scaler.cluster.scale_sources import apply_scale
from scaler.cluster.workloads import WireWorkload, Workload, WorkloadCache, decode_workload
from scaler.controller.ports import Target


class WatchedScales:
    """The scales of one watched kind; `trouble` says why its copy of a namespace isn't there yet, empty if it is."""

    def __init__(self, *, client: KubeClient, cache: WorkloadCache, trouble: Callable[[str], Awaitable[str]]) -> None:
        self._client = client
        self._cache = cache
        self._trouble = trouble

    async def read(self, key: NamespacedName) -> Workload | ScaleUnavailable:
        """The target as the watch last told it."""
        kind = self._cache.kind
        workload = self._cache.get(key)
        if workload is not None:
            return workload
        trouble = await self._trouble(key.namespace)
        if trouble:
            return ScaleUnavailable(message=trouble)
        known = self._cache.get(key)
        return known or ScaleUnavailable(message=f'{kind.plural}.{kind.group} "{key.name}" not found')

    async def read_again(self, key: NamespacedName) -> Workload:
        """The object itself: the watch may be behind. Raises ApiError."""
        kind = self._cache.kind
        workload = decode_workload(await self._client.get(kind.path(key), WireWorkload), kind)
        self._cache.wrote(key, workload)
        return workload

    async def put(self, target: Target, replicas: int) -> str:
        path = self._cache.kind.path(NamespacedName(target.namespace, target.reference.name))
        return await apply_scale(self._client, f"{path}/scale", target, replicas)

    def wrote(self, target: Target) -> None:
        key = NamespacedName(target.namespace, target.reference.name)
        known = self._cache.get(key)
        if known is not None:
            self._cache.wrote(key, replace(known, target=target))

    def selector(self, key: NamespacedName) -> str:
        workload = self._cache.get(key)
        return "" if workload is None else workload.target.scale.selector
