"""What time is it, and how does a program wait? The one place that asks the operating system."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Time as an argument: real in a program, moved by hand in a test or a simulation."""

    def now(self) -> datetime:
        """The wall clock, always in UTC. It may jump; never measure a duration with it."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment; only differences mean something."""

    async def sleep(self, seconds: float) -> None:
        """Wait; zero or less still lets other tasks run."""


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
