"""What do all scenarios stand on? A sandbox that knows two scalers, a Prometheus, and ways to both."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.chain.cluster import Cluster
from tests.chain.programs import ROOT
from tests.faults.network import Network, run_networks
from tests.faults.series import StandIn, run_stand_in

USERS = ("red", "blue")
_CRD = ROOT / "manifests" / "base" / "crd"
_ENDING_SECONDS = 40.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What scenarios share, one after the other: a sandbox, a Prometheus, and ways to both."""

    cluster: Cluster
    metrics: StandIn
    make_network: Callable[[str], Network]


@contextmanager
def run_ground(folder: Path) -> Iterator[Ground]:
    with _run_sandbox(folder) as cluster, run_stand_in() as metrics, run_networks() as make_network:
        yield Ground(cluster=cluster, metrics=metrics, make_network=make_network)


@contextmanager
def _run_sandbox(folder: Path) -> Iterator[Cluster]:
    state = folder / "sandbox"
    tokens = folder / "tokens.csv"
    tokens.write_text("".join(f"{user},token-of-{user}\n" for user in USERS))
    options = ["--state", str(state), "--crd", str(_CRD), "--tokens", str(tokens), "--pod-start", "0.1"]
    options += ["--bookmarks", "0.3", "--availability-interval", "0.2"]
    command = [sys.executable, "-m", "e2e.sandbox", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            _, url = process.stdout.readline().split()
            yield Cluster(url=url, state=state)
        finally:
            process.kill()
            process.wait(timeout=_ENDING_SECONDS)
