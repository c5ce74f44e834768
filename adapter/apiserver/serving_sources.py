"""Where does the serving certificate come from? From files, from an authority of our own, or made for this run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adapter.apiserver.authority_keeper import AuthorityKeeper
    from adapter.apiserver.authority_settings import OwnAuthority
    from adapter.apiserver.credential_files import ServingFiles
    from adapter.apiserver.renewals import Renewals, Services
    from adapter.apiserver.serving_certificates import ServingCertificate
    from adapter.kube.client import KubeClient


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A certificate that was read from files, which somebody renews; without files, one that was made for this run."""

    certificate: ServingCertificate
    files: ServingFiles | None

    async def first(self) -> ServingCertificate:
        return self.certificate

    def renewing(self, renewals: Renewals, current: ServingCertificate) -> Services:
        return () if self.files is None else renewals.serving(self.files, current=current)


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedByOurselves:
    """Certificates that we issue to ourselves."""

    own: OwnAuthority
    keeper: AuthorityKeeper
    client: KubeClient

    async def first(self) -> ServingCertificate:
        """Raises ApiError and AuthorityError: without the Secret there is nothing to serve by."""
        return await self.keeper.load()

    def is_published(self) -> bool:
        """Whether API servers were told by whom to verify us."""
        return self.keeper.is_published

    def renewing(self, renewals: Renewals, current: ServingCertificate) -> Services:
        return renewals.own_authority(self.keeper, self.own, self.client, current=current)


ServingSource = Given | IssuedByOurselves
