"""When does the loop run? While we lead, on copies of what there is now; each turn of leading starts anew.

And how does it end? Syncs that have begun may end first: what they wrote is then also remembered, and said.
"""

import asyncio
from collections.abc import Coroutine
from typing import Final, Never, Protocol

import structlog

from adapter.process.clock import Clock
from adapter.process.lifecycle import serve_until
from scaler.controller.loop import Loop
from scaler.leadership.deadline import within
from scaler.leadership.leadership import Leadership

# Kubernetes waits 30 s before it kills, and there is a lease to give up after this.
_FINISHING_SECONDS: Final = 10.0
# A collection that can't be listed any more must not keep all the others waiting for ever.
_LISTING_SECONDS: Final = 30.0

log = structlog.get_logger()


class _TurnEndedError(Exception):
    """We don't lead any more."""


class Copies(Protocol):
    """What is known of the cluster without asking."""

    async def until_synced(self) -> None:
        """Return once everything was listed."""
        ...

    async def until_current(self, since: float) -> None:
        """Return once none is older than that monotonic moment, as far as can be known."""
        ...


async def run_while_leading(copies: Copies, leadership: Leadership, loop: Loop, clock: Clock) -> Never:
    """Sync in turns of leading, for ever.

    No decision before everything was listed: a target that isn't known yet looks like one that isn't there. And none
    on what was known before the API server was out of reach: somebody else may have reached it, and paused something.
    """
    await copies.until_synced()
    log.info("everything was listed")
    while True:
        await leadership.until_leading()
        try:
            async with asyncio.TaskGroup() as turn:
                turn.create_task(_turn(copies, leadership, loop, clock))
                turn.create_task(_until_the_turn_ends(leadership))
        except* _TurnEndedError:
            log.warning("stopped syncing, another scaler may lead now")


async def _turn(copies: Copies, leadership: Leadership, loop: Loop, clock: Clock) -> Never:
    await within(clock, _LISTING_SECONDS, copies.until_current(leadership.well_since()))
    loop.start_anew()
    await loop.run()


async def serve_until_finished(
    stop: asyncio.Event, loop: Loop, clock: Clock, *services: Coroutine[object, object, object]
) -> None:
    """As `serve_until`, but after the stop syncs that have begun get some seconds to end, and none begins."""
    ended = asyncio.Event()
    await serve_until(ended, *services, _finish(stop, ended, loop, clock))


async def _finish(stop: asyncio.Event, ended: asyncio.Event, loop: Loop, clock: Clock) -> Never:
    await stop.wait()
    await within(clock, _FINISHING_SECONDS, loop.close())
    ended.set()
    while True:
        await asyncio.Event().wait()


async def _until_the_turn_ends(leadership: Leadership) -> Never:
    await leadership.until_not_leading()
    raise _TurnEndedError
