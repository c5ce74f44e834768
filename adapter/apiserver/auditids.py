"""By which id can a request be traced? By the one that it came with, or else by a new one."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from multidict import MultiMapping

AUDIT_ID: Final = "Audit-Id"
LONGEST_AUDIT_ID: Final = 64


def audit_id_of(headers: MultiMapping[str], random: Random) -> str:
    """The request's own id if it is fit for an answer's header, else a new one."""
    given = headers.get(AUDIT_ID, "")
    if given and len(given) <= LONGEST_AUDIT_ID and given.isascii() and given.isprintable():
        return given
    return new_audit_id(random)


def new_audit_id(random: Random) -> str:
    """An id that nobody had before."""
    return str(uuid.UUID(int=random.getrandbits(128), version=4))
