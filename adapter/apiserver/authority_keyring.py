"""Which authorities are there at one time? One that signs, perhaps one to come, and those still trusted. Pure.

An authority is trusted before it signs anything, and until nothing that it signed is valid: so there is no moment in
which a client that trusts the bundle can't verify a replica, whichever step that replica has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Self

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

if TYPE_CHECKING:
    from datetime import datetime

    from adapter.apiserver.authority import Authority

_LONGEST_PUBLICATION: Final = timedelta(seconds=60)
_PUBLICATIONS_PER_CERTIFICATE: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Durations:
    """For how long an authority and a serving certificate are valid; everything else follows from that."""

    authority: timedelta = timedelta(days=365)
    certificate: timedelta = timedelta(days=7)

    @property
    def publication(self) -> timedelta:
        """How long a bundle is published before anybody signs by what is new in it: API servers have to see it."""
        return min(_LONGEST_PUBLICATION, self.certificate / _PUBLICATIONS_PER_CERTIFICATE)

    @property
    def overlap(self) -> timedelta:
        """For how long an authority that signs no more is trusted: as long as a certificate, and clocks that differ."""
        return self.certificate * 1.1

    @property
    def authority_renewal(self) -> timedelta:
        """How long before its end an authority gets a successor."""
        return self.authority / 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired:
    """The certificate of an authority that signs no more."""

    certificate_pem: bytes
    trusted_until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyring:
    """Everything that replicas have to agree on."""

    current: Authority
    following: Authority | None = None
    retired: tuple[Retired, ...] = field(default=())

    @property
    def bundle_pem(self) -> bytes:
        """What a client has to trust, as PEM."""
        following = () if self.following is None else (self.following.certificate_pem,)
        retired = (each.certificate_pem for each in self.retired)
        return b"".join(_ended(pem) for pem in (self.current.certificate_pem, *following, *retired))

    def prepared(self, following: Authority) -> Self:
        """With a successor that is trusted and signs nothing yet."""
        return replace(self, following=following)

    def switched(self, trusted_until: datetime) -> Self:
        """The successor signs from now on. Without one, the same."""
        if self.following is None:
            return self
        old = Retired(certificate_pem=self.current.certificate_pem, trusted_until=trusted_until)
        return replace(self, current=self.following, following=None, retired=(old, *self.retired))

    def without_ended(self, now: datetime) -> Self:
        """Without those whose time is over; the same if there are none."""
        kept = tuple(each for each in self.retired if now < each.trusted_until)
        return self if kept == self.retired else replace(self, retired=kept)


def certificates_in(bundle_pem: bytes) -> tuple[x509.Certificate, ...]:
    """The certificates of a bundle; none, if it can't be read."""
    try:
        return tuple(x509.load_pem_x509_certificates(bundle_pem))
    except ValueError:
        return ()


def pem_of(certificate: x509.Certificate) -> bytes:
    """A certificate as PEM."""
    return certificate.public_bytes(Encoding.PEM)


def _ended(pem: bytes) -> bytes:
    return pem if pem.endswith(b"\n") else pem + b"\n"
