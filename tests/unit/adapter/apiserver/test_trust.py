"""Claims about `adapter.apiserver.trust`."""

import pytest

from adapter.apiserver.client_certificates import Authorities, CertificateError
from adapter.apiserver.trust import ClientTrust, FrontProxyTrust, HeaderNames, trust_of_config_map
from tests.support.authorities import Authority

_PROXIES = Authority("front-proxy-ca")
_CLIENTS = Authority("kubernetes")
_FULL = {
    "client-ca-file": _CLIENTS.pem.decode(),
    "requestheader-client-ca-file": _PROXIES.pem.decode(),
    "requestheader-allowed-names": '["front-proxy-client"]',
    "requestheader-username-headers": '["X-Remote-User"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
    "requestheader-uid-headers": '["X-Remote-Uid"]',
}


def _authorities(*each: Authority) -> Authorities:
    return Authorities.read(b"".join(one.pem for one in each), source="test")


def test_the_config_map_is_read_as_clusters_write_it() -> None:
    front_proxy = FrontProxyTrust(
        authorities=_authorities(_PROXIES),
        allowed_names=("front-proxy-client",),
        headers=HeaderNames(uid=("X-Remote-Uid",)),
    )
    assert ClientTrust(front_proxy=front_proxy, clients=_authorities(_CLIENTS)) == trust_of_config_map(_FULL)


def test_an_empty_config_map_trusts_nobody() -> None:
    assert ClientTrust() == trust_of_config_map({})


def test_a_cluster_that_names_no_uid_header_has_none_believed() -> None:
    without = {key: value for key, value in _FULL.items() if "uid" not in key}
    assert trust_of_config_map(without).front_proxy.headers.uid == ()


@pytest.mark.parametrize("names", ["front-proxy-client", "[1]", "{}", ""])
def test_a_list_that_is_none_is_an_error_that_names_the_key(names: str) -> None:
    with pytest.raises(CertificateError, match=r"requestheader-allowed-names.*JSON list of strings"):
        trust_of_config_map({**_FULL, "requestheader-allowed-names": names})


def test_an_authority_that_is_none_is_an_error_that_names_the_key() -> None:
    with pytest.raises(CertificateError, match="client-ca-file"):
        trust_of_config_map({**_FULL, "client-ca-file": "nonsense"})


def test_tls_is_given_both_kinds_of_authorities() -> None:
    both = trust_of_config_map(_FULL).all_pem
    assert (_PROXIES.pem in both, _CLIENTS.pem in both) == (True, True)


def test_an_authority_of_both_kinds_is_noticed() -> None:
    shared = {**_FULL, "client-ca-file": _PROXIES.pem.decode()}
    assert [trust_of_config_map(data).shares_an_authority for data in (shared, _FULL)] == [True, False]
