"""Claims about `adapter.apiserver.client_certificates`."""

from datetime import UTC, datetime

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from adapter.apiserver.client_certificates import Authorities, CertificateCheck, CertificateError, Subject
from tests.support.authorities import LONG_AGO, Authority

_NOW = datetime(2030, 1, 1, tzinfo=UTC)
_OURS = Authority("front-proxy-ca")


def _check(*authorities: Authority) -> CertificateCheck:
    return CertificateCheck(Authorities.read(b"".join(each.pem for each in authorities), source="ca.crt"))


def test_a_client_of_the_authority_is_named() -> None:
    client = _OURS.client("worker", organizations=("b", "a"))
    expected = Subject(common_name="worker", organizations=("b", "a"))
    assert expected == _check(_OURS).subject_of(client.der, at=_NOW)


def test_an_authority_of_the_same_name_issues_nothing_for_us() -> None:
    client = Authority("front-proxy-ca").client("worker")
    assert _check(_OURS).subject_of(client.der, at=_NOW) is None


def test_without_authorities_nobody_is_known() -> None:
    assert _check_of_nothing().subject_of(_OURS.client("worker").der, at=_NOW) is None


def test_one_of_several_authorities_is_enough() -> None:
    client = _OURS.client("worker")
    assert _check(Authority("old"), _OURS).subject_of(client.der, at=_NOW) is not None


def test_an_expired_certificate_proves_nothing() -> None:
    client = _OURS.client("worker", validity=LONG_AGO)
    assert _check(_OURS).subject_of(client.der, at=_NOW) is None


def test_a_certificate_that_was_good_stops_counting_when_it_expires() -> None:
    check, client = _check(_OURS), _OURS.client("worker", validity=LONG_AGO)
    moments = [LONG_AGO.start, LONG_AGO.end, _NOW]
    assert [check.subject_of(client.der, at=at) is not None for at in moments] == [True, True, False]


def test_an_expired_authority_vouches_for_nobody() -> None:
    expired = Authority("front-proxy-ca", validity=LONG_AGO)
    assert _check(expired).subject_of(expired.client("worker").der, at=_NOW) is None


@pytest.mark.parametrize(
    ("usages", "counts"),
    [
        pytest.param((ExtendedKeyUsageOID.CLIENT_AUTH,), True, id="for clients"),
        pytest.param((ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE,), True, id="for anything"),
        pytest.param((), True, id="not restricted"),
        pytest.param((ExtendedKeyUsageOID.SERVER_AUTH,), False, id="for servers"),
    ],
)
def test_a_certificate_counts_when_it_is_meant_for_clients(
    usages: tuple[x509.ObjectIdentifier, ...], counts: bool
) -> None:
    client = _OURS.client("worker", usages=usages)
    assert counts is (_check(_OURS).subject_of(client.der, at=_NOW) is not None)


def test_bytes_that_are_no_certificate_prove_nothing() -> None:
    assert _check(_OURS).subject_of(b"nonsense", at=_NOW) is None


def test_more_certificates_than_are_remembered_are_still_checked() -> None:
    check, client = _check(_OURS), _OURS.client("worker")
    for number in range(300):
        check.subject_of(str(number).encode(), at=_NOW)
    assert check.subject_of(client.der, at=_NOW) is not None


@pytest.mark.parametrize("pem", [b"", b"nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_a_file_without_certificates_is_an_error_that_names_it(pem: bytes) -> None:
    with pytest.raises(CertificateError, match=r"ca\.crt"):
        Authorities.read(pem, source="ca.crt")


def _check_of_nothing() -> CertificateCheck:
    return CertificateCheck(Authorities())
