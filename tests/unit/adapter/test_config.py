"""Claims about `adapter.config`."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from adapter.apiserver.authority_keyring import Durations
from adapter.apiserver.authority_settings import OwnAuthority
from adapter.apiserver.credential_files import ServingFiles, TrustFiles
from adapter.config import ConfigError, Flags, settings_of
from adapter.kube.meta import NamespacedName
from adapter.process.sites import ListenAddress

_CA = Path("front-proxy-ca.crt")
_ALONE = Flags(
    rules=Path("rules.yaml"),
    prometheus="http://localhost:9090",
    listen="127.0.0.1:0",
    requestheader_client_ca_file=_CA,
)
_OWN_CA = replace(_ALONE, own_ca_secret="lagzero-system/ca", own_ca_service="lagzero-system/adapter")


def test_a_file_of_the_front_proxys_authority_is_enough_outside_of_a_cluster() -> None:
    settings = settings_of(_ALONE, environ={})
    assert (settings.access, settings.serving, settings.trust) == (None, None, TrustFiles(front_proxy=_CA))
    assert settings.listen == ListenAddress(host="127.0.0.1", port=0)


@pytest.mark.parametrize("names", [("a", "b"), ("a,b",), (" a , ,b ",)])
def test_names_may_be_repeated_or_separated_by_commas(names: tuple[str, ...]) -> None:
    flags = replace(_ALONE, requestheader_allowed_names=names)
    assert settings_of(flags, environ={}).trust.allowed_names == ("a", "b")


def test_a_certificate_comes_with_its_key() -> None:
    flags = replace(_ALONE, tls_cert_file=Path("tls.crt"), tls_private_key_file=Path("tls.key"))
    expected = ServingFiles(certificate=Path("tls.crt"), key=Path("tls.key"))
    assert expected == settings_of(flags, environ={}).serving


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        pytest.param(replace(_ALONE, tls_cert_file=Path("tls.crt")), "go together", id="no key"),
        pytest.param(replace(_ALONE, tls_private_key_file=Path("tls.key")), "go together", id="no certificate"),
        pytest.param(replace(_ALONE, listen="6443"), "--listen: .*HOST:PORT", id="no host"),
        pytest.param(replace(_ALONE, prometheus="localhost"), "--prometheus: .*http://", id="no URL"),
        pytest.param(replace(_ALONE, requestheader_client_ca_file=None), "--kubeconfig FILE", id="nobody to believe"),
        pytest.param(
            replace(_ALONE, requestheader_client_ca_file=None, requestheader_allowed_names=("a",)),
            "--requestheader-allowed-names: ",
            id="names without an authority",
        ),
        pytest.param(_OWN_CA, "--own-ca-secret: .*--kubeconfig FILE", id="an own authority without a cluster"),
        pytest.param(replace(_OWN_CA, own_ca_service=None), "go together", id="an own authority for no service"),
        pytest.param(replace(_OWN_CA, own_ca_secret=None), "go together", id="an own authority kept nowhere"),
        pytest.param(replace(_OWN_CA, own_ca_secret="ca"), 'secret: "ca" is not NAMESPACE/NAME', id="no namespace"),
        pytest.param(replace(_OWN_CA, own_ca_service="a/b/c"), "--own-ca-service: .*NAMESPACE/NAME", id="too much"),
        pytest.param(
            replace(_OWN_CA, tls_cert_file=Path("tls.crt")), "leave --tls-cert-file away", id="two certificates"
        ),
        pytest.param(replace(_OWN_CA, own_ca_duration="1y"), '--own-ca-duration: "1y"', id="no duration"),
        pytest.param(
            replace(_OWN_CA, own_ca_certificate_duration="9s"),
            "--own-ca-certificate-duration: at least 10s",
            id="a life too short",
        ),
        pytest.param(
            replace(_OWN_CA, own_ca_duration="240h"), "--own-ca-duration: at least 6 times", id="an authority too short"
        ),
        pytest.param(replace(_ALONE, kubeconfig=Path("nowhere")), "--kubeconfig: .*nowhere", id="no kubeconfig"),
    ],
)
def test_flags_that_make_no_sense_are_one_line_that_names_them(flags: Flags, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint) as raised:
        settings_of(flags, environ={})
    assert "\n" not in str(raised.value)


def test_a_password_in_the_url_is_not_shown() -> None:
    flags = replace(_ALONE, prometheus="http://user:hunter2@localhost:9090")
    assert "hunter2" not in f"{flags!r} {settings_of(flags, environ={})!r}"


def test_the_users_own_kubeconfig_is_not_taken_unasked(tmp_path: Path) -> None:
    (tmp_path / ".kube").mkdir()
    (tmp_path / ".kube" / "config").write_text("nonsense")
    assert settings_of(_ALONE, environ={"HOME": str(tmp_path)}).access is None


def test_an_own_authority_is_kept_in_a_cluster(tmp_path: Path) -> None:
    flags = replace(_OWN_CA, kubeconfig=_kubeconfig(tmp_path), own_ca_certificate_duration="24h")
    expected = OwnAuthority(
        secret=NamespacedName("lagzero-system", "ca"),
        service=NamespacedName("lagzero-system", "adapter"),
        durations=Durations(authority=timedelta(days=365), certificate=timedelta(days=1)),
    )
    assert expected == settings_of(flags, environ={}).serving


def test_a_named_kubeconfig_leads_to_its_cluster(tmp_path: Path) -> None:
    access = settings_of(replace(_ALONE, kubeconfig=_kubeconfig(tmp_path)), environ={}).access
    assert access is not None
    assert access.server == "http://127.0.0.1:1"


def _kubeconfig(folder: Path) -> Path:
    path = folder / "kubeconfig"
    path.write_text(
        '{"apiVersion": "v1", "kind": "Config", "current-context": "c",'
        ' "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],'
        ' "clusters": [{"name": "c", "cluster": {"server": "http://127.0.0.1:1"}}],'
        ' "users": [{"name": "u", "user": {"token": "t"}}]}'
    )
    return path
