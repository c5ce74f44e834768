"""Authorities of our own, at moments that tests choose, and what verifies a certificate as an API server would."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store

from adapter.apiserver.authority import Authority, new_authority
from adapter.apiserver.authority_keyring import Durations, Keyring, certificates_in
from adapter.apiserver.authority_settings import OwnAuthority
from adapter.kube.meta import NamespacedName

if TYPE_CHECKING:
    from adapter.apiserver.serving_certificates import ServingCertificate

NOW = datetime(2030, 1, 1, tzinfo=UTC)
DURATIONS = Durations(authority=timedelta(days=90), certificate=timedelta(days=7))
OWN = OwnAuthority(
    secret=NamespacedName("lagzero-system", "lagzero-ca"),
    service=NamespacedName("lagzero-system", "lagzero-adapter"),
    durations=DURATIONS,
)
HOST = OWN.names[0]


def authority(*, at: datetime = NOW, duration: timedelta = DURATIONS.authority) -> Authority:
    return new_authority(now=at, duration=duration)


def keyring() -> Keyring:
    return Keyring(current=authority())


def is_verified(serving: ServingCertificate, bundle_pem: bytes, *, at: datetime, host: str = HOST) -> bool:
    """Whether who trusts the bundle believes the certificate at that moment to be the host's."""
    leaf = x509.load_pem_x509_certificate(serving.chain_pem)
    store = Store(list(certificates_in(bundle_pem)))
    verifier = PolicyBuilder().store(store).time(at).build_server_verifier(x509.DNSName(host))
    try:
        verifier.verify(leaf, [])
    except x509.verification.VerificationError:
        return False
    return True
