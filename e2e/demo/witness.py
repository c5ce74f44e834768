"""What is to be seen at this moment, and what has been seen? Two watches and two polls, kept for the chapters."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Final

import aiohttp
import msgspec

from e2e.demo.cluster import Autoscaler, Cluster, ClusterError, Condition, Deployment
from e2e.demo.exporter import SERIES, Backlog, PutTasks, SetWorkers
from e2e.demo.parts import Parts

NAMESPACE: Final = "/namespaces/default"
DEPLOYMENTS: Final = f"/apis/apps/v1{NAMESPACE}/deployments"
_AUTOSCALERS: Final = f"/apis/lagzero.dev/v1alpha1{NAMESPACE}/zeropodautoscalers"
_ABSENT: Final = Condition(type="", status="Unknown")
_DEADLINE: Final = aiohttp.ClientTimeout(total=5)
_PROMETHEUS_POLL_SECONDS: Final = 0.05  # the seconds from sample to write are measured with this
_QUEUE_POLL_SECONDS: Final = 0.25
_AFTER_FAILURE_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Everything the table shows; None is not seen yet."""

    waiting: int | None = None
    visible: int | None = None
    spec_replicas: int | None = None
    ready_replicas: int = 0
    state: str = ""
    conditions: Mapping[str, Condition] = field(default_factory=dict)

    def condition(self, kind: str) -> Condition:
        """The autoscaler's condition of this type; status Unknown while there is none."""
        return self.conditions.get(kind, _ABSENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A change of the Deployment's spec.replicas, and the field manager that wrote it."""

    at_seconds: float
    spec_replicas: int
    manager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A backlog that Prometheus answered for the first time at `at_seconds`."""

    at_seconds: float
    visible: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The URLs of what isn't reached through the cluster."""

    exporter: str
    prometheus: str


class Witness:
    """Sees the queue, Prometheus, the Deployment and the autoscaler, and tells the queue how many drain it."""

    def __init__(
        self, session: aiohttp.ClientSession, *, places: Places, parts: Parts, show: Callable[[Sight], None]
    ) -> None:
        self._session = session
        self._places = places
        self._parts = parts
        self._show = show
        self._changed = asyncio.Event()
        self.sight = Sight()
        self.writes: list[Write] = []
        self.samples: list[Sample] = []

    @asynccontextmanager
    async def watching(self, cluster: Cluster) -> AsyncIterator[None]:
        """Sees until the context ends; a source that fails is asked again."""
        sources = (
            lambda: self._watch_deployments(cluster),
            lambda: self._watch_autoscalers(cluster),
            self._poll_prometheus,
            self._poll_queue,
        )
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(_again_and_again(source)) for source in sources]
                yield
                for task in tasks:
                    task.cancel()
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from failures  # the context's own failure: the sources don't fail

    async def until(self, holds: Callable[[Sight], bool]) -> Sight:
        """The first sight for which `holds`; the caller has the deadline. Raises PartError if a program has ended."""
        while not holds(self.sight):
            self._parts.check()
            await self.next_change()
        return self.sight

    async def next_change(self, *, at_most_seconds: float = 0.5) -> None:
        """Wait until something looks different, or a moment if nothing does."""
        try:
            async with asyncio.timeout(at_most_seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    async def put(self, tasks: int) -> int:
        """Put tasks into the queue; returns how many wait then."""
        async with self._session.post(
            f"{self._places.exporter}/tasks", data=msgspec.json.encode(PutTasks(tasks)), timeout=_DEADLINE
        ) as answer:
            return msgspec.json.decode(await answer.read(), type=Backlog).waiting

    async def _watch_deployments(self, cluster: Cluster) -> None:
        async for deployment in cluster.watch(DEPLOYMENTS, Deployment):
            replicas, ready = deployment.spec.replicas, deployment.status.ready_replicas
            if self.sight.spec_replicas != replicas:
                self.writes.append(Write(at_seconds=now(), spec_replicas=replicas, manager=deployment.scaled_by))
            self._see(replace(self.sight, spec_replicas=replicas, ready_replicas=ready))
            workers = msgspec.json.encode(SetWorkers(ready))
            async with self._session.put(f"{self._places.exporter}/workers", data=workers, timeout=_DEADLINE):
                pass

    async def _watch_autoscalers(self, cluster: Cluster) -> None:
        async for autoscaler in cluster.watch(_AUTOSCALERS, Autoscaler):
            conditions = {each.type: each for each in autoscaler.status.conditions}
            self._see(replace(self.sight, state=autoscaler.status.state, conditions=conditions))

    async def _poll_prometheus(self) -> None:
        params = {"query": SERIES}
        async with self._session.get(
            f"{self._places.prometheus}/api/v1/query", params=params, timeout=_DEADLINE
        ) as answer:
            series = msgspec.json.decode(await answer.read(), type=_Answer).data.result
        visible = int(float(series[0].value[1])) if series else None
        if visible is not None and visible != self.sight.visible:
            self.samples.append(Sample(at_seconds=now(), visible=visible))
        self._see(replace(self.sight, visible=visible))
        await asyncio.sleep(_PROMETHEUS_POLL_SECONDS)

    async def _poll_queue(self) -> None:
        async with self._session.get(f"{self._places.exporter}/tasks", timeout=_DEADLINE) as answer:
            waiting = msgspec.json.decode(await answer.read(), type=Backlog).waiting
        self._see(replace(self.sight, waiting=waiting))
        await asyncio.sleep(_QUEUE_POLL_SECONDS)

    def _see(self, sight: Sight) -> None:
        if sight != self.sight:
            self.sight = sight
            self._changed.set()
            self._changed = asyncio.Event()
            self._show(sight)


def now() -> float:
    """The loop's clock, in seconds; it never goes back and means nothing outside of this process."""
    return asyncio.get_running_loop().time()


async def _again_and_again(source: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await source()
        except (ClusterError, aiohttp.ClientError, TimeoutError, msgspec.DecodeError):
            # A program that is gone is told by Parts.check; one that stumbles may recover.
            await asyncio.sleep(_AFTER_FAILURE_SECONDS)


class _Series(msgspec.Struct, frozen=True):
    value: tuple[float, str]


class _Data(msgspec.Struct, frozen=True):
    result: tuple[_Series, ...]


class _Answer(msgspec.Struct, frozen=True):
    data: _Data
