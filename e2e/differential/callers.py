"""Who reads? Somebody behind the front proxy who may, somebody who may not, or nobody that anyone knows."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Caller(StrEnum):
    """As whom a case reads."""

    ADMIN = "admin"
    """Behind the front proxy, in the group that may do everything."""
    STRANGER = "stranger"
    """Behind the front proxy, with a name and no right."""
    UNNAMED = "unnamed"
    """The front proxy, which doesn't say for whom it asks."""
    NOBODY = "nobody"
    """Without a certificate, and claiming to be an admin."""


_ADMIN: Final = MappingProxyType({"X-Remote-User": "differential", "X-Remote-Group": "system:masters"})
HEADERS: Final[Mapping[Caller, Mapping[str, str]]] = MappingProxyType(
    {
        Caller.ADMIN: _ADMIN,
        Caller.STRANGER: MappingProxyType({"X-Remote-User": "stranger"}),
        Caller.UNNAMED: MappingProxyType({}),
        Caller.NOBODY: _ADMIN,
    }
)
"""What each claims in the headers of a front proxy."""
