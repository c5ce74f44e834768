"""How do the two adapters start for a comparison? On the same rules, Prometheus, certificates and cluster."""

import http.client
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.control_plane.api import Api, Identity
from e2e.control_plane.processes import Processes, Program
from e2e.ports import free_port
from e2e.sandbox.certificates import Authority
from tests.bench.jobs import Server
from tests.bench.processes import LAGZERO

GROUP_VERSION: Final = "/apis/external.metrics.k8s.io/v1beta1"
CALLER: Final = "system:serviceaccount:kube-system:horizontal-pod-autoscaler"
_SECONDS: Final = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What both run on."""

    running: Processes
    state: Path
    rules: Path
    prometheus: str
    ready_path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """One that serves."""

    server: Server
    pid: int


def make_place(running: Processes, *, rules: str, prometheus: str, ready_path: str) -> Place:
    """Starts a stand-in for the cluster that answers both adapters' reviews, and adds a serving certificate."""
    folder = running.folder
    state = folder / "cluster"
    sandbox: list[str | Path] = [sys.executable, "-m", "e2e.sandbox", "--state", state, "--allow", CALLER]
    running.start("sandbox", sandbox, up=(state / "ready.json").exists)
    authority = Authority("comparison-ca")
    pair = authority.issue_server(["localhost"], ["127.0.0.1"])
    for name, content in (("ca.crt", authority.certificate), ("tls.crt", pair.certificate), ("tls.key", pair.key)):
        (folder / name).write_bytes(content)
    (folder / "rules.yaml").write_text(rules)
    return Place(
        running=running, state=state, rules=folder / "rules.yaml", prometheus=prometheus, ready_path=ready_path
    )


@contextmanager
def prometheus_adapter(place: Place, program: Path) -> Iterator[Adapter]:
    """The real one, until the block ends."""
    port, kubeconfig = free_port(), place.state / "kubeconfig"
    command: list[str | Path] = [
        *(program, f"--config={place.rules}", f"--prometheus-url={place.prometheus}"),
        *(f"--secure-port={port}", "--bind-address=127.0.0.1", *_serving(place)),
        *(f"--authentication-kubeconfig={kubeconfig}", f"--authorization-kubeconfig={kubeconfig}"),
        f"--lister-kubeconfig={kubeconfig}",
    ]
    with _started(place, "prometheus-adapter", command, port) as adapter:
        yield adapter


@contextmanager
def lagzero(place: Place) -> Iterator[Adapter]:
    """Ours, until the block ends."""
    port = free_port()
    command: list[str | Path] = [
        *(LAGZERO, "adapter", f"--rules={place.rules}", f"--prometheus={place.prometheus}"),
        *(f"--listen=127.0.0.1:{port}", *_serving(place), f"--kubeconfig={place.state / 'kubeconfig'}"),
    ]
    with _started(place, "lagzero", command, port) as adapter:
        yield adapter


def _serving(place: Place) -> tuple[str, str]:
    folder = place.running.folder
    return f"--tls-cert-file={folder / 'tls.crt'}", f"--tls-private-key-file={folder / 'tls.key'}"


@contextmanager
def _started(place: Place, name: str, command: list[str | Path], port: int) -> Iterator[Adapter]:
    server = Server(
        url=f"https://127.0.0.1:{port}",
        ca=place.running.folder / "ca.crt",
        certificate=place.state / "front-proxy-client.crt",
        key=place.state / "front-proxy-client.key",
    )
    program: Program = place.running.start(name, command, up=lambda: _has_values(server, place), within=_SECONDS)
    try:
        yield Adapter(server=server, pid=program.process.pid)
    finally:
        place.running.stop(program)


def _has_values(server: Server, place: Place) -> bool:
    api = Api(server.url, ca=server.ca, identity=Identity.of_certificate(server.certificate, server.key))
    try:
        answer = api.request("GET", place.ready_path, headers={"X-Remote-User": CALLER})
    except (OSError, http.client.HTTPException):
        return False
    return answer.code == 200 and bool(answer.body["items"])
