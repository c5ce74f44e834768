"""How does something that changed outside come into use? By being looked at; a bad new one keeps the old in use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, Never, TypeVar

import structlog

from adapter.apiserver.telemetry import Reload

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from adapter.apiserver.telemetry import Telemetry
    from adapter.process.clock import Clock

T = TypeVar("T")

_INTERVAL_SECONDS: Final = 10.0

log = structlog.get_logger()


class Reloading(Generic[T]):
    """One thing that can change while the program runs.

    `load` gives what is there now; equal values mean that nothing changed. `changed` takes a new value into use.
    Either may raise one of the `refusals`, and then everything is left as it was.
    """

    def __init__(
        self,
        *,
        subject: str,
        current: T,
        load: Callable[[], Awaitable[T]],
        changed: Callable[[T], None],
        refusals: tuple[type[Exception], ...],
        telemetry: Telemetry,
    ) -> None:
        self._subject = subject
        self._current = current
        self._load = load
        self._changed = changed
        self._refusals = refusals
        self._telemetry = telemetry
        self._last_complaint = ""

    async def run(self, clock: Clock) -> Never:
        """Look every ten seconds, for ever."""
        while True:
            await clock.sleep(_INTERVAL_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Take what is there now into use, if it is new and good."""
        try:
            found = await self._load()
            if found != self._current:
                self._changed(found)
                self._current = found
                self._telemetry.reloaded(self._subject, Reload.TAKEN)
                log.info("reloaded", subject=self._subject)
        except self._refusals as error:
            self._complain(str(error))
        else:
            self._last_complaint = ""

    def _complain(self, reason: str) -> None:
        self._telemetry.reloaded(self._subject, Reload.REFUSED)
        if reason != self._last_complaint:
            log.error("kept the old one, the new one is bad", subject=self._subject, reason=reason)
        self._last_complaint = reason
