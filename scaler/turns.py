"""When does the loop run? While we lead, once everything was listed; each turn of leading starts anew.

And how does it end? Syncs that have begun may end first: what they wrote is then also remembered, and said.
"""

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Final, Never

import structlog

from adapter.process.clock import Clock
from adapter.process.lifecycle import serve_until
from scaler.controller.loop import Loop
from scaler.leadership.deadline import within
from scaler.leadership.leadership import Leadership

# Kubernetes waits 30 s before it kills, and there is a lease to give up after this.
_FINISHING_SECONDS: Final = 10.0

log = structlog.get_logger()


class _TurnEndedError(Exception):
    """We don't lead any more."""


async def run_while_leading(listed: Awaitable[None], leadership: Leadership, loop: Loop) -> Never:
    """Sync in turns of leading, for ever.

    No decision before everything was listed: a target that isn't known yet looks like one that isn't there.
    """
    await listed
    log.info("everything was listed")
    while True:
        await leadership.until_leading()
        loop.start_anew()
        try:
            async with asyncio.TaskGroup() as turn:
                turn.create_task(loop.run())
                turn.create_task(_until_the_turn_ends(leadership))
        except* _TurnEndedError:
            log.warning("stopped syncing, another scaler may lead now")


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
