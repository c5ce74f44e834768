"""How is it told that callers are refused? A line each, but so few a second that nobody can fill the log with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from adapter.apiserver.identity import Identity
    from adapter.process.clock import Clock

_LINES_PER_SECOND: Final = 10

log = structlog.get_logger()


class Refusals:
    """Beyond ten lines in a second only their number is told, with the first of a later second."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._second = 0
        self._lines = 0
        self._omitted = 0

    def unauthenticated(self, *, path: str, peer: str | None, reason: str) -> None:
        """Nobody we know; the caller itself isn't told why."""
        if self._may_write():
            log.info("caller is not authenticated", path=path, peer=peer, reason=reason)

    def forbidden(self, caller: Identity, reason: str) -> None:
        """Somebody who may not."""
        if self._may_write():
            log.info("caller is not allowed", user=caller.user, proven_by=caller.proven_by.value, reason=reason)

    def crowded(self, *, peer: str | None, reason: str) -> None:
        """One too many."""
        if self._may_write():
            log.warning("no place for another request", peer=peer, reason=reason)

    def _may_write(self) -> bool:
        second = int(self._clock.monotonic())
        if second != self._second:
            if self._omitted:
                log.warning("refusals left out of the log", lines=self._omitted)
            self._second, self._lines, self._omitted = second, 0, 0
        self._lines += 1
        if self._lines <= _LINES_PER_SECOND:
            return True
        self._omitted += 1
        return False
