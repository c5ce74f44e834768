"""How does the harness wait for programs that run in real time? It looks again until it is so, or time is up."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_BETWEEN_LOOKS_SECONDS = 0.2
_forever = threading.Event()


class NotInTimeError(AssertionError):
    """Something that was waited for did not come: what, how long, and what was seen last."""


def now_seconds() -> float:
    """Seconds of a clock that never goes back."""
    return time.monotonic()  # noqa: TID251 - the programs under test run in real time; this is the harness' one clock


def pause(seconds: float) -> None:
    """Let the programs under test have this much time."""
    _forever.wait(seconds)


def eventually(what: str, look: Callable[[], T], *, within: float = 90.0, wanted: Callable[[T], bool] = bool) -> T:
    """The first thing that `look` sees and `wanted` accepts.

    Raises NotInTimeError, with what was seen last, after `within` seconds. `look` is called at least once.
    """
    deadline = now_seconds() + within
    while True:
        seen = look()
        if wanted(seen):
            return seen
        if now_seconds() > deadline:
            raise NotInTimeError(f"after {within:g} s still not: {what}; seen last: {seen!r}")
        pause(_BETWEEN_LOOKS_SECONDS)


def throughout(seconds: float, look: Callable[[], T]) -> tuple[T, ...]:
    """All that `look` saw for so long, repetitions left out; one element means that it never changed."""
    deadline = now_seconds() + seconds
    seen = [look()]
    while now_seconds() < deadline:
        pause(_BETWEEN_LOOKS_SECONDS)
        latest = look()
        if latest != seen[-1]:
            seen.append(latest)
    return tuple(seen)
