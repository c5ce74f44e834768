"""Did somebody ask for a pause? The annotations lagzero.dev/paused and lagzero.dev/paused-until."""

from collections.abc import Mapping
from datetime import datetime

from adapter.kube.meta import TimestampError, parse_time
from scaler.algorithm.model import ExplicitPause
from scaler.api.pauses import PAUSED, PAUSED_UNTIL, UNNOTED, PauseAuthor

__all__ = ["PAUSED", "PAUSED_UNTIL", "explicit_pause"]

_NOT_PAUSED = frozenset({"false"})


def explicit_pause(
    annotations: Mapping[str, str], now: datetime, author: PauseAuthor = UNNOTED
) -> ExplicitPause | None:
    """The pause that the annotations ask for now; the value of `paused` is its reason, "true" says nothing more.

    An end that cannot be read is no end: a pause that nobody meant to be endless is seen, a scale-down is not undone.
    """
    reason = annotations.get(PAUSED)
    if reason is None or reason in _NOT_PAUSED:
        return None
    until = _until(annotations.get(PAUSED_UNTIL))
    if until is not None and until <= now:
        return None
    return ExplicitPause(reason="" if reason == "true" else reason, until=until, by=author.manager, since=author.at)


def _until(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return parse_time(text)
    except TimestampError:
        return None
