"""With which certificate does the server prove itself? One that was given, or one made for this run."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from adapter.apiserver.client_certificates import CertificateError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes

_SELF_SIGNED_DAYS: Final = 365
_CLOCK_SKEW: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingCertificate:
    """A certificate with what it was issued by, leaf first, and its private key, both as PEM."""

    chain_pem: bytes
    key_pem: bytes = field(repr=False)
    not_valid_after: datetime


def serving_certificate_of(chain_pem: bytes, key_pem: bytes, *, source: str) -> ServingCertificate:
    """Check that both can be read and belong together. Raises CertificateError naming `source`."""
    try:
        leaf = x509.load_pem_x509_certificates(chain_pem)[0]
    except ValueError as error:
        raise CertificateError(f"{source}: the certificate is not PEM") from error
    try:
        key = serialization.load_pem_private_key(key_pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise CertificateError(f"{source}: the private key is not an unencrypted PEM key") from error
    if _spki(key.public_key()) != _spki(leaf.public_key()):
        raise CertificateError(f"{source}: the private key does not belong to the certificate")
    return ServingCertificate(chain_pem=chain_pem, key_pem=key_pem, not_valid_after=leaf.not_valid_after_utc)


def self_signed(names: tuple[str, ...], *, now: datetime) -> ServingCertificate:
    """A certificate for these host names and addresses that nobody else vouches for, valid for a year."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    key_identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCK_SKEW)
        .not_valid_after(now + timedelta(days=_SELF_SIGNED_DAYS))
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(key_identifier, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier(key_identifier.digest, None, None), critical=False)
        .sign(key, hashes.SHA256())
    )
    return ServingCertificate(
        chain_pem=certificate.public_bytes(serialization.Encoding.PEM),
        key_pem=key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ),
        not_valid_after=certificate.not_valid_after_utc,
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _spki(key: PublicKeyTypes) -> bytes:
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
