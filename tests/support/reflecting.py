"""A running reflector and a sink that writes down what it is told."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import msgspec

from adapter.kube.access import Access, Cluster
from adapter.kube.client import KubeClient
from adapter.kube.meta import ObjectMeta  # noqa: TC001 - msgspec reads the annotation
from adapter.kube.watch import Reflector, WatchTiming
from tests.support.clock import ManualClock
from tests.support.http_peer import json_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from tests.support.http_peer import Answer, HttpPeer

PATH = "/api/v1/namespaces/jobs/pods"


class Pod(msgspec.Struct, frozen=True):
    metadata: ObjectMeta
    phase: str = ""


class DemandingPod(Pod, frozen=True, kw_only=True):
    """One that is nothing without its spec."""

    spec: str


@dataclass(slots=True)
class Seen:
    """What the sink was told, newest last, and the reflector that tells it."""

    clock: ManualClock
    calls: list[tuple[str, ...]] = field(default_factory=list)
    _told: asyncio.Event = field(default_factory=asyncio.Event)
    _reflector: Reflector[Pod] | None = None

    @property
    def reflector(self) -> Reflector[Pod]:
        assert self._reflector is not None
        return self._reflector

    def watch_over(self, reflector: Reflector[Pod]) -> None:
        self._reflector = reflector

    def replaced(self, items: Sequence[Pod]) -> None:
        self._note("replaced", *(item.metadata.name for item in items))

    def applied(self, item: Pod) -> None:
        self._note("applied", item.metadata.name)

    def deleted(self, item: Pod) -> None:
        self._note("deleted", item.metadata.name)

    async def until(self, calls: int) -> None:
        """Wait until the sink was told so many things."""
        async with asyncio.timeout(60):
            while len(self.calls) < calls:
                self._told.clear()
                await self._told.wait()
            # The reflector goes on only after the sink has returned.
            await asyncio.sleep(0)

    async def rested(self, times: int = 1) -> None:
        """Let the reflector fall asleep and wake so many times."""
        for _ in range(times):
            await self.clock.wake_next()

    def _note(self, *call: str) -> None:
        self.calls.append(call)
        self._told.set()


@asynccontextmanager
async def reflecting(
    peer: HttpPeer,
    *,
    params: Mapping[str, str] | None = None,
    timing: WatchTiming | None = None,
    item: type[Pod] = Pod,
) -> AsyncIterator[Seen]:
    """A reflector that follows `peer` for the length of a block."""
    clock = ManualClock()
    seen = Seen(clock)
    access = Access(cluster=Cluster(server=peer.url))
    async with KubeClient.of(access, user_agent="lagzero/test", deadline_seconds=5) as client:
        seen.watch_over(
            Reflector(
                client=client,
                path=PATH,
                item=item,
                sink=seen,
                clock=clock,
                random=Random(1),
                params=params or {},
                timing=timing or WatchTiming(),
            )
        )
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(seen.reflector.run())
            yield seen
            running.cancel()


def pod(name: str, version: str = "1") -> dict[str, object]:
    return {"metadata": {"name": name, "namespace": "jobs", "resourceVersion": version}, "phase": "Running"}


def listing(version: str, *items: Mapping[str, object], more: str = "") -> Answer:
    """One page of a list."""
    metadata = {"resourceVersion": version} | ({"continue": more} if more else {})
    return json_answer({"kind": "PodList", "metadata": metadata, "items": items})


def event(kind: str, item: Mapping[str, object]) -> bytes:
    """One line of a watch."""
    return msgspec.json.encode({"type": kind, "object": item}) + b"\n"
