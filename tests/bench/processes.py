"""How does a benchmark start the programs it measures? Each as a process that is ended with the block."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

LAGZERO = Path(sys.executable).with_name("lagzero")
_DEADLINE_SECONDS = 30.0


@contextmanager
def running(*command: str | Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The process of `command`, its output in `log`; asked to stop with the block, and made to after a while."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=_DEADLINE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def until_said(log: Path, process: subprocess.Popen[bytes], start: str) -> str:
    """The rest of the first line of `log` that begins with `start`. Raises RuntimeError if it doesn't come."""
    for _ in range(int(_DEADLINE_SECONDS / 0.02)):
        for line in log.read_text().splitlines():
            if line.startswith(start):
                return line.removeprefix(start)
        if process.poll() is not None:
            break
        time.sleep(0.02)  # noqa: TID251 -- waiting for another process
    raise RuntimeError(f"no line {start!r} in {log}:\n{log.read_text()[-2000:]}")


@contextmanager
def backend(folder: Path, *, delay_seconds: float = 0.0) -> Iterator[str]:
    """The URL of a loopback stand-in for Prometheus, which takes so long for each query."""
    log = folder / "backend.log"
    with running(sys.executable, "-m", "tests.bench.backend", str(delay_seconds), log=log) as process:
        yield "http" + until_said(log, process, "http").rstrip()


class _Ready(msgspec.Struct):
    url: str


@contextmanager
def sandbox(folder: Path) -> Iterator[Path]:
    """The kubeconfig of a sandbox with our CRD, whose Pods are ready at once."""
    log, state = folder / "sandbox.log", folder / "sandbox"
    command = (sys.executable, "-m", "e2e.sandbox", "--state", str(state), "--crd", "manifests/base/crd")
    with running(*command, "--pod-start", "0", "--bookmarks", "30", log=log) as process:
        until_said(log, process, "ready ")
        yield state / "kubeconfig"
