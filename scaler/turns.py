"""When does the loop run? While we lead, once everything was listed; each turn of leading starts anew."""

import asyncio
from collections.abc import Awaitable
from typing import Never

import structlog

from scaler.controller.loop import Loop
from scaler.leadership.leadership import Leadership

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


async def _until_the_turn_ends(leadership: Leadership) -> Never:
    await leadership.until_not_leading()
    raise _TurnEndedError
