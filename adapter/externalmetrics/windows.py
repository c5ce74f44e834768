"""Which time is a metric's value about? What the rule says, or the one range that its query looks back over."""

import re
from types import MappingProxyType


def window_of(promql: str) -> int | None:
    """The range of the query in seconds; None where there is none, several that differ, or less than a second."""
    bare = _HIDDEN.sub("", promql)
    found = {_seconds_of(one["range"]) for one in _RANGE.finditer(bare)}
    only = found.pop() if len(found) == 1 else 0.0
    return int(only) if only >= 1 and only == int(only) else None


def _seconds_of(text: str) -> float:
    return sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(text))


# What stands in a string or behind # is no range.
_HIDDEN = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|#[^\n]*""")
_RANGE = re.compile(r"\[\s*(?P<range>(?:[0-9]+(?:ms|[smhdwy]))+)\s*(?::[^\]]*)?\]", re.ASCII)
_PART = re.compile(r"([0-9]+)(ms|[smhdwy])", re.ASCII)
_UNITS = MappingProxyType(
    {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0, "w": 604_800.0, "y": 31_536_000.0}
)
