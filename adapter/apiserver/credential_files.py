"""What do the files hold that were named for TLS and authentication? Their content now; a later reading may differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adapter.apiserver.client_certificates import Authorities, CertificateError
from adapter.apiserver.serving_certificates import ServingCertificate, serving_certificate_of
from adapter.apiserver.trust import ClientTrust, FrontProxyTrust

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingFiles:
    """A certificate and its private key."""

    certificate: Path
    key: Path

    def read(self) -> ServingCertificate:
        """The pair. Reads from the disk at once. Raises CertificateError, also while only one of them is new."""
        source = f"{self.certificate} and {self.key}"
        return serving_certificate_of(_content(self.certificate), _content(self.key), source=source)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustFiles:
    """Authorities of clients and of the front proxy; the half that no file is named for comes from elsewhere."""

    clients: Path | None = None
    front_proxy: Path | None = None
    allowed_names: tuple[str, ...] = ()

    @property
    def are_complete(self) -> bool:
        """Whether nothing has to come from elsewhere."""
        return self.clients is not None and self.front_proxy is not None

    def read(self, *, elsewhere: ClientTrust) -> ClientTrust:
        """The trust of the files, and that of `elsewhere` for the rest. Raises CertificateError."""
        found = elsewhere
        if self.clients is not None:
            found = replace(found, clients=_authorities(self.clients))
        if self.front_proxy is not None:
            authorities = _authorities(self.front_proxy)
            found = replace(
                found, front_proxy=FrontProxyTrust(authorities=authorities, allowed_names=self.allowed_names)
            )
        return found


def _authorities(path: Path) -> Authorities:
    return Authorities.read(_content(path), source=str(path))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CertificateError(f"{path}: can't be read: {error.strerror}") from error
