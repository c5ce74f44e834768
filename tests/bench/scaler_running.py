"""What runs while the scaler is measured, and what is read of it? A scaler, a sandbox and a backend, seen twice."""

import re
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from adapter.process.clock import SystemClock
from tests.bench.cpu import cpu_seconds, resident_mebibytes
from tests.bench.processes import LAGZERO, backend, running, until_said

_SAMPLE: Final = re.compile(r"^(\w+)(\{[^}]*\})? (\S+)$", re.MULTILINE)
CLOCK: Final = SystemClock()
_forever: Final = threading.Event()
_LATENESS: Final = "lagzero_scaler_sync_lateness_seconds_bucket"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A sandbox and a backend, and where their files are."""

    folder: Path
    kubeconfig: Path
    sandbox: subprocess.Popen[bytes]
    prometheus: str

    @contextmanager
    def scaler(self, rules: str, *flags: str) -> Iterator["Measured"]:
        """`lagzero scaler` over both, without a lease."""
        log, path = self.folder / "scaler.log", self.folder / "rules.yaml"
        path.write_text(rules)
        command: list[str | Path] = [
            *(LAGZERO, "scaler", "--no-leader-elect", "--log-format=json", "--listen=127.0.0.1:0"),
            *("--kubeconfig", self.kubeconfig, "--rules", path, "--prometheus", self.prometheus),
            *flags,
        ]
        with running(*command, log=log) as process:
            line = '{"time"' + until_said(log, process, '{"time"')
            probes = msgspec.json.decode(line, type=_Line).probes
            yield Measured(stage=self, process=process, probes=probes)

    def set_value(self, value: int, name: str = "") -> None:
        """What the backend says from now on, of one series or of all."""
        path = f"values/{name}/{value}" if name else f"value/{value}"
        request = urllib.request.Request(f"{self.prometheus}/{path}", method="PUT")
        with urllib.request.urlopen(request, timeout=10) as answer:
            answer.read()


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The counters of one moment; `late` counts syncs by the upper bound of their lateness in seconds."""

    at: float
    cpu: float
    sandbox_cpu: float
    queries: float
    syncs: float
    late: dict[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The running scaler."""

    stage: Stage
    process: subprocess.Popen[bytes]
    probes: str

    def resident_mebibytes(self) -> float:
        return resident_mebibytes(self.process.pid)

    def wake(self, name: str) -> None:
        """Say that there is demand for the autoscaler NAMESPACE/NAME."""
        body = msgspec.json.encode({"autoscalers": [name]})
        with urllib.request.urlopen(f"{self.probes}/wake", data=body, timeout=10) as answer:
            answer.read()

    def look(self) -> Look:
        samples = _SAMPLE.findall(_get(f"{self.probes}/metrics"))
        bounds = {
            labels.removeprefix('{le="').removesuffix('"}'): float(value)
            for name, labels, value in samples
            if name == _LATENESS
        }
        return Look(
            at=CLOCK.monotonic(),
            cpu=cpu_seconds(self.process.pid),
            sandbox_cpu=cpu_seconds(self.stage.sandbox.pid),
            queries=msgspec.json.decode(_get(f"{self.stage.prometheus}/queries"), type=dict[str, float])["queries"],
            syncs=sum(float(value) for name, _, value in samples if name == "lagzero_scaler_syncs_total"),
            late={float(bound): value for bound, value in bounds.items()},
        )


@contextmanager
def staged() -> Iterator[Stage]:
    """A sandbox with our definition, whose Pods are ready at once, and a backend, for the length of a block."""
    with TemporaryDirectory() as name, backend(Path(name)) as prometheus:
        folder, state, log = Path(name), Path(name) / "sandbox", Path(name) / "sandbox.log"
        command = (sys.executable, "-m", "e2e.sandbox", "--state", str(state), "--crd", "manifests/base/crd")
        with running(*command, "--pod-start", "0", "--bookmarks", "30", log=log) as process:
            until_said(log, process, "ready ")
            yield Stage(folder=folder, kubeconfig=state / "kubeconfig", sandbox=process, prometheus=prometheus)


def p99(before: Look, after: Look) -> float:
    """The smallest bucket bound that 99 % of the syncs kept, in seconds."""
    grown = {bound: value - before.late[bound] for bound, value in after.late.items()}
    total = max(grown.values())
    return min(bound for bound, value in grown.items() if value >= 0.99 * total)


def pause(seconds: float) -> None:
    """Let the programs run for so long."""
    _forever.wait(seconds)


class _Line(msgspec.Struct):
    probes: str = ""


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return str(answer.read(), "utf-8")
