"""How does Kubernetes write a length of time? As Go does: `1m30s`, `500ms`. Pure."""

from typing import Final

import re2

_UNIT_SECONDS: Final = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_PART: Final = re2.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)")


class DurationError(ValueError):
    """Text that isn't a duration as Go writes it."""


def parse_duration(text: str) -> float:
    """Seconds of a duration as Go writes it, such as `1m30s` or `500ms`. Raises DurationError."""
    if text == "0":
        return 0.0
    rest = text.removeprefix("+")
    seconds = 0.0
    while part := _PART.match(rest):
        seconds += float(part.group(1)) * _UNIT_SECONDS[part.group(2)]
        rest = rest[part.end() :]
    if rest or not _PART.match(text.removeprefix("+")):
        raise DurationError(f'"{text}" is not a duration; write it like 10s, 1m30s or 500ms')
    return seconds
