"""Which annotations ask for a pause, and who set them? Their names, and their author as managedFields have it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adapter.kube.meta import ObjectMeta, TimestampError, field_managers, parse_time

PAUSED: Final = "lagzero.dev/paused"
PAUSED_UNTIL: Final = "lagzero.dev/paused-until"
_FIELD: Final = ("f:metadata", "f:annotations", f"f:{PAUSED}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAuthor:
    """The field manager that set the annotation, empty where nobody is noted, and when, in whole seconds."""

    manager: str = ""
    at: datetime | None = None


UNNOTED: Final = PauseAuthor()


def pause_author(metadata: ObjectMeta) -> PauseAuthor:
    """Of several that own it by applying the same, the latest. Nobody, where there is no such annotation."""
    if PAUSED not in metadata.annotations:
        return UNNOTED
    owners = field_managers(metadata.managed_fields, _FIELD)
    if not owners:
        return UNNOTED
    latest = max(owners, key=lambda owner: owner.time or "")
    return PauseAuthor(manager=latest.manager, at=_time(latest.time))


def _time(text: str | None) -> datetime | None:
    try:
        return None if text is None else parse_time(text)
    except TimestampError:
        return None
