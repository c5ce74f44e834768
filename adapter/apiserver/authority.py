"""What is an authority of our own? A key that signs serving certificates, and the certificate that vouches for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Self

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from adapter.apiserver.serving_certificates import ServingCertificate

if TYPE_CHECKING:
    from datetime import datetime

# Clocks of API servers may be behind ours, and would call a new certificate not yet valid.
_CLOCK_SKEW: Final = timedelta(minutes=5)
_PEM: Final = serialization.Encoding.PEM


class AuthorityError(Exception):
    """An authority that can't be used: which, why, and what to do. Holds nothing of a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """A certificate that may sign others, and its key; both also as the PEM that is kept."""

    certificate_pem: bytes
    key_pem: bytes = field(repr=False)
    certificate: x509.Certificate = field(compare=False)
    key: ec.EllipticCurvePrivateKey = field(compare=False, repr=False)

    @classmethod
    def read(cls, certificate_pem: bytes, key_pem: bytes) -> Self:
        """The authority in these files. Raises AuthorityError if they are no authority, or don't belong together."""
        try:
            certificate = x509.load_pem_x509_certificate(certificate_pem)
        except ValueError as error:
            raise AuthorityError("the certificate is not PEM") from error
        try:
            key = serialization.load_pem_private_key(key_pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise AuthorityError("the private key is not an unencrypted PEM key") from error
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise AuthorityError("the private key is not an elliptic curve's")
        if key.public_key() != certificate.public_key():
            raise AuthorityError("the private key does not belong to the certificate")
        if not _may_sign(certificate):
            raise AuthorityError("the certificate is not an authority's")
        return cls(certificate_pem=certificate_pem, key_pem=key_pem, certificate=certificate, key=key)

    @property
    def not_valid_after(self) -> datetime:
        """From then on nothing that it signed counts."""
        return self.certificate.not_valid_after_utc

    def issue(self, names: tuple[str, ...], *, now: datetime, duration: timedelta) -> ServingCertificate:
        """A certificate with a new key for these DNS names, for `duration` or until the authority itself ends."""
        key = ec.generate_private_key(ec.SECP256R1())
        end = min(now + duration, self.not_valid_after)
        builder = (
            _begin(_name(names[0]), self.certificate.subject, key, start=now - _CLOCK_SKEW, end=end)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
        )
        certificate = builder.sign(self.key, hashes.SHA256())
        return ServingCertificate(
            chain_pem=certificate.public_bytes(_PEM),
            key_pem=_key_pem(key),
            not_valid_after=certificate.not_valid_after_utc,
        )


def new_authority(*, now: datetime, duration: timedelta) -> Authority:
    """An authority that nobody has seen before, with a name of its own: two must never be taken for each other."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"lagzero-adapter-ca-{x509.random_serial_number():x}"[:40])
    builder = (
        _begin(name, name, key, start=now - _CLOCK_SKEW, end=now + duration)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
    )
    certificate = builder.sign(key, hashes.SHA256())
    return Authority(
        certificate_pem=certificate.public_bytes(_PEM), key_pem=_key_pem(key), certificate=certificate, key=key
    )


def _begin(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, *, start: datetime, end: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(common_name: str) -> x509.Name:
    # A name longer than 64 characters fits no CommonName; who verifies looks at the alternative names alone.
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64])])


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def _may_sign(certificate: x509.Certificate) -> bool:
    try:
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except (x509.ExtensionNotFound, ValueError):
        return False


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )
