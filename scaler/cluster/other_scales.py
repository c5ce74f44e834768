"""How are the scales of kinds read that nobody watches? By GET of /scale, at the place that discovery names.

Who wrote the count, and a pause, stand in the object's metadata, which is read only when its version has moved.
A custom resource takes no apply of its /scale (the API server fails to convert it), so its counts are updates. An
update to zero would leave no owner, and a zero without one is somebody's pause: a zero is applied to the object itself.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.errors import ApiError, NotFound
from adapter.kube.meta import NamespacedName, ObjectMeta
from adapter.process.clock import Clock
from scaler.algorithm.model import ReplicasWriter, Scale, ScaleUnavailable
from scaler.api.pauses import pause_author
from scaler.api.types import CrossVersionObjectReference
from scaler.cluster.discovered import Discovered
from scaler.cluster.kinds import Kinds, UnknownKindError
from scaler.cluster.replicas_path import is_custom, replicas_path
from scaler.cluster.scale_sources import Answer, applied_metadata, apply_scale
from scaler.cluster.workloads import Workload, pause_annotations
from scaler.cluster.writers import FIELD_MANAGER, replicas_writer
from scaler.controller.ports import Target

_NO_SCALE: Final = "the server could not find the requested resource"
_REMEMBERED: Final = 10_000
# A sleeper is looked at every second. A write onto a version that isn't the present one is refused, so a count of zero
# may be a little old; that somebody has scaled up by hand is seen so much later.
_ZERO_IS_GOOD_FOR_SECONDS: Final = 5.0


class _Spec(msgspec.Struct, frozen=True):
    replicas: int = 0


class _Status(msgspec.Struct, frozen=True):
    replicas: int = 0
    selector: str = ""


class _WireScale(msgspec.Struct, frozen=True):
    metadata: ObjectMeta = msgspec.field(default_factory=ObjectMeta)
    spec: _Spec = msgspec.field(default_factory=_Spec)
    status: _Status = msgspec.field(default_factory=_Status)


@dataclass(frozen=True, slots=True)
class _Kept:
    workload: Workload
    read_at: float


@dataclass(frozen=True, slots=True)
class _Object:
    """Where one target is."""

    kind: Discovered
    key: NamespacedName

    @property
    def path(self) -> str:
        root = f"/apis/{self.kind.api_version}" if self.kind.group else f"/api/{self.kind.version}"
        return f"{root}/namespaces/{self.key.namespace}/{self.kind.plural}/{self.key.name}"


class OtherScales:
    """The scales of one kind, named by its group as scaleTargetRef does: the version doesn't matter."""

    def __init__(
        self, *, client: KubeClient, kinds: Kinds, clock: Clock, reference: CrossVersionObjectReference
    ) -> None:
        self._client = client
        self._kinds = kinds
        self._clock = clock
        self._reference = reference
        self._group = reference.api_version.rpartition("/")[0]
        self._paths: dict[Discovered, tuple[str, ...]] = {}
        self._known: OrderedDict[NamespacedName, _Kept] = OrderedDict()

    async def read(self, key: NamespacedName) -> Workload | ScaleUnavailable:
        """The target as the API server has it, a count of zero as it had it within the last seconds."""
        if self._reference.api_version.count("/") > 1:
            return ScaleUnavailable(message=f"unexpected GroupVersion string: {self._reference.api_version}")
        kept = self._known.get(key)
        if kept is not None and self._is_still_good(kept):
            return kept.workload
        try:
            return await self.read_again(key)
        except ApiError as error:
            self._known.pop(key, None)
            return ScaleUnavailable(message=error.message)

    async def read_again(self, key: NamespacedName) -> Workload:
        try:
            return await self._read(_Object(await self._discovered(), key))
        except NotFound as error:
            if error.reason == "NotFound":
                raise  # the kind is there, the object isn't
        # Nothing is served at that path: the kind is gone, or its version is.
        self._kinds.forget_group(self._group)
        return await self._read(_Object(await self._discovered(), key))

    async def put(self, target: Target, replicas: int) -> str:
        kind = await self._discovered()
        there = _Object(kind, NamespacedName(target.namespace, target.reference.name))
        if not is_custom(kind):
            return await apply_scale(self._client, f"{there.path}/scale", target, replicas)
        if replicas == 0:
            return await self._apply_zero(there, target)
        body = {"metadata": {"resourceVersion": target.resource_version}, "spec": {"replicas": replicas}}
        answer = await self._client.merge_patch(f"{there.path}/scale", body, Answer, field_manager=FIELD_MANAGER)
        return answer.metadata.resource_version

    def wrote(self, target: Target) -> None:
        key = NamespacedName(target.namespace, target.reference.name)
        kept = self._known.get(key)
        if kept is not None:
            self._keep(key, replace(kept.workload, target=target))

    def selector(self, key: NamespacedName) -> str:
        kept = self._known.get(key)
        return "" if kept is None else kept.workload.target.scale.selector

    async def _discovered(self) -> Discovered:
        try:
            kind = await self._kinds.in_group(self._group, self._reference.kind)
        except UnknownKindError as error:
            raise NotFound(str(error), code=404, reason="NotFound") from error
        if not kind.has_scale:
            raise NotFound(_NO_SCALE, code=404, reason="NotFound")
        return kind

    async def _read(self, there: _Object) -> Workload:
        """The scale, and the metadata that belongs to it: that of an earlier look if the version is the same."""
        found = await self._client.get(f"{there.path}/scale", _WireScale)
        kept = self._known.get(there.key)
        version, uid = found.metadata.resource_version, found.metadata.uid
        if kept is not None and (kept.workload.target.resource_version, kept.workload.target.uid) == (version, uid):
            known = kept.workload
        else:
            metadata = (await self._client.get(there.path, Answer)).metadata
            writer = replicas_writer(metadata.managed_fields, await self._path(there.kind))
            target = self._target(there.key, found, writer)
            known = Workload(target=target, annotations=pause_annotations(metadata), paused_by=pause_author(metadata))
        # How many Pods there are changes without the object's version where they are counted elsewhere.
        read = replace(known, target=replace(known.target, scale=_scale(found)))
        self._keep(there.key, read)
        return read

    def _target(self, key: NamespacedName, found: _WireScale, writer: ReplicasWriter) -> Target:
        return Target(
            namespace=key.namespace,
            reference=replace(self._reference, name=key.name),
            scale=_scale(found),
            writer=writer,
            resource_version=found.metadata.resource_version,
            uid=found.metadata.uid,
        )

    async def _apply_zero(self, there: _Object, target: Target) -> str:
        body: dict[str, object] = {
            "apiVersion": there.kind.api_version,
            "kind": there.kind.kind,
            "metadata": applied_metadata(target),
        }
        body |= _nested(await self._path(there.kind), 0)
        answer = await self._client.apply(there.path, body, Answer, field_manager=FIELD_MANAGER, force=True)
        return answer.metadata.resource_version

    async def _path(self, kind: Discovered) -> tuple[str, ...]:
        if kind not in self._paths:
            self._paths[kind] = await replicas_path(self._client, kind)
        return self._paths[kind]

    def _keep(self, key: NamespacedName, workload: Workload) -> None:
        self._known[key] = _Kept(workload, self._clock.monotonic())
        self._known.move_to_end(key)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _is_still_good(self, kept: _Kept) -> bool:
        age = self._clock.monotonic() - kept.read_at
        return kept.workload.target.scale.spec_replicas == 0 and age < _ZERO_IS_GOOD_FOR_SECONDS


def _scale(found: _WireScale) -> Scale:
    return Scale(
        spec_replicas=found.spec.replicas, status_replicas=found.status.replicas, selector=found.status.selector
    )


def _nested(path: Sequence[str], value: object) -> dict[str, object]:
    """The value at the path in an object that has nothing else."""
    outer, *inner = path
    return {outer: _nested(inner, value) if inner else value}
