"""Who is asking? A user as the cluster knows it, and how that was proven."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SYSTEM_MASTERS = "system:masters"
SYSTEM_AUTHENTICATED = "system:authenticated"


class ProvenBy(StrEnum):
    """What made us believe the caller."""

    FRONT_PROXY = "front-proxy"
    CERTIFICATE = "client-certificate"
    TOKEN = "token"  # noqa: S105 - the name of a method, not a secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """One caller. `groups` holds only what was claimed and proven; `reviewed_groups` is what authorization sees."""

    user: str
    groups: tuple[str, ...] = ()
    uid: str = ""
    extra: tuple[tuple[str, tuple[str, ...]], ...] = ()
    proven_by: ProvenBy

    @property
    def reviewed_groups(self) -> tuple[str, ...]:
        """The groups and `system:authenticated`, which every proven caller has whether it says so or not."""
        if SYSTEM_AUTHENTICATED in self.groups:
            return self.groups
        return (*self.groups, SYSTEM_AUTHENTICATED)

    @property
    def is_master(self) -> bool:
        """Whether the caller is beyond authorization."""
        return SYSTEM_MASTERS in self.groups
