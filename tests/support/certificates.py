"""Certificates for tests: an authority that signs for servers on loopback and for clients."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tests.support.authorities import signs_certificates

if TYPE_CHECKING:
    from pathlib import Path

_BEGIN = datetime(2020, 1, 1, tzinfo=UTC)
_END = _BEGIN + timedelta(days=365 * 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPair:
    """Two PEM files that belong together."""

    certificate: Path
    key: Path


class Authority:
    """A certificate authority of its own."""

    def __init__(self, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{name} authority")])
        self._certificate = (
            _builder(self._name, self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(signs_certificates(), critical=True)
            .sign(self._key, hashes.SHA256())
        )

    @property
    def certificate_pem(self) -> bytes:
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    def server(self, folder: Path) -> KeyPair:
        """A certificate for 127.0.0.1."""
        names = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
        return self._issue(folder, "server", [ExtendedKeyUsageOID.SERVER_AUTH], names)

    def client(self, folder: Path, name: str) -> KeyPair:
        """A certificate of the user `name`."""
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        return self._issue(folder, name, [ExtendedKeyUsageOID.CLIENT_AUTH], names)

    def _issue(
        self, folder: Path, name: str, usages: list[x509.ObjectIdentifier], names: x509.SubjectAlternativeName
    ) -> KeyPair:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        certificate = (
            _builder(subject, self._name, key.public_key())
            .add_extension(x509.ExtendedKeyUsage(usages), critical=False)
            .add_extension(names, critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        pair = KeyPair(certificate=folder / f"{name}.crt", key=folder / f"{name}.key")
        pair.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        pair.key.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return pair


def _builder(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_BEGIN)
        .not_valid_after(_END)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )
