"""What is a client of a benchmark told to read, and what does it tell afterwards?"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

AUTOSCALERS: Final = "system:serviceaccount:kube-system:horizontal-pod-autoscaler"
_SPARE_SECONDS: Final = 60.0
_SLOWEST_PER_SECOND: Final = 50.0


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Reads of the paths in turn; `per_second` is the pace at which they are put, 0 is as fast as they are answered."""

    url: str
    ca: str
    certificate: str
    key: str
    paths: tuple[str, ...]
    reads: int
    per_second: float
    connections: int
    user: str = AUTOSCALERS

    @property
    def deadline_seconds(self) -> float:
        """When it is given up."""
        return self.reads / (self.per_second or _SLOWEST_PER_SECOND) + _SPARE_SECONDS


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How it went. A read's time begins when it was due, so a server that lags behind the pace can't hide it."""

    seconds: float
    p50_milliseconds: float
    p99_milliseconds: float
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where to read, and as whom: the files of the front proxy's certificate."""

    url: str
    ca: Path
    certificate: Path
    key: Path

    def flood(self, paths: tuple[str, ...], *, reads: int, connections: int) -> Job:
        """As fast as they are answered."""
        return self._job(paths, reads=reads, per_second=0.0, connections=connections)

    def pace(self, paths: tuple[str, ...], *, seconds: float, per_second: float) -> Job:
        """At a pace, on as many connections as an API server keeps."""
        return self._job(paths, reads=int(seconds * per_second), per_second=per_second, connections=25)

    def _job(self, paths: tuple[str, ...], *, reads: int, per_second: float, connections: int) -> Job:
        return Job(
            url=self.url,
            ca=str(self.ca),
            certificate=str(self.certificate),
            key=str(self.key),
            paths=paths,
            reads=reads,
            per_second=per_second,
            connections=connections,
        )


def done(job: Job) -> Outcome:
    """The outcome, from a process of its own. Raises RuntimeError if a read failed: then nothing was measured."""
    client = subprocess.run(
        [sys.executable, "-m", "tests.bench.client"],
        input=msgspec.json.encode(job),
        capture_output=True,
        timeout=job.deadline_seconds,
        check=False,
    )
    if client.returncode:
        raise RuntimeError(f"the client ended with {client.returncode}: {client.stderr.decode()[-2000:]}")
    outcome = msgspec.json.decode(client.stdout, type=Outcome)
    if outcome.failed:
        raise RuntimeError(f"{outcome.failed} of {job.reads} reads of {job.url} failed")
    return outcome
