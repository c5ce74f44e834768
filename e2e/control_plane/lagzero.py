"""How do the two programs under test run here? As processes, each with the token of its ServiceAccount."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.control_plane.api import Api
from e2e.control_plane.cluster import Cluster
from e2e.control_plane.manifests import NAMESPACE, Installed, is_available, lead_to
from e2e.control_plane.patience import eventually
from e2e.control_plane.processes import Processes, Program, ProgramError
from e2e.ports import free_port

ADAPTER_ACCOUNT: Final = "lagzero-adapter"
SCALER_ACCOUNT: Final = "lagzero-scaler"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where both programs get metrics from."""

    rules: Path
    prometheus: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """A running adapter; `url` is for calls that go around the aggregator, verified by the authority in `ca`."""

    program: Program
    url: str
    ca: Path


def start_adapter(cluster: Cluster, running: Processes, sources: Sources, installed: Installed) -> Adapter:
    """Start it as the ServiceAccount `lagzero-adapter` and wait until the cluster says that its API is available."""
    port = free_port()
    kubeconfig = cluster.service_account_kubeconfig(NAMESPACE, ADAPTER_ACCOUNT)
    command: list[str | Path] = [
        *(_lagzero(), "adapter", "--rules", sources.rules, "--prometheus", sources.prometheus),
        *("--listen", f"127.0.0.1:{port}", "--kubeconfig", kubeconfig),
        *("--tls-cert-file", installed.certificate, "--tls-private-key-file", installed.key),
    ]
    url = f"https://127.0.0.1:{port}"
    health = Api(url, ca=installed.ca)
    program = running.start("adapter", command, up=lambda: health.answers("/livez"))
    lead_to(cluster, port)
    eventually("external.metrics.k8s.io is available", lambda: is_available(cluster), within=180)
    return Adapter(program=program, url=url, ca=installed.ca)


def start_scaler(cluster: Cluster, running: Processes, sources: Sources, flags: Sequence[str] = ()) -> Program:
    """Start it as the ServiceAccount `lagzero-scaler` and wait until it is ready."""
    listen, command = scaler_command(cluster, sources, flags)
    return running.start("scaler", command, up=lambda: Api(f"http://{listen}").answers("/readyz"))


def scaler_command(cluster: Cluster, sources: Sources, flags: Sequence[str]) -> tuple[str, Sequence[str | Path]]:
    """Where its probes will be, and the command to start it with."""
    listen = f"127.0.0.1:{free_port()}"
    command: list[str | Path] = [
        *(_lagzero(), "scaler", "--kubeconfig", cluster.service_account_kubeconfig(NAMESPACE, SCALER_ACCOUNT)),
        *("--listen", listen, "--rules", sources.rules, "--prometheus", sources.prometheus),
        *flags,
    ]
    return listen, command


def _lagzero() -> Path:
    program = Path(sys.executable).parent / "lagzero"
    if not program.exists():
        raise ProgramError(f"lagzero isn't installed beside {sys.executable}: run ./dev setup")
    return program
