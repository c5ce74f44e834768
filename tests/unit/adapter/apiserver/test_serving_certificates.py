"""Claims about `adapter.apiserver.serving_certificates`."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, x25519

from adapter.apiserver.client_certificates import CertificateError
from adapter.apiserver.serving_certificates import self_signed, serving_certificate_of
from tests.support.authorities import AGES, Authority

_SERVER = Authority("ca").server("localhost")
_ENCRYPTED = ec.generate_private_key(ec.SECP256R1()).private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(b"password")
)
_NOT_FOR_TLS = x25519.X25519PrivateKey.generate().private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
)


def test_a_good_pair_says_until_when_it_is_valid() -> None:
    served = serving_certificate_of(_SERVER.certificate_pem, _SERVER.key_pem, source="tls")
    assert AGES.end == served.not_valid_after


@pytest.mark.parametrize(
    ("chain", "key", "complaint"),
    [
        pytest.param(b"", _SERVER.key_pem, "certificate is not PEM", id="empty certificate"),
        pytest.param(b"nonsense", _SERVER.key_pem, "certificate is not PEM", id="no certificate"),
        pytest.param(_SERVER.certificate_pem[:100], _SERVER.key_pem, "certificate is not PEM", id="truncated"),
        pytest.param(_SERVER.certificate_pem, b"", "not an unencrypted PEM key", id="empty key"),
        pytest.param(_SERVER.certificate_pem, _ENCRYPTED, "not an unencrypted PEM key", id="encrypted key"),
        pytest.param(_SERVER.certificate_pem, Authority("x").server("x").key_pem, "does not belong", id="half rotated"),
        pytest.param(_SERVER.certificate_pem, _NOT_FOR_TLS, "does not belong", id="a key of another kind"),
    ],
)
def test_a_bad_pair_is_an_error_that_says_what_is_wrong(chain: bytes, key: bytes, complaint: str) -> None:
    with pytest.raises(CertificateError, match=f"tls: .*{complaint}"):
        serving_certificate_of(chain, key, source="tls")


def test_a_private_key_is_never_shown() -> None:
    assert "PRIVATE" not in repr(serving_certificate_of(_SERVER.certificate_pem, _SERVER.key_pem, source="tls"))


def test_a_made_up_certificate_holds_for_a_year() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert now + timedelta(days=365) == self_signed(("localhost",), now=now).not_valid_after


def test_a_made_up_certificate_is_its_own_authority_for_its_names(tmp_path_factory: pytest.TempPathFactory) -> None:
    made_up = self_signed(("localhost", "127.0.0.1"), now=datetime.now(UTC))  # noqa: TID251 - OpenSSL uses the real time
    path = tmp_path_factory.mktemp("made_up") / "server.pem"
    path.write_bytes(made_up.chain_pem + made_up.key_pem)
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=str(path))
    server.load_cert_chain(path)
    for name in ("localhost", "127.0.0.1"):
        _shake_hands(server, client, name)


def _shake_hands(server: ssl.SSLContext, client: ssl.SSLContext, name: str) -> None:
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(to_client, to_server, server_hostname=name),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    for _ in range(4):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    assert ends[0].version() == "TLSv1.3"
