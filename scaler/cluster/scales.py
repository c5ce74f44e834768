"""How are targets read and counts written? From the watched copies, and by an apply of /scale on what was seen."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, Conflict
from adapter.kube.meta import NamespacedName, ObjectMeta
from adapter.process.clock import Clock
from scaler.algorithm.decision import Rescale
from scaler.algorithm.model import ReplicasWriter, ScaleUnavailable, WriterKind
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.workloads import (
    WORKLOAD_KINDS,
    WireWorkload,
    Workload,
    WorkloadCache,
    WorkloadKind,
    decode_workload,
    workload_kind,
)
from scaler.cluster.writers import FIELD_MANAGER
from scaler.controller.pause import explicit_pause
from scaler.controller.ports import NotWritten, Target, Written
from scaler.leadership.leadership import Fence

_WRITE_SECONDS: Final = 10.0
_TRIES: Final = 3


class _WireScale(msgspec.Struct, frozen=True):
    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)


class ClusterScales:
    """The scales of Deployments and StatefulSets."""

    def __init__(
        self, *, client: KubeClient, caches: Mapping[WorkloadKind, WorkloadCache], fence: Fence, clock: Clock
    ) -> None:
        self._client = client
        self._caches = caches
        self._fence = fence
        self._clock = clock

    async def read(self, namespace: str, reference: CrossVersionObjectReference) -> Target | ScaleUnavailable:
        """The target as the watch last told it."""
        kind = workload_kind(reference)
        if kind is None:
            return ScaleUnavailable(message=_unsupported(reference))
        workload = self._caches[kind].get(NamespacedName(namespace, reference.name))
        if workload is None:
            return ScaleUnavailable(message=f'{kind.plural}.{kind.group} "{reference.name}" not found')
        return replace(workload.target, pause=explicit_pause(workload.annotations, self._clock.now()))

    async def write(self, target: Target, rescale: Rescale) -> Written | NotWritten:
        """Apply /scale at the version that was seen; after a conflict, at the version that is there by then.

        A workload's own controller makes a new version with every status it writes. But if somebody else wrote the
        count since, even the same one, the next sync decides on what they wrote.
        """
        kind = workload_kind(target.reference)
        if kind is None:
            return NotWritten(message=_unsupported(target.reference))
        latest = target
        try:
            for _ in range(_TRIES - 1):
                try:
                    return await self._patch(kind, latest, rescale)
                except Conflict:
                    latest = (await self._read_again(kind, target)).target
                if _is_foreign(latest, target, rescale):
                    return NotWritten(message=_changed_meanwhile(latest, rescale))
            return await self._patch(kind, latest, rescale)
        except ApiError as error:
            return NotWritten(message=error.message)

    async def _patch(self, kind: WorkloadKind, target: Target, rescale: Rescale) -> Written | NotWritten:
        limit = self._fence.remaining_seconds()
        if limit <= 0:
            return NotWritten(message="this scaler does not hold the lease")
        key = NamespacedName(target.namespace, target.reference.name)
        # By apply, not by update: an update to zero would leave no trace of who wrote it, since a Scale omits a zero.
        body = {
            "apiVersion": "autoscaling/v1",
            "kind": "Scale",
            "metadata": {"name": key.name, "namespace": key.namespace, "resourceVersion": target.resource_version},
            "spec": {"replicas": rescale.desired},
        }
        try:
            async with asyncio.timeout(min(limit, _WRITE_SECONDS)):
                answer = await self._client.apply(
                    f"{kind.path(key)}/scale", body, _WireScale, field_manager=FIELD_MANAGER, force=True
                )
        except TimeoutError:
            return NotWritten(message="the API server did not answer in time")
        self._remember(kind, key, target, rescale, answer.metadata.resource_version)
        return Written()

    def _remember(
        self, kind: WorkloadKind, key: NamespacedName, target: Target, rescale: Rescale, resource_version: str
    ) -> None:
        """The watch tells the same a moment later; until then nobody may decide on the old count."""
        known = self._caches[kind].get(key)
        written = replace(
            target,
            scale=replace(target.scale, spec_replicas=rescale.desired),
            writer=ReplicasWriter(kind=WriterKind.OURS, manager=FIELD_MANAGER, at=self._clock.now()),
            resource_version=resource_version,
        )
        self._caches[kind].wrote(key, Workload(target=written, annotations=known.annotations if known else {}))

    async def _read_again(self, kind: WorkloadKind, target: Target) -> Workload:
        key = NamespacedName(target.namespace, target.reference.name)
        workload = decode_workload(await self._client.get(kind.path(key), WireWorkload), kind)
        self._caches[kind].wrote(key, workload)
        return workload


def _unsupported(reference: CrossVersionObjectReference) -> str:
    kinds = " and ".join(f"{known.kind} of {known.group}/{known.version}" for known in WORKLOAD_KINDS)
    return f'cannot scale kind "{reference.kind}" of "{reference.api_version}": use {kinds}'


def _is_foreign(fresh: Target, seen: Target, rescale: Rescale) -> bool:
    """A human who wakes a sleeping workload and puts it to zero again leaves the same count, and means a pause."""
    same_writer = fresh.writer.kind is WriterKind.OURS or fresh.writer == seen.writer
    return fresh.scale.spec_replicas != rescale.current or not same_writer


def _changed_meanwhile(target: Target, rescale: Rescale) -> str:
    by = target.writer.manager or "somebody else"
    if target.scale.spec_replicas == rescale.current:
        return f"the count of {rescale.current} was written anew by {by} meanwhile"
    return f"the count changed from {rescale.current} to {target.scale.spec_replicas} by {by} meanwhile"
