"""What was the adapter told about an authority of its own? Where it is kept, and for whom it vouches to whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adapter.apiserver.authority_keyring import Durations
from adapter.apiserver.registration import API_SERVICE_NAME

if TYPE_CHECKING:
    from adapter.kube.meta import NamespacedName


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAuthority:
    """The Secret that keeps it, the Service that it vouches for, and the APIService that names it to API servers."""

    secret: NamespacedName
    service: NamespacedName
    api_service: str = API_SERVICE_NAME
    durations: Durations = field(default_factory=Durations)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the serving certificate; API servers ask for the first."""
        host = f"{self.service.name}.{self.service.namespace}.svc"
        return (host, f"{host}.cluster.local")
