"""How do these tests wait? For an event, seen by looking again and again, and never longer than a deadline."""

import threading
from collections.abc import Callable
from typing import TypeVar

from adapter.process.clock import SystemClock

T = TypeVar("T")

DEADLINE_SECONDS = 60.0
_BETWEEN_LOOKS_SECONDS = 0.05


def until(
    what: str, look: Callable[[], T], holds: Callable[[T], bool], *, deadline_seconds: float = DEADLINE_SECONDS
) -> T:
    """The first look for which `holds`. Raises AssertionError with `what` and the last look after the deadline."""
    clock, pause = SystemClock(), threading.Event()
    deadline = clock.monotonic() + deadline_seconds
    while not holds(seen := look()):
        assert clock.monotonic() < deadline, f"after {deadline_seconds:g} s still not: {what}; seen last: {seen}"
        pause.wait(_BETWEEN_LOOKS_SECONDS)
    return seen
