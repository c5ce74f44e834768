"""How does the stock controller do beside it? Both on one real control plane, over the same workloads, one by one.

Reads of external metrics, as our adapter counts them, tell how often the stock controller looks at an object.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from e2e.control_plane.api import Api
from e2e.control_plane.binaries import NoProgramsError, find_programs
from e2e.control_plane.cluster import Cluster, running_cluster
from e2e.control_plane.control_plane import Settings
from e2e.control_plane.lagzero import Sources, start_adapter, start_scaler
from e2e.control_plane.manifests import install
from tests.bench.cpu import cpu_seconds
from tests.bench.figures import Figure
from tests.bench.processes import backend
from tests.bench.scaler_objects import Population, name_of
from tests.bench.scaler_running import pause

_PERIOD_SECONDS: Final = 15
_STOCK: Final = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers"
_OURS: Final = "/apis/lagzero.dev/v1alpha1/namespaces/default/zeropodautoscalers"
_WORKLOADS: Final = "/apis/apps/v1/namespaces/default/statefulsets"
_READS: Final = re.compile(r"^lagzero_adapter_metric_reads_total\{.*\} (\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What both have in common."""

    cluster: Cluster
    population: Population
    sources: Sources
    adapter: Api
    programs: Mapping[str, int]

    def create(self, path: str, document: Mapping[str, Any]) -> None:
        answer = self.cluster.admin.post(path, document)
        if answer.code != 201:
            raise RuntimeError(f"POST {path}: {answer.text}")

    def spent(self) -> dict[str, float]:
        return {name: cpu_seconds(pid) for name, pid in self.programs.items()}

    def reads(self) -> float:
        return sum(float(count) for count in _READS.findall(self.adapter.get("/metrics").text))


def measure_stock(*, autoscalers: int, periods: int) -> Iterator[Figure]:
    """First the stock controller by our adapter, then our scaler by its own engine; nothing without the programs."""
    try:
        programs = find_programs(_say, environ=os.environ)
    except NoProgramsError as error:
        _say(f"the stock controller isn't measured: {error}")
        return
    population = Population(autoscalers=autoscalers, rules=1)
    with TemporaryDirectory() as name, backend(Path(name)) as prometheus:
        rules = Path(name) / "rules.yaml"
        rules.write_text(population.rules_file)
        sources = Sources(rules=rules, prometheus=prometheus)
        with running_cluster(programs, Path(name) / "cluster", Settings(hpa_sync_seconds=_PERIOD_SECONDS)) as cluster:
            adapter = start_adapter(cluster, cluster.processes, sources, install(cluster, "split"))
            pids = {**_pids("kube-apiserver", "kube-controller-manager"), "adapter": adapter.program.process.pid}
            api = Api(adapter.url, ca=adapter.ca, identity=cluster.admin.identity)
            beside = _Beside(cluster, population, sources, api, pids)
            yield from _stock(beside, periods)
            yield from _ours(beside, periods)


def _stock(beside: _Beside, periods: int) -> Iterator[Figure]:
    count = beside.population.autoscalers
    for number in range(count):
        beside.create(_WORKLOADS, beside.population.workload(number))
        beside.create(_STOCK, beside.population.stock_autoscaler(number))
    pause(4 * _PERIOD_SECONDS)
    before, reads = beside.spent(), beside.reads()
    seconds = periods * _PERIOD_SECONDS
    pause(seconds)
    looks = (beside.reads() - reads) / seconds
    label = f"stock controller, {count} autoscalers"
    period = count / looks if looks else float("inf")
    yield Figure(name=f"{label}: period that it keeps", value=period, unit="s", why="15 s were asked for")
    yield from _cpu(label, before, beside.spent(), seconds)
    for number in range(count):
        beside.cluster.admin.delete(f"{_STOCK}/{name_of(number)}")


def _ours(beside: _Beside, periods: int) -> Iterator[Figure]:
    count = beside.population.autoscalers
    scaler = start_scaler(beside.cluster, beside.cluster.processes, beside.sources, ())
    for number in range(count):
        beside.create(_OURS, beside.population.autoscaler(number))
    pause(4 * _PERIOD_SECONDS)
    with_ours = replace(beside, programs={**beside.programs, "scaler": scaler.process.pid})
    before, seconds = with_ours.spent(), periods * _PERIOD_SECONDS
    pause(seconds)
    yield from _cpu(f"scaler in its place, {count} autoscalers", before, with_ours.spent(), seconds)


def _cpu(label: str, before: Mapping[str, float], after: Mapping[str, float], seconds: float) -> Iterator[Figure]:
    for name, spent in after.items():
        share = (spent - before[name]) / seconds * 100
        yield Figure(name=f"{label}: cpu of {name}", value=share, unit="% of a core")


def _pids(*names: str) -> dict[str, int]:
    """Of the programs that this process has started."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for line in listed.splitlines():
        pid, _, command = line.strip().partition(" ")
        for name in names:
            if Path(command.split()[0]).name.startswith(name):
                found[name] = int(pid)
    return found


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
