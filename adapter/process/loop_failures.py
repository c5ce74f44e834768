"""What becomes of a failure in the event loop that nobody waits for? One line of the log.

A connection that breaks is none: whoever used it is told, and says what that means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    import asyncio

_ON_A_CLOSED_TRANSPORT: Final = "the handler is closed"
"""uvloop's word for a TLS connection that was written to after it broke, before its user could be told."""

log = structlog.get_logger()


def note_loop_failures(loop: asyncio.AbstractEventLoop) -> None:
    """From now on such failures of `loop` are noted here, and not by asyncio's own log of several lines."""
    loop.set_exception_handler(_note)


def _note(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    what, error = str(context.get("message", "")), context.get("exception")
    if not isinstance(error, BaseException):
        log.error("failure in the event loop", what=what)
    elif _is_broken_connection(error):
        log.debug("connection broke", what=what, reason=str(error))
    else:
        log.error("failure in the event loop", what=what, exc_info=error)


def _is_broken_connection(error: BaseException) -> bool:
    return isinstance(error, ConnectionError) or (
        isinstance(error, RuntimeError) and _ON_A_CLOSED_TRANSPORT in str(error)
    )
