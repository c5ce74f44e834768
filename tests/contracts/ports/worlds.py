"""What a claim may do to a world of ports, and the world that is made of the fakes. The real one has the same handles.

Whatever is done by hand here, the copy that `scales.read` answers from hears of it only by `tell`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from adapter.kube.meta import NamespacedName
from scaler.algorithm.model import ReplicasWriter, Scale, WriterKind
from scaler.api.autoscaler import Autoscaler
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import AutoscalerSpec, CrossVersionObjectReference
from scaler.controller.ports import Ports, Target
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import NOW

KIND = AutoscalerKind.ZERO_POD_AUTOSCALER
_HUMAN = ReplicasWriter(kind=WriterKind.OTHER, manager="kubectl", at=NOW)
_CREATOR = ReplicasWriter(kind=WriterKind.OTHER, manager="creator", at=NOW)


class World(Protocol):
    """What a claim may do to a world, and see of it."""

    @property
    def namespace(self) -> str: ...

    @property
    def ports(self) -> Ports: ...

    async def create(self, reference: CrossVersionObjectReference, count: int) -> None:
        """A workload, of which the copy knows."""

    async def tell(self, reference: CrossVersionObjectReference) -> None:
        """The copy hears of the workload as it is."""

    async def touch(self, reference: CrossVersionObjectReference) -> None:
        """Something else than the count changes, and so does the resourceVersion."""

    async def human_scales(self, reference: CrossVersionObjectReference, count: int) -> None: ...

    async def delete(self, reference: CrossVersionObjectReference) -> None: ...

    async def count(self, reference: CrossVersionObjectReference) -> int: ...

    async def create_autoscaler(self, name: str) -> Autoscaler: ...

    async def autoscaler(self, name: str) -> Autoscaler:
        """The autoscaler as a watch tells it now."""

    async def event_counts(self, name: str) -> Mapping[str, list[int]]:
        """How often each event object of an autoscaler was counted, by reason."""


@dataclass(slots=True)
class FakeHandles:
    """The fakes of tests/support/fakes.py."""

    namespace: str
    world: FakeWorld = field(default_factory=FakeWorld)
    made: dict[str, Autoscaler] = field(default_factory=dict)

    @property
    def ports(self) -> Ports:
        return self.world.ports

    async def create(self, reference: CrossVersionObjectReference, count: int) -> None:
        scale = Scale(spec_replicas=count, status_replicas=0, selector=f"app={reference.name}")
        self.world.scales.put(
            Target(namespace=self.namespace, reference=reference, scale=scale, writer=_CREATOR, resource_version="1")
        )
        self.world.scales.tell()

    async def tell(self, reference: CrossVersionObjectReference) -> None:  # noqa: ARG002 -- the fake tells everything
        self.world.scales.tell()

    async def touch(self, reference: CrossVersionObjectReference) -> None:
        self.world.scales.put(self._stored(reference))

    async def human_scales(self, reference: CrossVersionObjectReference, count: int) -> None:
        stored = self._stored(reference)
        self.world.scales.put(replace(stored, scale=replace(stored.scale, spec_replicas=count), writer=_HUMAN))

    async def delete(self, reference: CrossVersionObjectReference) -> None:
        del self.world.scales.stored[self.namespace, reference.kind, reference.name]

    async def count(self, reference: CrossVersionObjectReference) -> int:
        return self._stored(reference).scale.spec_replicas

    async def create_autoscaler(self, name: str) -> Autoscaler:
        reference = CrossVersionObjectReference(kind="Deployment", name=name, api_version="apps/v1")
        made = Autoscaler(
            kind=KIND,
            key=NamespacedName(self.namespace, name),
            uid=name,
            generation=1,
            resource_version="1",
            spec=AutoscalerSpec(scale_target_ref=reference, min_replicas=1, max_replicas=5),
        )
        self.world.statuses.put(made)
        self.made[name] = made
        return made

    async def autoscaler(self, name: str) -> Autoscaler:
        stored = self.world.statuses.stored[NamespacedName(self.namespace, name)]
        return replace(self.made[name], status=stored)

    async def event_counts(self, name: str) -> Mapping[str, list[int]]:
        counts: dict[str, list[int]] = {}
        for (key, event), count in self.world.events.published.items():
            if key.name == name:
                counts.setdefault(event.reason, []).append(count)
        return counts

    def _stored(self, reference: CrossVersionObjectReference) -> Target:
        return self.world.scales.stored[self.namespace, reference.kind, reference.name]
