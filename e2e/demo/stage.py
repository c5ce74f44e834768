"""What has to run before the story can begin? The five programs, in their order, and what is posted to the cluster."""

import base64
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import yaml

from e2e.demo import pace
from e2e.demo.certificates import write_serving_certificate
from e2e.demo.cluster import ApiService, Cluster
from e2e.demo.parts import ROOT, PartError, Parts
from e2e.demo.screen import Screen
from e2e.demo.witness import Places, Witness
from e2e.ports import free_port

_SYSTEM_NAMESPACE: Final = "lagzero-system"
_SERVICE: Final = "lagzero-adapter"
_API_SERVICE: Final = "v1beta1.external.metrics.k8s.io"
_EXAMPLES: Final = ROOT / "manifests" / "examples"
_RULES: Final = _EXAMPLES / "rules.yaml"
_PROBE: Final = aiohttp.ClientTimeout(total=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Everything that a chapter may look at or touch."""

    cluster: Cluster
    witness: Witness
    screen: Screen
    kubeconfig: Path
    places: Places


@dataclass(frozen=True, slots=True, kw_only=True)
class _PrometheusFiles:
    binary: Path
    folder: Path


@asynccontextmanager
async def set_up(parts: Parts, *, folder: Path, prometheus: Path, screen: Screen) -> AsyncIterator[Stage]:
    """All programs running, the worker applied, the scaler last. Raises PartError or ClusterError."""
    places = Places(exporter=f"http://127.0.0.1:{free_port()}", prometheus=f"http://127.0.0.1:{free_port()}")
    async with aiohttp.ClientSession() as session:
        screen.say(f"starting the queue and its exporter, {places.exporter}/metrics")
        await _start_exporter(parts, session, places.exporter)
        screen.say(f"starting Prometheus, {places.prometheus}")
        await _start_prometheus(parts, session, _PrometheusFiles(binary=prometheus, folder=folder), places)
        screen.say("starting the sandbox, a stand-in for a cluster's API server and its controllers")
        kubeconfig = await _start_sandbox(parts, folder / "sandbox")
        cluster = Cluster.of(kubeconfig, session)
        screen.say("starting lagzero adapter, registered with an APIService")
        await _start_adapter(parts, cluster, folder, (kubeconfig, places.prometheus))
        for document in _documents(_EXAMPLES / "worker.yaml"):
            await cluster.create(document)
        witness = Witness(session, places=places, parts=parts, show=screen.show)
        async with witness.watching(cluster):
            screen.say("waiting for Prometheus' first sample, about 5 s after its start")
            await witness.until(lambda sight: sight.visible is not None)
            screen.say("starting lagzero scaler")
            await _start_scaler(parts, session, (kubeconfig, places.prometheus))
            yield Stage(cluster=cluster, witness=witness, screen=screen, kubeconfig=kubeconfig, places=places)


async def _start_exporter(parts: Parts, session: aiohttp.ClientSession, url: str) -> None:
    command = (sys.executable, "-m", "e2e.demo.exporter", "--listen", url.removeprefix("http://"))
    rate = ("--rate", str(pace.TASKS_PER_WORKER_SECOND))

    async def up() -> bool:
        return await _answers(session, f"{url}/metrics")

    await parts.start("exporter", (*command, *rate), up=up)


async def _start_prometheus(
    parts: Parts, session: aiohttp.ClientSession, files: _PrometheusFiles, places: Places
) -> None:
    config = files.folder / "prometheus.yml"
    config.write_text(yaml.safe_dump(prometheus_config(places.exporter.removeprefix("http://"))))

    async def up() -> bool:
        return await _answers(session, f"{places.prometheus}/-/ready")

    command = (
        files.binary,
        f"--config.file={config}",
        f"--storage.tsdb.path={files.folder / 'prometheus'}",
        f"--web.listen-address={places.prometheus.removeprefix('http://')}",
        "--log.level=warn",
    )
    await parts.start("prometheus", command, up=up)


def prometheus_config(target: str) -> Mapping[str, object]:
    """Scrape one exporter, whose own labels stay as they are."""
    job = {"job_name": "queue", "honor_labels": True, "static_configs": [{"targets": [target]}]}
    every = f"{pace.SCRAPE_SECONDS}s"
    return {"global": {"scrape_interval": every, "scrape_timeout": every}, "scrape_configs": [job]}


async def _start_sandbox(parts: Parts, state: Path) -> Path:
    crd = ROOT / "manifests" / "base" / "crd" / "zeropodautoscalers.yaml"
    command = (sys.executable, "-m", "e2e.sandbox", "--state", state, "--crd", crd)

    async def up() -> bool:
        return (state / "ready.json").exists()

    await parts.start("sandbox", (*command, "--pod-start", str(pace.POD_START_SECONDS)), up=up)
    return state / "kubeconfig"


async def _start_adapter(parts: Parts, cluster: Cluster, folder: Path, talks_to: tuple[Path, str]) -> None:
    kubeconfig, prometheus = talks_to
    serving = write_serving_certificate(folder, dns_name=f"{_SERVICE}.{_SYSTEM_NAMESPACE}.svc")
    port = free_port()
    for document in registration(port=port, ca_bundle=serving.ca_bundle):
        await cluster.create(document)

    async def up() -> bool:
        path = f"/apis/apiregistration.k8s.io/v1/apiservices/{_API_SERVICE}"
        status = (await cluster.get(path, ApiService)).status
        return any(each.type == "Available" and each.status == "True" for each in status.conditions)

    command = (_lagzero(), "adapter", "--rules", _RULES, "--prometheus", prometheus, "--listen", f"127.0.0.1:{port}")
    tls = ("--tls-cert-file", serving.certificate, "--tls-private-key-file", serving.key)
    state = kubeconfig.parent
    callers = (
        *("--requestheader-client-ca-file", state / "front-proxy-ca.crt"),
        *("--requestheader-allowed-names", "front-proxy-client"),
        *("--client-ca-file", state / "ca.crt"),
        *("--kubeconfig", kubeconfig),
    )
    await parts.start("adapter", (*command, *tls, *callers), up=up)


def registration(*, port: int, ca_bundle: bytes) -> tuple[Mapping[str, object], ...]:
    """What makes the API server send external.metrics.k8s.io to a program on this machine."""
    service = {"name": _SERVICE, "namespace": _SYSTEM_NAMESPACE}
    group, version = "external.metrics.k8s.io", "v1beta1"
    spec = {
        "group": group,
        "version": version,
        "groupPriorityMinimum": 100,
        "versionPriority": 100,
        "service": {**service, "port": port},
        "caBundle": base64.b64encode(ca_bundle).decode(),
    }
    api_service = {"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": {"name": _API_SERVICE}}
    return (
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _SYSTEM_NAMESPACE}},
        {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": service,
            "spec": {"type": "ExternalName", "externalName": "127.0.0.1"},
        },
        {**api_service, "spec": spec},
    )


async def _start_scaler(parts: Parts, session: aiohttp.ClientSession, talks_to: tuple[Path, str]) -> None:
    (kubeconfig, prometheus), listen = talks_to, f"127.0.0.1:{free_port()}"
    command = (
        *(_lagzero(), "scaler", "--kubeconfig", kubeconfig, "--listen", listen),
        *("--external-metrics", "engine", "--rules", _RULES, "--prometheus", prometheus),
        *("--sync-period", f"{pace.SYNC_SECONDS}s"),
        *("--wake-interval", f"{pace.WAKE_SECONDS}s"),
        *("--downscale-stabilization", f"{pace.STABILIZATION_SECONDS}s"),
    )

    async def up() -> bool:
        return await _answers(session, f"http://{listen}/livez")

    await parts.start("scaler", command, up=up)


def _documents(manifest: Path) -> Iterator[Mapping[str, object]]:
    yield from yaml.safe_load_all(manifest.read_text())


def _lagzero() -> Path:
    program = Path(sys.executable).parent / "lagzero"
    if not program.exists():
        raise PartError(f"lagzero isn't installed beside {sys.executable}: run ./dev setup, or ./dev demo")
    return program


async def _answers(session: aiohttp.ClientSession, url: str) -> bool:
    try:
        async with session.get(url, timeout=_PROBE) as answer:
            return answer.status == 200
    except (aiohttp.ClientError, TimeoutError):
        return False
