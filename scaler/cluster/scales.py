"""How are targets read and counts written? Each kind from its source, and onto the version that was seen."""

import asyncio
from dataclasses import replace
from typing import Final

from adapter.kube.errors import ApiError, Conflict
from adapter.kube.meta import NamespacedName
from adapter.process.clock import Clock
from scaler.algorithm.decision import Rescale
from scaler.algorithm.model import ReplicasWriter, ScaleUnavailable, WriterKind
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.scale_kinds import ScaleKinds
from scaler.cluster.scale_sources import ScaleSource
from scaler.cluster.writers import FIELD_MANAGER
from scaler.controller.pause import explicit_pause
from scaler.controller.ports import NotWritten, Target, Written
from scaler.leadership.leadership import Fence

_WRITE_SECONDS: Final = 10.0
_TRIES: Final = 3


class ClusterScales:
    """The scales of everything that has one."""

    def __init__(self, *, kinds: ScaleKinds, fence: Fence, clock: Clock) -> None:
        self._kinds = kinds
        self._fence = fence
        self._clock = clock

    async def read(self, namespace: str, reference: CrossVersionObjectReference) -> Target | ScaleUnavailable:
        """The target as its source knows it, with the pause that it asks for."""
        workload = await self._kinds.source(reference).read(NamespacedName(namespace, reference.name))
        if isinstance(workload, ScaleUnavailable):
            return workload
        pause = explicit_pause(workload.annotations, self._clock.now(), workload.paused_by)
        return workload.target if pause is None else replace(workload.target, pause=pause)

    async def write(self, target: Target, rescale: Rescale) -> Written | NotWritten:
        """Write the count at the version that was seen; after a conflict, at the version that is there by then.

        A workload's own controller makes a new version with every status it writes. But if somebody else wrote the
        count since, even the same one, made the object anew, or paused it, the next sync decides on what they did.
        """
        source = self._kinds.source(target.reference)
        latest = target
        try:
            for _ in range(_TRIES - 1):
                try:
                    return await self._put(source, latest, rescale)
                except Conflict:
                    found = await source.read_again(NamespacedName(target.namespace, target.reference.name))
                latest = found.target
                if _is_foreign(latest, target, rescale):
                    return NotWritten(message=_changed_meanwhile(latest, target, rescale))
                if target.pause is None and explicit_pause(found.annotations, self._clock.now()) is not None:
                    return NotWritten(message="the workload was paused meanwhile")
            return await self._put(source, latest, rescale)
        except ApiError as error:
            return NotWritten(message=error.message)

    async def _put(self, source: ScaleSource, target: Target, rescale: Rescale) -> Written | NotWritten:
        limit = self._fence.remaining_seconds()
        if limit <= 0:
            return NotWritten(message="this scaler does not hold the lease")
        try:
            async with asyncio.timeout(min(limit, _WRITE_SECONDS)):
                version = await source.put(target, rescale.desired)
        except TimeoutError:
            return NotWritten(message="the API server did not answer in time")
        written = replace(
            target,
            scale=replace(target.scale, spec_replicas=rescale.desired),
            writer=ReplicasWriter(kind=WriterKind.OURS, manager=FIELD_MANAGER, at=self._clock.now()),
            resource_version=version,
        )
        source.wrote(written)
        return Written()


def _is_foreign(fresh: Target, seen: Target, rescale: Rescale) -> bool:
    """A human who wakes a sleeping workload and puts it to zero again leaves the same count, and means a pause."""
    same_writer = fresh.writer.kind is WriterKind.OURS or fresh.writer == seen.writer
    return fresh.uid != seen.uid or fresh.scale.spec_replicas != rescale.current or not same_writer


def _changed_meanwhile(fresh: Target, seen: Target, rescale: Rescale) -> str:
    by = fresh.writer.manager or "somebody else"
    if fresh.uid != seen.uid:
        return f"{seen.reference.kind}/{seen.reference.name} was deleted and made again meanwhile"
    if fresh.scale.spec_replicas == rescale.current:
        return f"the count of {rescale.current} was written anew by {by} meanwhile"
    return f"the count changed from {rescale.current} to {fresh.scale.spec_replicas} by {by} meanwhile"
