"""How long may a request take? A minute, or less if its caller says so."""

from __future__ import annotations

from typing import Final

from adapter.kube.durations import parse_duration

MAX_SECONDS: Final = 60.0


def deadline_seconds(timeout: str | None) -> float:
    """The seconds a request gets, given its `?timeout=`; zero and nothing mean the most. Raises DurationError."""
    asked = parse_duration(timeout) if timeout else 0.0
    return min(asked, MAX_SECONDS) if asked > 0 else MAX_SECONDS
