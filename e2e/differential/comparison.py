"""Is it as the case says? Equal but for the differences that are listed, and those exactly as they are listed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from e2e.differential.cases import Difference
from e2e.differential.observation import Aspect, Lines, Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """An aspect in which a case is not as it is listed."""

    aspect: Aspect
    text: str


def deviations(theirs: Observation, ours: Observation, listed: Mapping[Aspect, Difference]) -> Iterator[Deviation]:
    """Everything that is not as `listed`."""
    for aspect in theirs:
        seen, known = (theirs[aspect], ours[aspect]), listed.get(aspect)
        if known is None and seen[0] != seen[1]:
            yield Deviation(aspect=aspect, text=f"an unlisted difference: {_told(*seen)}")
        elif known is not None and seen[0] == seen[1]:
            text = f"the listed difference {known.reason} is gone: both say {_written(seen[0])}"
            yield Deviation(aspect=aspect, text=text)
        elif known is not None and seen != (known.theirs, known.ours):
            text = f"differs, but not as {known.reason} is listed: {_told(*seen)}"
            yield Deviation(aspect=aspect, text=text)


def _told(theirs: Lines, ours: Lines) -> str:
    return f"prometheus-adapter {_written(theirs)}, lagzero {_written(ours)}"


def _written(lines: Lines) -> str:
    return " | ".join(lines) or "nothing"
