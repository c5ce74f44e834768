"""Which files a sandbox leaves in its state folder, and in which order: the sign that it is ready comes last."""

import base64
from dataclasses import dataclass
from pathlib import Path

import yaml

from e2e.sandbox.certificates import Authority, Pair
from e2e.sandbox.documents import encode

_SERVER_NAMES = ("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc")
_SERVER_ADDRESSES = ("127.0.0.1", "10.0.0.1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """Everything that authenticates somebody to somebody in one sandbox."""

    cluster_authority: Authority
    front_proxy_authority: Authority
    server: Pair
    admin: Pair
    front_proxy_client: Pair

    @classmethod
    def fresh(cls) -> "Credentials":
        """New authorities and leaves; nothing of an earlier sandbox is trusted."""
        cluster = Authority("sandbox-cluster-ca")
        front_proxy = Authority("sandbox-front-proxy-ca")
        return cls(
            cluster_authority=cluster,
            front_proxy_authority=front_proxy,
            server=cluster.issue_server(_SERVER_NAMES, _SERVER_ADDRESSES),
            admin=cluster.issue_client("kubernetes-admin", ["system:masters"]),
            front_proxy_client=front_proxy.issue_client("front-proxy-client"),
        )


def write_credentials(folder: Path, credentials: Credentials) -> None:
    """The certificates and keys, before the server starts: it reads its own from here."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ready.json").unlink(missing_ok=True)
    cluster_ca = credentials.cluster_authority.certificate
    _write(folder / "ca.crt", cluster_ca)
    _write(folder / "client-ca.crt", cluster_ca)
    _write(folder / "front-proxy-ca.crt", credentials.front_proxy_authority.certificate)
    for name, pair in (
        ("server", credentials.server),
        ("admin", credentials.admin),
        ("front-proxy-client", credentials.front_proxy_client),
    ):
        _write(folder / f"{name}.crt", pair.certificate)
        _write(folder / f"{name}.key", pair.key)


def write_ready(folder: Path, credentials: Credentials, url: str) -> None:
    """The kubeconfig, then ready.json: whoever sees the second may use everything."""
    _write(folder / "kubeconfig", kubeconfig(url, credentials.cluster_authority.certificate, credentials.admin))
    _write(folder / "ready.json", encode({"url": url}) + b"\n")


def kubeconfig(url: str, authority: bytes, client: Pair) -> bytes:
    """A kubeconfig with everything inline, for one user of one cluster, in the namespace default."""
    document = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "sandbox",
        "clusters": [{"name": "sandbox", "cluster": {"server": url, "certificate-authority-data": _inline(authority)}}],
        "contexts": [{"name": "sandbox", "context": {"cluster": "sandbox", "user": "sandbox", "namespace": "default"}}],
        "users": [
            {
                "name": "sandbox",
                "user": {
                    "client-certificate-data": _inline(client.certificate),
                    "client-key-data": _inline(client.key),
                },
            }
        ],
    }
    return yaml.safe_dump(document, sort_keys=False).encode()


def _inline(pem: bytes) -> str:
    return base64.b64encode(pem).decode()


def _write(path: Path, content: bytes) -> None:
    # A rename is atomic: no reader ever sees half a file.
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(content)
    unfinished.chmod(0o600)
    unfinished.replace(path)
