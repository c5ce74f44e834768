"""How does something that changed outside come into use? By being looked at; a bad new one keeps the old in use."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Generic, Never, Protocol, TypeVar

import structlog

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from adapter.process.clock import Clock

T = TypeVar("T")

_INTERVAL_SECONDS: Final = 10.0

log = structlog.get_logger()


class Reports(Protocol):
    """Where it is told what became of a change."""

    def taken(self, subject: str) -> None:
        """A new one came into use."""

    def refused(self, subject: str) -> None:
        """What is there now can't be used, or not be read."""

    def good(self, subject: str) -> None:
        """What is in use is what is there now."""


def outdated(subject: str) -> str:
    """What an operator should know while the newest of something was refused."""
    return f"{subject}: the newest can't be used, the one before is in use, reason in the log"


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
        reports: Reports,
    ) -> None:
        self._subject = subject
        self._current = current
        self._load = load
        self._changed = changed
        self._refusals = refusals
        self._reports = reports
        self._last_complaint = ""
        self._looking = asyncio.Lock()

    async def run(self, clock: Clock, *, interval_seconds: float = _INTERVAL_SECONDS) -> Never:
        """Look every so many seconds, for ever."""
        while True:
            await clock.sleep(interval_seconds)
            await self.look()

    async def follow(self, happened: asyncio.Event) -> Never:
        """Look whenever something has happened, for ever."""
        while True:
            await happened.wait()
            happened.clear()
            await self.look()

    async def look(self) -> None:
        """Take what is there now into use, if it is new and good."""
        async with self._looking:
            try:
                found = await self._load()
                if found != self._current:
                    self._changed(found)
                    self._current = found
                    self._reports.taken(self._subject)
                    log.info("reloaded", subject=self._subject)
            except self._refusals as error:
                self._complain(str(error))
            else:
                self._last_complaint = ""
                self._reports.good(self._subject)

    def _complain(self, reason: str) -> None:
        self._reports.refused(self._subject)
        if reason != self._last_complaint:
            log.error("kept the old one, the new one is bad", subject=self._subject, reason=reason)
        self._last_complaint = reason
