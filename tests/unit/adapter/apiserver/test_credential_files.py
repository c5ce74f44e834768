"""Claims about `adapter.apiserver.credential_files`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adapter.apiserver.client_certificates import Authorities, CertificateError
from adapter.apiserver.credential_files import ServingFiles, TrustFiles
from adapter.apiserver.trust import ClientTrust, FrontProxyTrust, HeaderNames
from tests.support.authorities import Authority

if TYPE_CHECKING:
    from pathlib import Path

_FILE = Authority("from-a-file")
_CLUSTER = Authority("from-the-cluster")


def _authorities(authority: Authority) -> Authorities:
    return Authorities.read(authority.pem, source="test")


_ELSEWHERE = ClientTrust(
    front_proxy=FrontProxyTrust(
        authorities=_authorities(_CLUSTER), allowed_names=("cluster",), headers=HeaderNames(uid=("X-Remote-Uid",))
    ),
    clients=_authorities(_CLUSTER),
)


def test_a_pair_of_files_is_read(tmp_path: Path) -> None:
    issued = _FILE.server("localhost")
    certificate, key = issued.write(tmp_path, "tls")
    assert issued.key_pem == ServingFiles(certificate=certificate, key=key).read().key_pem


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    certificate, _ = _FILE.server("localhost").write(tmp_path, "tls")
    with pytest.raises(CertificateError, match=r"missing\.key: can't be read: No such file"):
        ServingFiles(certificate=certificate, key=tmp_path / "missing.key").read()


def test_without_files_the_trust_is_that_of_elsewhere() -> None:
    assert TrustFiles().read(elsewhere=_ELSEWHERE) == _ELSEWHERE


def test_a_file_of_clients_leaves_the_front_proxy_to_elsewhere(tmp_path: Path) -> None:
    files = TrustFiles(clients=_FILE.write(tmp_path, "ca"))
    expected = ClientTrust(front_proxy=_ELSEWHERE.front_proxy, clients=_authorities(_FILE))
    assert expected == files.read(elsewhere=_ELSEWHERE)


def test_a_file_of_the_front_proxy_brings_its_names_and_the_usual_headers(tmp_path: Path) -> None:
    files = TrustFiles(front_proxy=_FILE.write(tmp_path, "ca"), allowed_names=("file",))
    front_proxy = FrontProxyTrust(authorities=_authorities(_FILE), allowed_names=("file",))
    assert ClientTrust(front_proxy=front_proxy, clients=_ELSEWHERE.clients) == files.read(elsewhere=_ELSEWHERE)


def test_both_files_leave_nothing_to_elsewhere(tmp_path: Path) -> None:
    path = _FILE.write(tmp_path, "ca")
    each = [TrustFiles(), TrustFiles(clients=path), TrustFiles(front_proxy=path)]
    assert [files.are_complete for files in each] == [False, False, False]
    assert TrustFiles(clients=path, front_proxy=path).are_complete
