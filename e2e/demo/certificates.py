"""Which certificate does the adapter serve with, and who vouches for it? Made for one run, good for one name."""

from dataclasses import dataclass
from pathlib import Path

from e2e.sandbox.certificates import Authority


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingCertificate:
    """Two PEM files that belong together, and the authority that an APIService names as its caBundle."""

    certificate: Path
    key: Path
    ca_bundle: bytes


def write_serving_certificate(folder: Path, *, dns_name: str) -> ServingCertificate:
    """A fresh authority's certificate for `dns_name`, written as serving.crt and serving.key.

    An API server verifies against SERVICE.NAMESPACE.svc, whatever address it connects to.
    """
    authority = Authority("demo-adapter-ca")
    pair = authority.issue_server([dns_name])
    certificate, key = folder / "serving.crt", folder / "serving.key"
    certificate.write_bytes(pair.certificate)
    key.touch(mode=0o600)
    key.write_bytes(pair.key)
    return ServingCertificate(certificate=certificate, key=key, ca_bundle=authority.certificate)
