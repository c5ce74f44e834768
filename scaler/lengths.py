"""How is a length of time written on the command line? As Go writes it: `15s`, `1m30s`, `500ms`."""

import re
from datetime import timedelta
from typing import Final


class ConfigError(Exception):
    """Flags that make no sense, in one line: which one, why, and what to write instead."""


_UNITS: Final = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_LONGEST_SECONDS: Final = 365 * 24 * 3600
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s)")


def duration(flag: str, text: str) -> timedelta:
    """A length of time as Go writes it: `15s`, `1m30s`, `500ms`, `0`. Raises ConfigError."""
    if text == "0":
        return timedelta(0)
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ConfigError(f"{flag} {text}: not a length of time; write for example 15s, 1m30s or 500ms")
    seconds = sum(float(number) * _UNITS[unit] for number, unit in parts)
    if seconds > _LONGEST_SECONDS:
        raise ConfigError(f"{flag} {text}: too long; write {_LONGEST_SECONDS // 3600}h or less")
    return timedelta(seconds=seconds)


def positive(flag: str, text: str) -> timedelta:
    """One that can be kept: of 100 ms or more. Raises ConfigError."""
    length = duration(flag, text)
    if length < timedelta(milliseconds=100):
        raise ConfigError(f"{flag} {text}: too short; write 100ms or more")
    return length
