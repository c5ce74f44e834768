"""Claims about `adapter.apiserver.authority`."""

from __future__ import annotations

import ssl
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from adapter.apiserver.authority import Authority, AuthorityError
from adapter.apiserver.tls import build_context
from tests.support.authorities import Authority as OfOthers
from tests.support.own_authorities import DURATIONS, HOST, NOW, OWN, authority, is_verified

_OURS = authority()
_OTHER = authority()
_LEAF = OfOthers("ca").server("localhost")
_RSA = rsa.generate_private_key(65537, 2048).private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
)


def test_what_it_issues_is_verified_by_it_alone() -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=DURATIONS.certificate)
    verified = [is_verified(serving, each.certificate_pem, at=NOW) for each in (_OURS, _OTHER)]
    assert verified == [True, False]


@pytest.mark.parametrize("host", [HOST, f"{HOST}.cluster.local"])
def test_what_it_issues_is_for_every_name_asked_for(host: str) -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=DURATIONS.certificate)
    assert is_verified(serving, _OURS.certificate_pem, at=NOW, host=host)


def test_what_it_issues_ends_with_its_duration() -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=timedelta(days=1))
    assert NOW + timedelta(days=1) == serving.not_valid_after


def test_nothing_that_it_issues_outlives_it() -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=timedelta(days=365))
    assert _OURS.not_valid_after == serving.not_valid_after


def test_an_api_server_whose_clock_is_a_little_behind_verifies_a_new_certificate() -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=timedelta(days=1))
    assert is_verified(serving, _OURS.certificate_pem, at=NOW - timedelta(minutes=4))


def test_openssl_serves_by_what_it_issues() -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=timedelta(days=1))
    assert isinstance(build_context(serving, b""), ssl.SSLContext)


def test_a_host_name_too_long_for_a_common_name_is_served() -> None:
    host = f"{'a' * 60}.{'b' * 60}.svc"
    serving = _OURS.issue((host,), now=NOW, duration=timedelta(days=1))
    assert is_verified(serving, _OURS.certificate_pem, at=NOW, host=host)


def test_no_two_have_one_name() -> None:
    assert _OURS.certificate.subject != _OTHER.certificate.subject


def test_what_it_issues_may_not_issue_anything() -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=timedelta(days=1))
    with pytest.raises(AuthorityError, match="not an authority's"):
        Authority.read(serving.chain_pem, serving.key_pem)


def test_it_is_read_as_it_was_written() -> None:
    assert Authority.read(_OURS.certificate_pem, _OURS.key_pem) == _OURS


@pytest.mark.parametrize(
    ("certificate", "key", "complaint"),
    [
        (b"nonsense", _OURS.key_pem, "the certificate is not PEM"),
        (_OURS.certificate_pem, b"nonsense", "not an unencrypted PEM key"),
        (_OURS.certificate_pem, _OTHER.key_pem, "does not belong"),
        (_OURS.certificate_pem, _RSA, "not an elliptic curve's"),
        (_LEAF.certificate_pem, _LEAF.key_pem, "not an authority's"),
    ],
)
def test_what_is_no_authority_is_refused_with_the_cause(certificate: bytes, key: bytes, complaint: str) -> None:
    with pytest.raises(AuthorityError, match=complaint):
        Authority.read(certificate, key)


def test_its_key_is_not_shown() -> None:
    serving = _OURS.issue(OWN.names, now=NOW, duration=timedelta(days=1))
    assert "PRIVATE" not in f"{_OURS!r} {_OURS} {serving!r}"
