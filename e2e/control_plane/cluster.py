"""What is a cluster to a scenario? kubectl, the API as any user, ServiceAccount tokens, and Pods that come to life."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e2e.control_plane.api import Api, Identity
from e2e.control_plane.audit import Write, writes
from e2e.control_plane.binaries import Programs
from e2e.control_plane.control_plane import Settings, start_control_plane
from e2e.control_plane.credentials import (
    Credentials,
    write_client_kubeconfig,
    write_credentials,
    write_token_kubeconfig,
)
from e2e.control_plane.kubectl import Kubectl
from e2e.control_plane.processes import Processes

_TOKEN_SECONDS = 7200


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A running control plane. `admin` and `kubectl` may do everything."""

    admin: Api
    kubectl: Kubectl
    credentials: Credentials
    programs: Programs
    processes: Processes

    def token(self, namespace: str, service_account: str) -> str:
        """A fresh token of a ServiceAccount that is there."""
        path = f"/api/v1/namespaces/{namespace}/serviceaccounts/{service_account}/token"
        body = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest"}
        answer = self.admin.post(path, {**body, "spec": {"expirationSeconds": _TOKEN_SECONDS}})
        assert answer.code == 201, answer.text
        token: str = answer.body["status"]["token"]
        return token

    def service_account_kubeconfig(self, namespace: str, service_account: str) -> Path:
        """A kubeconfig with such a token."""
        token = self.token(namespace, service_account)
        return write_token_kubeconfig(self.credentials, self.admin.url, (namespace, service_account), token)

    def as_user(self, user: str, *groups: str) -> tuple[Api, Kubectl]:
        """The API and kubectl for a new user, proven by a client certificate."""
        pair = self.credentials.write_pair(user, self.credentials.clients.issue_client(user, groups))
        kubeconfig = write_client_kubeconfig(self.credentials, user, self.admin.url)
        kubectl = Kubectl(self.programs.kubectl, kubeconfig, self.processes.folder)
        return self.admin.as_user(Identity.of_certificate(*pair)), kubectl

    def get(self, kind: str, name: str, namespace: str) -> dict[str, Any]:
        """One object as its JSON; kind is the path of its list, such as apps/v1/deployments."""
        version, _, plural = kind.rpartition("/")
        root = "apis" if "/" in version else "api"
        answer = self.admin.get(f"/{root}/{version}/namespaces/{namespace}/{plural}/{name}")
        assert answer.code == 200, answer.text
        found: dict[str, Any] = answer.body
        return found

    def writes(self, namespace: str) -> tuple[Write, ...]:
        """Every request so far that changed something in a namespace, or tried to, in the server's order."""
        return writes(self.processes.folder, namespace)


@contextmanager
def running_cluster(programs: Programs, folder: Path, settings: Settings) -> Iterator[Cluster]:
    """A control plane with its files in `folder` until the context is left."""
    folder.mkdir(parents=True, exist_ok=True)
    credentials = write_credentials(folder / "credentials")
    with Processes(folder) as processes:
        admin = start_control_plane(processes, programs, credentials, settings)
        kubeconfig = write_client_kubeconfig(credentials, "admin", admin.url)
        _start_kubelet(processes, kubeconfig, settings)
        kubectl = Kubectl(programs.kubectl, kubeconfig, folder)
        yield Cluster(admin=admin, kubectl=kubectl, credentials=credentials, programs=programs, processes=processes)


def _start_kubelet(processes: Processes, kubeconfig: Path, settings: Settings) -> None:
    ready = processes.folder / "kubelet.ready"
    command: list[str | Path] = [
        *(sys.executable, "-m", "e2e.control_plane.kubelet", "--kubeconfig", kubeconfig),
        *("--start-seconds", f"{settings.pod_start_seconds}"),
        *("--logs", processes.folder / "workers", "--ready-file", ready),
    ]
    processes.start("kubelet", command, up=ready.exists)
