"""How does a service hear at once that one object has changed? By watching it, and setting an event at every change."""

import asyncio
from collections.abc import Sequence
from random import SystemRandom
from typing import Generic, TypeVar

import msgspec

from adapter.kube.client import KubeClient
from adapter.kube.meta import ObjectMeta
from adapter.kube.watch import Reflector
from adapter.kube.watch_wire import HasMetadata
from adapter.process.clock import Clock

T = TypeVar("T", bound=HasMetadata)


class Named(msgspec.Struct, frozen=True):
    """Any object, without what is in it: of a Secret, that is all that may stay in memory."""

    metadata: ObjectMeta


class Latest(Generic[T]):
    """The last state of one object, None while it isn't there; `changed` is set by whatever happens to it."""

    def __init__(self) -> None:
        self.item: T | None = None
        self.changed = asyncio.Event()

    def replaced(self, items: Sequence[T]) -> None:
        self.item = items[0] if items else None
        self.changed.set()

    def applied(self, item: T) -> None:
        self.item = item
        self.changed.set()

    def deleted(self, item: T) -> None:
        # One that was made again in the meantime is another.
        if self.item is not None and self.item.metadata.uid == item.metadata.uid:
            self.item = None
        self.changed.set()


def watching_one(
    client: KubeClient, collection: str, name: str, *, item: type[T], latest: Latest[T], clock: Clock
) -> Reflector[T]:
    """A reflector for one object by its name, which is also what RBAC asks for where it grants by name."""
    params = {"fieldSelector": f"metadata.name={name}"}
    return Reflector(
        client=client, path=collection, item=item, sink=latest, clock=clock, random=SystemRandom(), params=params
    )
