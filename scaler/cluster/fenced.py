"""Who may tell the world what was decided? Only who leads: status, finalizers and events are fenced as counts are."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Final

import structlog

from scaler.algorithm.decision import Event
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus, Stranger
from scaler.controller.ports import Events, Finalizers, NotWritten, Statuses, Written
from scaler.leadership.leadership import Fence

_WRITE_SECONDS: Final = 10.0

log = structlog.get_logger()


class FencedStatuses:
    """Writes `statuses` while the fence allows it, and gives up on a write before somebody else may lead."""

    def __init__(self, statuses: Statuses, fence: Fence) -> None:
        self._statuses = statuses
        self._fence = fence

    async def write(self, autoscaler: Autoscaler, status: AutoscalerStatus) -> Written | NotWritten:
        return await _fenced(self._fence, lambda: self._statuses.write(autoscaler, status))


class FencedFinalizers:
    """The same for finalizers: whoever doesn't lead any more holds nothing, and lets nothing go."""

    def __init__(self, finalizers: Finalizers, fence: Fence) -> None:
        self._finalizers = finalizers
        self._fence = fence

    async def write(self, autoscaler: Autoscaler, finalizers: tuple[str, ...]) -> Written | NotWritten:
        return await _fenced(self._fence, lambda: self._finalizers.write(autoscaler, finalizers))


class FencedEvents:
    """The same for events."""

    def __init__(self, events: Events, fence: Fence) -> None:
        self._events = events
        self._fence = fence

    async def publish(self, autoscaler: Autoscaler | Stranger, events: Sequence[Event], now: datetime) -> None:
        limit = self._fence.remaining_seconds()
        if limit <= 0 or not events:
            return
        try:
            async with asyncio.timeout(min(limit, _WRITE_SECONDS)):
                await self._events.publish(autoscaler, events, now)
        except TimeoutError:
            log.warning("could not publish event", autoscaler=str(autoscaler.key), reason="no answer in time")


async def _fenced(fence: Fence, write: Callable[[], Awaitable[Written | NotWritten]]) -> Written | NotWritten:
    limit = fence.remaining_seconds()
    if limit <= 0:
        return NotWritten(message="this scaler does not hold the lease")
    try:
        async with asyncio.timeout(min(limit, _WRITE_SECONDS)):
            return await write()
    except TimeoutError:
        return NotWritten(message="the API server did not answer in time")
