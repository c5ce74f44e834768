"""Finding the way to a cluster."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import msgspec
import pytest

from adapter.kube.access import Access, AccessError, Cluster, User, load_access

if TYPE_CHECKING:
    from pathlib import Path

CLUSTERS = [{"name": "local", "cluster": {"server": "https://127.0.0.1:6443/"}}]
USERS = [{"name": "admin", "user": {"token": "s3cret"}}]
CONTEXTS = [{"name": "dev", "context": {"cluster": "local", "user": "admin", "namespace": "jobs"}}]


def kubeconfig(folder: Path, name: str = "config", **fields: object) -> Path:
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "dev",
        "clusters": CLUSTERS,
        "users": USERS,
        "contexts": CONTEXTS,
    }
    path = folder / name
    path.write_bytes(msgspec.yaml.encode(content | fields))
    return path


def service_account(folder: Path) -> Path:
    for name, text in {"token": "pod-token\n", "ca.crt": "a certificate", "namespace": "lagzero\n"}.items():
        (folder / name).write_text(text)
    return folder


def test_a_kubeconfig_gives_the_entry_of_its_current_context(tmp_path: Path) -> None:
    path = kubeconfig(tmp_path)
    expected = Access(
        cluster=Cluster(server="https://127.0.0.1:6443/"),
        user=User(token="s3cret"),
        origin=f'kubeconfig {path}, context "dev"',
        namespace="jobs",
    )
    assert expected == load_access(path)


def test_the_server_has_no_final_slash(tmp_path: Path) -> None:
    assert load_access(kubeconfig(tmp_path)).server == "https://127.0.0.1:6443"


def test_secrets_do_not_show_in_the_text_of_an_access(tmp_path: Path) -> None:
    access = load_access(kubeconfig(tmp_path))
    assert "s3cret" not in f"{access!r} {access.user!r} {access.user}"


def test_certificate_files_are_relative_to_the_kubeconfig(tmp_path: Path) -> None:
    (tmp_path / "ca.crt").write_text("a certificate")
    clusters = [{"name": "local", "cluster": {"server": "https://a", "certificate-authority": "ca.crt"}}]
    access = load_access(kubeconfig(tmp_path, clusters=clusters))
    assert str(tmp_path / "ca.crt") == access.cluster.certificate_authority


def test_inline_data_wins_over_a_file(tmp_path: Path) -> None:
    data = base64.b64encode(b"a certificate").decode()
    cluster = {"server": "https://a", "certificate-authority": "gone", "certificate-authority-data": data}
    access = load_access(kubeconfig(tmp_path, clusters=[{"name": "local", "cluster": cluster}]))
    assert Cluster(server="https://a", certificate_authority_data=data) == access.cluster


def test_a_token_file_wins_over_a_token(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("rotated")
    users = [{"name": "admin", "user": {"token": "old", "tokenFile": "token"}}]
    access = load_access(kubeconfig(tmp_path, users=users))
    assert User(token_file=str(tmp_path / "token")) == access.user


def test_in_a_pod_the_service_account_comes_first(tmp_path: Path) -> None:
    account = service_account(tmp_path)
    environ = {
        "KUBERNETES_SERVICE_HOST": "fd00::1",
        "KUBERNETES_SERVICE_PORT": "443",
        "KUBECONFIG": str(kubeconfig(tmp_path)),
    }
    expected = Access(
        cluster=Cluster(server="https://[fd00::1]:443", certificate_authority=str(account / "ca.crt")),
        user=User(token_file=str(account / "token")),
        origin="the pod's service account",
        namespace="lagzero",
    )
    assert expected == load_access(None, environ=environ, service_account=account)


def test_an_explicit_kubeconfig_wins_over_the_pod(tmp_path: Path) -> None:
    account = service_account(tmp_path)
    access = load_access(kubeconfig(tmp_path), environ={"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, service_account=account)
    assert access.server == "https://127.0.0.1:6443"


def test_the_files_of_kubeconfig_are_merged_and_the_first_one_wins(tmp_path: Path) -> None:
    first = kubeconfig(tmp_path, "first", clusters=[], users=None)
    second = kubeconfig(tmp_path, "second", **{"current-context": "other"})
    access = load_access(None, environ={"KUBECONFIG": f"{first}:{tmp_path / 'gone'}:{second}"})
    assert f'kubeconfig {first}:{second}, context "dev"' == access.origin


def test_without_kubeconfig_the_home_folder_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / ".kube").mkdir()
    kubeconfig(tmp_path / ".kube")
    assert load_access(None, environ={"HOME": str(tmp_path)}).namespace == "jobs"


def test_another_context_can_be_chosen(tmp_path: Path) -> None:
    other = {"name": "prod", "context": {"cluster": "local"}}
    access = load_access(kubeconfig(tmp_path, contexts=[*CONTEXTS, other]), context="prod")
    assert (User(), "default") == (access.user, access.namespace)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"current-context": ""}, r"no current context; choose one with kubectl config use-context NAME"),
        ({"current-context": "prod"}, r'no context "prod" \(known: dev\)'),
        ({"clusters": []}, r'context "dev" names the cluster "local", which isn\'t there'),
        ({"users": []}, r'context "dev" names the user "admin", which isn\'t there'),
        ({"clusters": [{"name": "local", "cluster": {}}]}, r'cluster "local" has no server; write its URL'),
        ({"contexts": {"dev": "x"}}, r"config: not a kubeconfig: Expected `array \| null`, got `object`"),
        (
            {"clusters": [{"name": "local", "cluster": {"server": "https://a", "certificate-authority": "no/ca.crt"}}]},
            r'cluster "local": certificate-authority: can\'t read .*/no/ca\.crt: No such file',
        ),
        (
            {"users": [{"name": "admin", "user": {"client-certificate-data": "abcde"}}]},
            r'user "admin": client-certificate-data is not base64',
        ),
        ({"users": [{"name": "admin", "user": {"as": "root"}}]}, r'user "admin" impersonates somebody'),
    ],
)
def test_each_mistake_is_one_line_that_says_where(tmp_path: Path, fields: dict[str, object], message: str) -> None:
    path = kubeconfig(tmp_path, "config", **fields)
    with pytest.raises(AccessError, match=message) as caught:
        load_access(path)
    assert str(caught.value).startswith(f"kubeconfig {path}: ")
    assert "\n" not in str(caught.value)


def test_a_missing_kubeconfig_is_named(tmp_path: Path) -> None:
    with pytest.raises(AccessError, match=r"kubeconfig .*/gone: No such file or directory; name another file"):
        load_access(tmp_path / "gone")


@pytest.mark.parametrize("text", [b"a: [", b"\xff\xfe\x00", b"just words"])
def test_a_file_that_is_no_kubeconfig_is_one_line(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "config").write_bytes(text)
    with pytest.raises(AccessError, match=r"^kubeconfig .*config: not a kubeconfig: [^\n]+$"):
        load_access(tmp_path / "config")


def test_an_empty_kubeconfig_has_no_context(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("")
    with pytest.raises(AccessError, match="no current context"):
        load_access(tmp_path / "config")


def test_nothing_at_all_says_where_was_looked(tmp_path: Path) -> None:
    with pytest.raises(AccessError, match=r"not in a pod, and no file at .*/\.kube/config; name one with --kubeconfig"):
        load_access(None, environ={"HOME": str(tmp_path)})


def test_a_service_account_without_a_ca_is_refused(tmp_path: Path) -> None:
    (service_account(tmp_path) / "ca.crt").write_text("")
    with pytest.raises(AccessError, match=r"the pod's service account: .*/ca\.crt is empty"):
        load_access(None, environ={"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, service_account=tmp_path)
