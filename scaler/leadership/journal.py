"""What does an election tell people? Each change once: who holds the lease, whether we lead, and what is in the way."""

from typing import Final

import structlog

from scaler.leadership.lease import NOBODY

log: Final = structlog.get_logger()


class Journal:
    """Remembers what it said, so that an attempt every two seconds is not a line every two seconds."""

    def __init__(self, identity: str) -> None:
        self._identity = identity
        self._holder = NOBODY
        self._leading = False
        self._trouble = ""

    def holder_is(self, holder_identity: str) -> None:
        """Note whose name the lease bears; it may have run out."""
        if holder_identity != self._holder:
            self._holder = holder_identity
            log.info("lease holder changed", holder=holder_identity, identity=self._identity)

    def leading_is(self, *, leading: bool) -> None:
        """Note whether we lead."""
        if leading != self._leading:
            self._leading = leading
            log.info("started leading" if leading else "stopped leading", identity=self._identity)

    def trouble_is(self, message: str) -> None:
        """Note why the lease can't be read or written; empty when it can."""
        if message and message != self._trouble:
            log.warning("lease not available", reason=message, identity=self._identity)
        self._trouble = message
