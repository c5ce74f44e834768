"""What does the scaler cost with many autoscalers? Its cpu, lateness, queries and writes over some sync periods."""

import asyncio
import re
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from adapter.kube.access import load_access
from adapter.kube.client import KubeClient
from tests.bench.adapter import RULES
from tests.bench.cpu import cpu_seconds, resident_mebibytes
from tests.bench.figures import Figure
from tests.bench.processes import LAGZERO, backend, running, sandbox, until_said

_PERIOD_SECONDS: Final = 15
_SAMPLE: Final = re.compile(r"^(\w+)(\{[^}]*\})? (\S+)$", re.MULTILINE)


def measure_scaler(*, autoscalers: int, periods: int) -> Iterator[Figure]:
    """Steady state: every target has the replicas that its metric asks for, so nothing is to be written."""
    with TemporaryDirectory() as name, backend(Path(name)) as prometheus, sandbox(Path(name)) as kubeconfig:
        folder, log = Path(name), Path(name) / "scaler.log"
        asyncio.run(_create(kubeconfig, autoscalers))
        rules = folder / "rules.yaml"
        rules.write_text(RULES)
        flags: list[str | Path] = [
            "--kubeconfig",
            kubeconfig,
            "--rules",
            rules,
            "--prometheus",
            prometheus,
            "--listen",
            "127.0.0.1:0",
        ]
        with running(LAGZERO, "scaler", "--no-leader-elect", "--log-format", "json", *flags, log=log) as process:
            probes = _probes(log, process)
            _wait(2 * _PERIOD_SECONDS)
            before = _look(probes, prometheus, process.pid)
            _wait(periods * _PERIOD_SECONDS)
            after = _look(probes, prometheus, process.pid)
            memory = resident_mebibytes(process.pid)
    seconds = after.at - before.at
    label = f"scaler, {autoscalers} autoscalers"
    share = (after.cpu - before.cpu) / seconds * 100
    yield Figure(name=f"{label}: cpu", value=share, unit="% of a core", budget=10 * autoscalers / 500)
    yield Figure(name=f"{label}: p99 lateness at most", value=_p99(before, after), unit="s", budget=2)
    yield Figure(name=f"{label}: syncs", value=(after.syncs - before.syncs) / seconds, unit="/s")
    yield Figure(name=f"{label}: queries to Prometheus", value=(after.queries - before.queries) / seconds, unit="/s")
    yield Figure(name=f"{label}: writes to /scale", value=after.writes - before.writes, unit="", budget=0)
    yield Figure(name=f"{label}: resident memory", value=memory, unit="MiB", budget=512)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """The counters of one moment; `late` counts syncs by the upper bound of their lateness in seconds."""

    at: float
    cpu: float
    queries: float
    syncs: float
    writes: float
    late: dict[float, float]


def _look(probes: str, prometheus: str, pid: int) -> _Look:
    exposition = _get(f"{probes}/metrics")
    samples = [
        (name, labels, float(value)) for name, labels, value in _SAMPLE.findall(exposition) if not name.startswith("#")
    ]
    return _Look(
        at=time.monotonic(),  # noqa: TID251 -- a benchmark measures the world's time
        cpu=cpu_seconds(pid),
        queries=msgspec.json.decode(_get(f"{prometheus}/queries"), type=dict[str, float])["queries"],
        syncs=sum(value for name, _, value in samples if name == "lagzero_scaler_syncs_total"),
        writes=sum(value for name, _, value in samples if name == "lagzero_scaler_scale_writes_total"),
        late={
            float(labels.removeprefix('{le="').removesuffix('"}')): value
            for name, labels, value in samples
            if name == "lagzero_scaler_sync_lateness_seconds_bucket"
        },
    )


def _p99(before: _Look, after: _Look) -> float:
    """The smallest bucket bound that 99 % of the syncs kept."""
    grown = {bound: value - before.late[bound] for bound, value in after.late.items()}
    total = max(grown.values())
    return min(bound for bound, value in grown.items() if value >= 0.99 * total)


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read(), "utf-8")


def _wait(seconds: float) -> None:
    time.sleep(seconds)  # noqa: TID251 -- a benchmark lets time pass


class _Line(msgspec.Struct):
    message: str = ""
    probes: str = ""


def _probes(log: Path, process: subprocess.Popen[bytes]) -> str:
    """Where the scaler's metrics are, as its log says."""
    line = '{"time"' + until_said(log, process, '{"time"')
    return msgspec.json.decode(line, type=_Line).probes


async def _create(kubeconfig: Path, autoscalers: int) -> None:
    """Workloads of one replica, each with an autoscaler of its own on one shared rule."""
    async with KubeClient.of(load_access(kubeconfig), user_agent="lagzero-bench") as client:
        for number in range(autoscalers):
            name = f"worker-{number}"
            await client.create("/apis/apps/v1/namespaces/default/deployments", _deployment(name), msgspec.Raw)
            path = "/apis/lagzero.dev/v1alpha1/namespaces/default/zeropodautoscalers"
            await client.create(path, _autoscaler(name), msgspec.Raw)


def _deployment(name: str) -> dict[str, object]:
    labels = {"app": name}
    pod = {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "app", "image": "worker"}]}}
    spec = {"replicas": 1, "selector": {"matchLabels": labels}, "template": pod}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": spec}


def _autoscaler(name: str) -> dict[str, object]:
    external = {
        "metric": {"name": "queue_consumer_lag", "selector": {"matchLabels": {"name": name}}},
        "target": {"type": "AverageValue", "averageValue": "30"},
    }
    return {
        "apiVersion": "lagzero.dev/v1alpha1",
        "kind": "ZeroPodAutoscaler",
        "metadata": {"name": name},
        "spec": {
            "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": name},
            "minReplicas": 0,
            "maxReplicas": 10,
            "metrics": [{"type": "External", "external": external}],
        },
    }
