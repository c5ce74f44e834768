"""Which keys, certificates and kubeconfigs does a cluster need? Two authorities, a key for tokens, a user each."""

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from e2e.sandbox.certificates import Authority, Pair

FRONT_PROXY_NAME: Final = "front-proxy-client"
_SERVER_NAMES: Final = ("localhost", "kubernetes.default.svc")
_SERVER_ADDRESSES: Final = ("127.0.0.1", "10.0.0.1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The files of one cluster, and the authorities to issue more with."""

    folder: Path
    clients: Authority
    front_proxy: Authority

    def file(self, name: str) -> Path:
        """The path of one of the files."""
        return self.folder / name

    def write_pair(self, name: str, pair: Pair) -> tuple[Path, Path]:
        """NAME.crt and NAME.key, only for this user's eyes."""
        certificate, key = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        certificate.write_bytes(pair.certificate)
        key.touch(mode=0o600)
        key.write_bytes(pair.key)
        return certificate, key


def write_credentials(folder: Path) -> Credentials:
    """Fresh ones, good for a day."""
    folder.mkdir(parents=True, exist_ok=True)
    clients, front_proxy = Authority("cluster-ca"), Authority("front-proxy-ca")
    made = Credentials(folder=folder, clients=clients, front_proxy=front_proxy)
    made.file("ca.crt").write_bytes(clients.certificate)
    made.file("front-proxy-ca.crt").write_bytes(front_proxy.certificate)
    made.write_pair("server", clients.issue_server(_SERVER_NAMES, _SERVER_ADDRESSES))
    made.write_pair("admin", clients.issue_client("admin", ["system:masters"]))
    made.write_pair("controller-manager", clients.issue_client("system:kube-controller-manager"))
    made.write_pair("front-proxy", front_proxy.issue_client(FRONT_PROXY_NAME))
    _write_signing_key(made)
    return made


def write_client_kubeconfig(credentials: Credentials, user: str, server: str) -> Path:
    """A kubeconfig for the client certificate USER.crt."""
    proof = {
        "client-certificate-data": _encoded(credentials.file(f"{user}.crt")),
        "client-key-data": _encoded(credentials.file(f"{user}.key")),
    }
    context = {"cluster": "e2e", "user": user}
    return _write_kubeconfig(credentials, server, context, proof)


def write_token_kubeconfig(credentials: Credentials, server: str, account: tuple[str, str], token: str) -> Path:
    """A kubeconfig for a token of a ServiceAccount, given by namespace and name; in its own namespace, as in a Pod."""
    namespace, name = account
    context = {"cluster": "e2e", "user": f"{namespace}.{name}", "namespace": namespace}
    return _write_kubeconfig(credentials, server, context, {"token": token})


def _write_kubeconfig(credentials: Credentials, server: str, context: dict[str, str], proof: dict[str, str]) -> Path:
    cluster = {"server": server, "certificate-authority-data": _encoded(credentials.file("ca.crt"))}
    document = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "e2e", "cluster": cluster}],
        "users": [{"name": context["user"], "user": proof}],
        "contexts": [{"name": "e2e", "context": context}],
        "current-context": "e2e",
    }
    path = credentials.file(f"{context['user']}.kubeconfig")
    path.touch(mode=0o600)
    path.write_text(json.dumps(document))
    return path


def _write_signing_key(credentials: Credentials) -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    credentials.file("service-accounts.key").touch(mode=0o600)
    credentials.file("service-accounts.key").write_bytes(private)
    credentials.file("service-accounts.pub").write_bytes(public)


def _encoded(file: Path) -> str:
    return base64.b64encode(file.read_bytes()).decode()
