"""How is a control plane started? etcd, kube-apiserver, kube-controller-manager, each waited for before the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.control_plane.api import Api, Identity
from e2e.control_plane.audit import audit_flags
from e2e.control_plane.binaries import Programs
from e2e.control_plane.credentials import FRONT_PROXY_NAME, Credentials, write_client_kubeconfig
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import Processes
from e2e.ports import free_port

_CONTROLLERS: Final = (
    "deployment",
    "replicaset",
    "statefulset",
    "horizontal-pod-autoscaler",
    "serviceaccount",
    "serviceaccount-token",
    "root-ca-certificate-publisher",
    "namespace",
    "endpointslice",
    "garbage-collector",
    "clusterrole-aggregation",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What differs between clusters. The stock HPA controller looks every `hpa_sync_seconds`."""

    scale_to_zero: bool = False
    hpa_sync_seconds: int = 2
    hpa_downscale_seconds: int = 6
    pod_start_seconds: float = 0.5

    @property
    def gates(self) -> str:
        """The feature gates as both servers take them."""
        return f"HPAScaleToZero={str(self.scale_to_zero).lower()}"


def start_control_plane(running: Processes, programs: Programs, credentials: Credentials, settings: Settings) -> Api:
    """Start all three and wait until a namespace has its default ServiceAccount; what an admin may do with it."""
    etcd = _start_etcd(running, programs.etcd)
    server = f"https://127.0.0.1:{free_port()}"
    identity = Identity.of_certificate(credentials.file("admin.crt"), credentials.file("admin.key"))
    admin = Api(server, ca=credentials.file("ca.crt"), identity=identity)
    running.start(
        "kube-apiserver",
        [programs.kube_apiserver, *_server_flags(etcd, server, credentials, settings), *audit_flags(running.folder)],
        up=lambda: admin.answers("/readyz"),
    )
    _start_controllers(running, programs, credentials, settings, server)
    eventually(
        "the default ServiceAccount is there",
        lambda: admin.get("/api/v1/namespaces/default/serviceaccounts/default").code == 200,
    )
    return admin


def _start_etcd(running: Processes, program: Path) -> str:
    client, peer = (f"http://127.0.0.1:{free_port()}" for _ in range(2))
    flags: list[str | Path] = [
        *("--data-dir", running.folder / "etcd"),
        *("--listen-client-urls", client, "--advertise-client-urls", client),
        *("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}"),
        "--unsafe-no-fsync",
    ]
    health = Api(client)
    running.start("etcd", [program, *flags], up=lambda: health.answers("/health"))
    return client


def _server_flags(etcd: str, server: str, credentials: Credentials, settings: Settings) -> Sequence[str]:
    file = credentials.file
    return (
        f"--etcd-servers={etcd}",
        "--bind-address=127.0.0.1",
        f"--secure-port={server.rpartition(':')[2]}",
        "--advertise-address=127.0.0.1",
        "--endpoint-reconciler-type=none",
        f"--tls-cert-file={file('server.crt')}",
        f"--tls-private-key-file={file('server.key')}",
        f"--client-ca-file={file('ca.crt')}",
        "--anonymous-auth=false",
        "--authorization-mode=RBAC",
        "--service-cluster-ip-range=10.0.0.0/24",
        "--service-account-issuer=https://kubernetes.default.svc",
        f"--service-account-key-file={file('service-accounts.pub')}",
        f"--service-account-signing-key-file={file('service-accounts.key')}",
        f"--requestheader-client-ca-file={file('front-proxy-ca.crt')}",
        f"--requestheader-allowed-names={FRONT_PROXY_NAME}",
        "--requestheader-username-headers=X-Remote-User",
        "--requestheader-group-headers=X-Remote-Group",
        "--requestheader-uid-headers=X-Remote-Uid",
        "--requestheader-extra-headers-prefix=X-Remote-Extra-",
        f"--proxy-client-cert-file={file('front-proxy.crt')}",
        f"--proxy-client-key-file={file('front-proxy.key')}",
        f"--feature-gates={settings.gates}",
    )


def _start_controllers(
    running: Processes, programs: Programs, credentials: Credentials, settings: Settings, server: str
) -> None:
    kubeconfig = write_client_kubeconfig(credentials, "controller-manager", server)
    port = free_port()
    flags = (
        f"--kubeconfig={kubeconfig}",
        f"--authentication-kubeconfig={kubeconfig}",
        f"--authorization-kubeconfig={kubeconfig}",
        "--authorization-always-allow-paths=/healthz",
        "--bind-address=127.0.0.1",
        f"--secure-port={port}",
        f"--cert-dir={running.folder / 'controller-manager'}",
        "--leader-elect=false",
        "--use-service-account-credentials=true",
        f"--service-account-private-key-file={credentials.file('service-accounts.key')}",
        f"--root-ca-file={credentials.file('ca.crt')}",
        f"--horizontal-pod-autoscaler-sync-period={settings.hpa_sync_seconds}s",
        f"--horizontal-pod-autoscaler-downscale-stabilization={settings.hpa_downscale_seconds}s",
        f"--feature-gates={settings.gates}",
        f"--controllers={','.join(f'{name}-controller' for name in _CONTROLLERS)}",
    )
    health = Api(f"https://127.0.0.1:{port}", verified=False)
    running.start(
        "kube-controller-manager", [programs.kube_controller_manager, *flags], up=lambda: health.answers("/healthz")
    )
