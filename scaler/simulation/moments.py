"""When, and for how long? A scenario's times in whole milliseconds, so that a grid of syncs never drifts."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final, NewType

Millis = NewType("Millis", int)
"""Milliseconds from the scenario's start."""

START: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The wall clock at 0 s. Its date means nothing, except to `lagzero.dev/paused-until`."""

_UNITS: Final = {"h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s)", re.ASCII)
_SECONDS: Final = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_LONGEST: Final = 366 * 24 * 3_600_000


class NotADuration(ValueError):
    """A text that is no length of time."""


def parse_duration(text: str) -> Millis:
    """A length of time as Go writes it (`15s`, `1m30s`, `500ms`), or a plain number of seconds. At most a year."""
    if _SECONDS.fullmatch(text):
        text += "s"
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise NotADuration(f"{text!r} is not a length of time: write for example 15s, 1m30s or 500ms")
    millis = round(sum(float(number) * _UNITS[unit] for number, unit in parts))
    if millis > _LONGEST:
        raise NotADuration(f"{text!r} is longer than a year: a scenario covers at most 8784h")
    return Millis(millis)


def duration_text(at: Millis) -> str:
    """The shortest form with hours, minutes and seconds: `0s`, `75s`, `2m`, `1h1m30s`."""
    if at < 2 * _UNITS["m"] and at % _UNITS["m"]:
        return f"{at / 1000:g}s"
    hours, rest = divmod(at, _UNITS["h"])
    minutes, rest = divmod(rest, _UNITS["m"])
    text = (f"{hours}h" if hours else "") + (f"{minutes}m" if minutes else "") + (f"{rest / 1000:g}s" if rest else "")
    return text or "0s"


def seconds(at: Millis) -> float:
    return at / 1000


def wall_clock(at: Millis) -> datetime:
    return START + timedelta(milliseconds=at)
