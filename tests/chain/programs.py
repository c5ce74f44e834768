"""How do the programs start and end? Each a process with its log in a file; nothing is shared but sockets and files."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e2e.demo.certificates import write_serving_certificate
from tests.chain.cluster import Cluster
from tests.chain.polling import until
from tests.support.adapter_process import AdapterProcess, run_adapter
from tests.support.ending import ended

ROOT = Path(__file__).resolve().parents[2]
LAGZERO = Path(sys.executable).with_name("lagzero")
RULES = """externalRules:
- seriesQuery: '{__name__="queue_consumer_lag",name!=""}'
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
  resources: {overrides: {namespace: {resource: "namespace"}}}
  cache: 0s
"""
_CRD = ROOT / "manifests" / "base" / "crd"
_SERVICE = {"name": "lagzero-adapter", "namespace": "lagzero-system"}
SERVER_NAME = f"{_SERVICE['name']}.{_SERVICE['namespace']}.svc"
_API_SERVICE = "v1beta1.external.metrics.k8s.io"
API_SERVICE = f"/apis/apiregistration.k8s.io/v1/apiservices/{_API_SERVICE}"


@contextmanager
def run_sandbox(state: Path, *flags: str) -> Iterator[Cluster]:
    """The stand-in for an API server, its files in `state`."""
    options: list[str | Path] = [
        "--crd",
        _CRD,
        "--pod-start",
        "0.1",
        "--bookmarks",
        "0.5",
        "--availability-interval",
        "0.2",
        *flags,
    ]
    command = [sys.executable, "-m", "e2e.sandbox", "--state", state, *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            _, url = process.stdout.readline().split()
            yield Cluster(url=url, state=state)
        finally:
            ended(process)


@contextmanager
def run_registered_adapter(cluster: Cluster, folder: Path, prometheus: str) -> Iterator[AdapterProcess]:
    """`lagzero adapter` behind the aggregation proxy, which calls it available; `ca.crt` in `folder` vouches for it."""
    serving = write_serving_certificate(folder, dns_name=SERVER_NAME)
    (folder / "ca.crt").write_bytes(serving.ca_bundle)
    flags = {
        "--rules": str(write_rules(folder)),
        "--prometheus": prometheus,
        "--tls-cert-file": str(serving.certificate),
        "--tls-private-key-file": str(serving.key),
        "--requestheader-client-ca-file": str(cluster.state / "front-proxy-ca.crt"),
        "--requestheader-allowed-names": "front-proxy-client",
        "--client-ca-file": str(cluster.state / "client-ca.crt"),
        "--kubeconfig": str(cluster.kubeconfig),
    }
    with run_adapter(flags) as adapter:
        register(cluster, int(adapter.url.rpartition(":")[2]), serving.ca_bundle)
        yield adapter


def register(cluster: Cluster, port: int, ca_bundle: bytes) -> None:
    """Let external.metrics.k8s.io lead to whoever serves at a port, and wait until the cluster calls it available."""
    for document in _registration(port, ca_bundle):
        cluster.create(document)
    until("the APIService is available", lambda: cluster.get(API_SERVICE), _is_available)


def write_rules(folder: Path) -> Path:
    """The example's rule, and every answer a new one: otherwise an active target's values may be 10 s old."""
    rules = folder / "rules.yaml"
    rules.write_text(RULES)
    return rules


def _registration(port: int, ca_bundle: bytes) -> tuple[dict[str, Any], ...]:
    spec = {
        "group": "external.metrics.k8s.io",
        "version": "v1beta1",
        "groupPriorityMinimum": 100,
        "versionPriority": 100,
        "service": {**_SERVICE, "port": port},
        "caBundle": base64.b64encode(ca_bundle).decode(),
    }
    service = {"type": "ExternalName", "externalName": "127.0.0.1"}
    return (
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _SERVICE["namespace"]}},
        {"apiVersion": "v1", "kind": "Service", "metadata": _SERVICE, "spec": service},
        {
            "apiVersion": "apiregistration.k8s.io/v1",
            "kind": "APIService",
            "metadata": {"name": _API_SERVICE},
            "spec": spec,
        },
    )


def _is_available(api_service: Any) -> bool:  # noqa: ANN401 -- JSON
    conditions = api_service.get("status", {}).get("conditions", [])
    return any((each["type"], each["status"]) == ("Available", "True") for each in conditions)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalerProcess:
    """A running scaler of one namespace, its log and its decision log."""

    process: subprocess.Popen[bytes]
    namespace: str
    log: Path
    decisions: Path

    def stop(self) -> int:
        """Ask it to end as Kubernetes does; its exit status."""
        return ended(self.process)

    def probes(self) -> str:
        """The URL under which it is probed, as its log says."""
        whole, _, _ = self.log.read_text().rpartition("\n")
        address: str = next(line["probes"] for line in map(json.loads, whole.splitlines()) if "probes" in line)
        return address


@contextmanager
def run_scaler(cluster: Cluster, folder: Path, namespace: str, *flags: str | Path) -> Iterator[ScalerProcess]:
    """`lagzero scaler` for one namespace, quick at everything; it has listed everything."""
    log, decisions = folder / f"{namespace}.log", folder / f"{namespace}.decisions"
    decisions.touch()
    command = [
        *(LAGZERO, "scaler", "--kubeconfig", cluster.kubeconfig, "--namespace", namespace, *flags),
        *("--sync-period", "500ms", "--wake-interval", "200ms", "--downscale-stabilization", "1s"),
        *("--listen", "127.0.0.1:0", "--log-format", "json", "--decision-log", decisions, "--no-leader-elect"),
    ]
    with log.open("wb") as stderr:
        process = subprocess.Popen(command, stderr=stderr, cwd=folder, env=_environment())
    try:
        until(
            "the scaler has listed everything",
            lambda: (process.poll(), log.read_text()),
            lambda seen: seen[0] is not None or "everything was listed" in seen[1],
        )
        assert process.poll() is None, log.read_text()
        yield ScalerProcess(process=process, namespace=namespace, log=log, decisions=decisions)
    finally:
        ended(process)


def _environment() -> dict[str, str]:
    """No proxy may come between programs on loopback."""
    return {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
