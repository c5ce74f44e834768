"""A running loop over autoscalers that a test adds, with syncs that do what the test says."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from adapter.process.clock import SystemClock
from scaler.algorithm.decide import decide
from scaler.algorithm.decision import NotNeeded
from scaler.algorithm.memory import Memory
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.api.states import AutoscalerState
from scaler.controller.loop import Loop, LoopSettings
from scaler.controller.memories import Memories
from scaler.controller.reconcile import Sync
from tests.support.builders import SETTINGS, observation
from tests.support.metric_builders import external_average

NEVER_SECONDS = 3600.0
_SEEN = observation(external_average(90))
_DECISION = decide(_SEEN, Memory.empty(), SETTINGS)


def sync_in(state: AutoscalerState) -> Sync:
    """A sync that found the target in this state."""
    return Sync(
        observation=_SEEN,
        memory=Memory.empty(),
        settings=SETTINGS,
        decision=replace(_DECISION, state=state),
        outcome=NotNeeded(),
    )


ACTIVE = sync_in(AutoscalerState.ACTIVE)
ASLEEP = sync_in(AutoscalerState.SCALED_TO_ZERO)
PAUSED = sync_in(AutoscalerState.PAUSED)


async def _active(_autoscaler: Autoscaler) -> Sync:
    return ACTIVE


@dataclass(slots=True)
class Looping:
    """The loop's world. `sync` may be replaced; `began` counts the syncs of each autoscaler."""

    autoscalers: dict[AutoscalerId, Autoscaler] = field(default_factory=dict)
    memories: Memories = field(default_factory=Memories)
    sync: Callable[[Autoscaler], Awaitable[Sync]] = _active
    began: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    running: set[str] = field(default_factory=set)
    most_running: int = 0
    overlapped: list[str] = field(default_factory=list)
    generations: list[int] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    _moved: asyncio.Event = field(default_factory=asyncio.Event)
    _loop: Loop | None = None

    @property
    def loop(self) -> Loop:
        assert self._loop is not None
        return self._loop

    def start(self, settings: LoopSettings) -> None:
        self._loop = Loop(
            find=self.autoscalers.get,
            sync=self.observed_sync,
            memories=self.memories,
            clock=SystemClock(),
            settings=settings,
            late=self.lateness.append,
        )

    def put(self, autoscaler: Autoscaler) -> None:
        """The watch tells of an autoscaler that came or changed."""
        self.autoscalers[autoscaler.id] = autoscaler
        self.loop.changed(autoscaler.id)

    def delete(self, gone: AutoscalerId) -> None:
        self.autoscalers.pop(gone, None)
        self.loop.changed(gone)

    async def observed_sync(self, autoscaler: Autoscaler) -> Sync:
        name = autoscaler.key.name
        if name in self.running:
            self.overlapped.append(name)
        self.began[name] += 1
        self.generations.append(autoscaler.generation)
        self.running.add(name)
        self.most_running = max(self.most_running, len(self.running))
        self._moved.set()
        try:
            return await self.sync(autoscaler)
        finally:
            self.running.discard(name)
            self.ended[name] += 1
            self._moved.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for the syncs that make it true."""
        async with asyncio.timeout(10):
            while not holds():
                self._moved.clear()
                await self._moved.wait()
        await settled()


async def settled() -> None:
    """Let everything run that can run now."""
    for _ in range(30):
        await asyncio.sleep(0)


@asynccontextmanager
async def looping(
    *,
    period: float = NEVER_SECONDS,
    wake: float = NEVER_SECONDS,
    workers: int = 32,
    deadline: float = 60.0,
    quick: float = 60.0,
) -> AsyncIterator[Looping]:
    """A loop for the length of a block; by default nothing is due by time. Seconds."""
    made = Looping()
    made.start(
        LoopSettings(
            sync_period_seconds=period,
            wake_interval_seconds=wake,
            workers=workers,
            sync_deadline_seconds=deadline,
            quick_seconds=quick,
        )
    )
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(made.loop.run())
        yield made
        running.cancel()
