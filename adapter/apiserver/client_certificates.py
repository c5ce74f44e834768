"""Did this authority, alone, issue that client's certificate?

TLS only proves that *some* authority we know did. A certificate of the cluster's client authority that carries the
front proxy's name would pass there, so the question is asked again, of one set of authorities at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from datetime import datetime

_REMEMBERED_CERTIFICATES: Final = 256
_ACCEPTED_USAGES: Final = frozenset({ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE})


class CertificateError(Exception):
    """A certificate or key that can't be used; the text says which and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authorities:
    """Certificates of authorities, each trusted by itself."""

    certificates: tuple[x509.Certificate, ...] = ()
    pem: bytes = b""

    @classmethod
    def read(cls, pem: bytes, *, source: str) -> Authorities:
        """The authorities in a PEM file. Raises CertificateError naming `source`."""
        try:
            certificates = x509.load_pem_x509_certificates(pem)
        except ValueError as error:
            raise CertificateError(f"{source}: no PEM certificate can be read from it") from error
        return cls(certificates=tuple(certificates), pem=pem)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Whom a certificate names; an absent common name is empty."""

    common_name: str
    organizations: tuple[str, ...]


class CertificateCheck:
    """Answers for one set of authorities. Signatures are checked once per certificate, validity every time."""

    def __init__(self, authorities: Authorities) -> None:
        self._authorities = authorities.certificates
        self._remembered: dict[bytes, _Issued | None] = {}

    def subject_of(self, certificate_der: bytes, *, at: datetime) -> Subject | None:
        """The subject, when one of the authorities issued the certificate for clients and it is valid at `at`."""
        if certificate_der not in self._remembered:
            if len(self._remembered) >= _REMEMBERED_CERTIFICATES:
                self._remembered.clear()
            self._remembered[certificate_der] = _issued(certificate_der, self._authorities)
        issued = self._remembered[certificate_der]
        if issued is None or not issued.not_before <= at <= issued.not_after:
            return None
        return issued.subject


@dataclass(frozen=True, slots=True, kw_only=True)
class _Issued:
    subject: Subject
    not_before: datetime
    not_after: datetime


def _issued(certificate_der: bytes, authorities: tuple[x509.Certificate, ...]) -> _Issued | None:
    try:
        leaf = x509.load_der_x509_certificate(certificate_der)
        issuers = [authority for authority in authorities if _is_issued_by(leaf, authority)]
        if not issuers or not _is_for_clients(leaf):
            return None
        subject = Subject(
            common_name=next(iter(_names(leaf, NameOID.COMMON_NAME)), ""),
            organizations=_names(leaf, NameOID.ORGANIZATION_NAME),
        )
    except ValueError:
        # OpenSSL took it and cryptography, which is stricter, did not: then it proves nothing.
        return None
    # An authority that was renewed under the same key is there twice; the one that lasts longer counts.
    issuer = max(issuers, key=lambda authority: authority.not_valid_after_utc)
    return _Issued(
        subject=subject,
        not_before=max(leaf.not_valid_before_utc, issuer.not_valid_before_utc),
        not_after=min(leaf.not_valid_after_utc, issuer.not_valid_after_utc),
    )


def _is_issued_by(leaf: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        leaf.verify_directly_issued_by(authority)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def _is_for_clients(leaf: x509.Certificate) -> bool:
    try:
        usages = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except x509.ExtensionNotFound:
        # No restriction at all, which is also how Go reads it.
        return True
    return not _ACCEPTED_USAGES.isdisjoint(usages)


def _names(leaf: x509.Certificate, oid: x509.ObjectIdentifier) -> tuple[str, ...]:
    return tuple(str(attribute.value) for attribute in leaf.subject.get_attributes_for_oid(oid))
