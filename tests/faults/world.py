"""One sandbox, one Prometheus, and scalers, each a process that reaches them over ways of its own."""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from tests.chain.cluster import Cluster
from tests.chain.polling import until
from tests.chain.programs import ROOT, write_rules
from tests.chain.worker import Worker
from tests.faults import audit
from tests.faults.ground import USERS, Ground
from tests.faults.scaler import Scaler
from tests.faults.series import StandIn

_ENDING_SECONDS = 40.0
_QUICK = {
    "--sync-period": "500ms",
    "--wake-interval": "200ms",
    "--downscale-stabilization": "1s",
}


@dataclass(slots=True, kw_only=True)
class World:
    """Everything that a scenario has, in a namespace of its own, and what it left on the server's record."""

    ground: Ground
    namespace: str
    folder: Path
    programs: ExitStack
    started: int = 0
    scalers: list[Scaler] = field(default_factory=list)

    def start_scaler(
        self, user: str = "red", *, elects: bool = True, flags: Mapping[str, str] = MappingProxyType({})
    ) -> Scaler:
        """A new process of that user, its probes served; `flags` replace the usual ones."""
        self.started += 1
        folder = self.folder / f"{self.started}-{user}"
        folder.mkdir()
        words = [part for pair in {**_QUICK, **flags}.items() for part in pair]
        words.append("--leader-elect" if elects else "--no-leader-elect")
        scaler = self.programs.enter_context(self._running(folder, user, words))
        self.scalers.append(scaler)
        until("the scaler serves its probes", lambda: _alive(scaler).said("scaling"), bool)
        return scaler

    def worker(self, name: str, scaler: Scaler, *, kind: str = "Deployment") -> Worker:
        return Worker(cluster=self.cluster, prometheus=self.metrics, scaler=scaler, kind=kind, name=name)

    def fault(self, **fault: object) -> None:
        """Switch a fault of the API server on; `times` is for how many requests, without end if it isn't given."""
        times = fault.pop("times", 1_000_000)
        self._post("faults", {**fault, "for": times})

    def well_again(self) -> None:
        self.cluster.delete("/sandbox/faults")

    def forget_history(self) -> None:
        """Every resourceVersion that somebody knows is too old from now on."""
        self._post("compact")

    def end_watches(self) -> None:
        self._post("drop-watches")

    def watches_are_refused_by(self, form: str) -> None:
        """Whether a watch from too old a version is answered with a status or an event."""
        self._post("watch-gone", {"as": form})

    def revision(self) -> int:
        """The version that all objects have reached."""
        return int(self.cluster.get("/api/v1/namespaces")["metadata"]["resourceVersion"])

    def new_revision(self) -> int:
        """Something happens to an object that no scaler looks at; the version that all objects have reached."""
        path = f"/api/v1/namespaces/{self.namespace}"
        self.cluster.patch(path, {"metadata": {"labels": {"seen": str(self.started)}}})
        return int(self.cluster.get(path)["metadata"]["resourceVersion"])

    def requests(self) -> list[dict[str, Any]]:
        """Every request of a scaler so far, in the server's order."""
        items = self.cluster.get("/sandbox/requests")["items"]
        return [item for item in items if item["user"] in USERS]

    def lease_writes(self) -> list[dict[str, Any]]:
        """Every write of the lease that was taken."""
        return [each for each in audit.writes(self.requests()) if audit.is_lease(each)]

    def holder(self) -> str:
        """Which user holds the lease, as the server's record has it; an empty text is nobody."""
        held = self.lease_writes()
        return held[-1]["user"] if held and held[-1]["holder"] else ""

    def _post(self, path: str, body: object = None) -> None:
        self.cluster.post(f"/sandbox/{path}", body or {})

    @property
    def cluster(self) -> Cluster:
        return self.ground.cluster

    @property
    def metrics(self) -> StandIn:
        return self.ground.metrics

    @contextmanager
    def _running(self, folder: Path, user: str, flags: list[str]) -> Iterator[Scaler]:
        network = self.ground.make_network(self.cluster.url)
        metrics_network = self.ground.make_network(self.metrics.url)
        wrong_by, log, decisions = folder / "wrong-by", folder / "log", folder / "decisions"
        wrong_by.write_text("0")
        decisions.touch()
        own = {
            "--kubeconfig": str(self._kubeconfig(folder, network.url, user)),
            "--namespace": self.namespace,
            "--rules": str(write_rules(folder)),
            "--prometheus": f"http://127.0.0.1:{metrics_network.port}",
            "--listen": "127.0.0.1:0",
            "--log-format": "json",
            "--decision-log": str(decisions),
        }
        command = [sys.executable, "-m", "tests.faults.shifted_scaler", str(wrong_by)]
        command += [*(part for pair in own.items() for part in pair), *flags]
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                command,
                stderr=stderr,
                cwd=ROOT,
                env={**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"},
            )
        scaler = Scaler(
            process=process,
            namespace=self.namespace,
            log=log,
            decisions=decisions,
            user=user,
            network=network,
            metrics_network=metrics_network,
            wrong_by=wrong_by,
        )
        try:
            yield scaler
        finally:
            process.kill()
            process.wait(timeout=_ENDING_SECONDS)

    def _kubeconfig(self, folder: Path, url: str, user: str) -> Path:
        """Who a scaler is, and the way it takes: its user's token, and its own network."""
        document = yaml.safe_load(self.cluster.kubeconfig.read_text())
        document["clusters"][0]["cluster"]["server"] = url
        document["contexts"][0]["context"]["namespace"] = self.namespace
        document["users"][0]["user"] = {"token": f"token-of-{user}"}
        kubeconfig = folder / "kubeconfig"
        kubeconfig.write_text(yaml.safe_dump(document))
        return kubeconfig


def _alive(scaler: Scaler) -> Scaler:
    assert scaler.process.poll() is None, scaler.log.read_text()
    return scaler


@contextmanager
def run_world(ground: Ground, folder: Path) -> Iterator[World]:
    """A world for one scenario, with nothing in it."""
    namespace = f"work-{uuid.uuid4().hex[:8]}"
    ground.metrics.start_anew()
    ground.cluster.delete("/sandbox/requests")
    ground.cluster.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}})
    try:
        with ExitStack() as programs:
            yield World(ground=ground, namespace=namespace, folder=folder, programs=programs)
    finally:
        ground.cluster.delete("/sandbox/faults")
        ground.cluster.delete(f"/api/v1/namespaces/{namespace}")
