"""Authorities and the certificates they issue, strict enough for Python 3.13's verification.

Unlike `tests.support.certificates`, with everything that authentication looks at to choose: names, organizations,
validity and usage.
"""

from __future__ import annotations

import hashlib
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """From when until when a certificate counts."""

    start: datetime = datetime(2020, 1, 1, tzinfo=UTC)
    end: datetime = datetime(2120, 1, 1, tzinfo=UTC)


AGES = Validity()
LONG_AGO = Validity(end=AGES.start + timedelta(days=30))


@dataclass(frozen=True, slots=True, kw_only=True)
class Issued:
    """A certificate with its private key, as PEM."""

    certificate_pem: bytes
    key_pem: bytes

    @property
    def der(self) -> bytes:
        return ssl.PEM_cert_to_DER_cert(self.certificate_pem.decode())

    def write(self, folder: Path, name: str) -> tuple[Path, Path]:
        """Write NAME.crt and NAME.key; returns both paths."""
        certificate, key = folder / f"{name}.crt", folder / f"{name}.key"
        certificate.write_bytes(self.certificate_pem)
        key.write_bytes(self.key_pem)
        return certificate, key


class Authority:
    """An authority; two with the same name have different keys."""

    def __init__(self, name: str, *, validity: Validity = AGES) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name(name, ())
        builder = self._begin(self._name, self._key, validity)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        self._certificate = builder.add_extension(signs_certificates(), critical=True).sign(self._key, hashes.SHA256())

    @property
    def pem(self) -> bytes:
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    def write(self, folder: Path, name: str) -> Path:
        """Write NAME.crt; returns its path."""
        path = folder / f"{name}.crt"
        path.write_bytes(self.pem)
        return path

    def server(self, *names: str, validity: Validity = AGES) -> Issued:
        """A certificate for a server with these host names or addresses."""
        key = ec.generate_private_key(ec.SECP256R1())
        alternatives = x509.SubjectAlternativeName([_general_name(name) for name in names])
        builder = self._begin(_name(names[0], ()), key, validity).add_extension(alternatives, critical=False)
        return self._finish(builder, key, (ExtendedKeyUsageOID.SERVER_AUTH,))

    def client(
        self,
        common_name: str,
        *,
        organizations: tuple[str, ...] = (),
        validity: Validity = AGES,
        usages: tuple[x509.ObjectIdentifier, ...] = (ExtendedKeyUsageOID.CLIENT_AUTH,),
    ) -> Issued:
        """A certificate for a client, without alternative names, as clusters have them; no `usages`: for any use."""
        key = ec.generate_private_key(ec.SECP256R1())
        return self._finish(self._begin(_name(common_name, organizations), key, validity), key, usages)

    def _begin(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, validity: Validity
    ) -> x509.CertificateBuilder:
        own = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(validity.start)
            .not_valid_after(validity.end)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(own, critical=False)
        )

    def _finish(
        self,
        builder: x509.CertificateBuilder,
        key: ec.EllipticCurvePrivateKey,
        usages: tuple[x509.ObjectIdentifier, ...],
    ) -> Issued:
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        if usages:
            builder = builder.add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        certificate = builder.sign(self._key, hashes.SHA256())
        return Issued(
            certificate_pem=certificate.public_bytes(serialization.Encoding.PEM),
            key_pem=key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            ),
        )


def client_context(*, trusting: Authority) -> ssl.SSLContext:
    """A strict client's context that trusts servers of one authority and presents nothing."""
    return ssl.create_default_context(cadata=trusting.pem.decode())


def presenting(client: Issued, *, trusting: Authority, folder: Path) -> ssl.SSLContext:
    """The same, presenting a certificate, which has to be written to `folder` for that."""
    context = client_context(trusting=trusting)
    context.load_cert_chain(*client.write(folder, f"client-{hashlib.sha256(client.der).hexdigest()[:12]}"))
    return context


def _name(common_name: str, organizations: tuple[str, ...]) -> x509.Name:
    attributes = [x509.NameAttribute(NameOID.ORGANIZATION_NAME, name) for name in organizations]
    named = [x509.NameAttribute(NameOID.COMMON_NAME, common_name)] if common_name else []
    return x509.Name([*attributes, *named])


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def signs_certificates() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
