"""Real Prometheus servers on loopback: one that scrapes a test's exporter, or any other."""

import os
import shutil
import subprocess
import threading
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import msgspec
import pytest

from adapter.process.clock import SystemClock
from e2e.ports import free_port
from tests.support.ending import ended
from tests.support.exporter import Exporter, run_exporter

_DEADLINE_SECONDS = 60.0
_ANSWER_SECONDS = 30.0
_BETWEEN_POLLS_SECONDS = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class RealPrometheus:
    """A running server and the exporter that it scrapes every 500 ms."""

    url: str
    exporter: Exporter

    def expose(self, series: str, value: str) -> None:
        """Set a series of the exporter and wait until a query sees it with that value."""
        self.exporter.set(series, value)
        _wait_until(f"{series} is {value}", lambda: self._sees(series, value))

    def query(self, promql: str) -> list[str]:
        """The values of an instant query, as Prometheus prints them."""
        return [sample.value[1] for sample in self._result(promql)]

    def select(self, promql: str) -> list[dict[str, str]]:
        """The labels of an instant query's series."""
        return [sample.metric for sample in self._result(promql)]

    def _sees(self, series: str, value: str) -> bool:
        # Two texts may mean one number, and NaN is unequal to itself.
        return [repr(float(seen)) for seen in self.query(series)] == [repr(float(value))]

    def _result(self, promql: str) -> tuple["_Sample", ...]:
        form = urllib.parse.urlencode({"query": promql}).encode()
        with urllib.request.urlopen(f"{self.url}/api/v1/query", form, timeout=_ANSWER_SECONDS) as answer:
            return msgspec.json.decode(answer.read(), type=_Answer).data.result


class _Sample(msgspec.Struct):
    metric: dict[str, str]
    value: tuple[float, str]


class _Data(msgspec.Struct):
    result: tuple[_Sample, ...]


class _Answer(msgspec.Struct):
    data: _Data


def require_prometheus() -> str:
    """The path of the `prometheus` binary. Without one a test fails in CI and is skipped elsewhere, with the reason."""
    binary = shutil.which("prometheus")
    if binary is not None:
        return binary
    reason = "needs the program `prometheus` on PATH (Debian package prometheus)"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def run_server(folder: Path, config: Mapping[str, object]) -> Iterator[str]:
    """The address of a Prometheus that is ready, with its files in `folder`."""
    binary = require_prometheus()
    (folder / "prometheus.yml").write_bytes(msgspec.json.encode(config))
    url = f"http://127.0.0.1:{free_port()}"
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(_command(binary, folder, url), stderr=log)
        try:
            _wait_until(f"{url} is ready", lambda: _is_ready(url, server, folder))
            yield url
        finally:
            ended(server)


@contextmanager
def run_prometheus(folder: Path) -> Iterator[RealPrometheus]:
    """A Prometheus with its exporter, files in `folder`, ready and with a first scrape done."""
    with run_exporter() as exporter, run_server(folder, _scraping(exporter)) as url:
        running = RealPrometheus(url=url, exporter=exporter)
        _wait_until(f"{url} has scraped", lambda: running.query('up{job="exporter"}') == ["1"])
        yield running


@pytest.fixture(scope="session")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealPrometheus]:
    """One Prometheus for all tests of a run; each test names its series after itself."""
    with run_prometheus(tmp_path_factory.mktemp("prometheus")) as running:
        yield running


def _scraping(exporter: Exporter) -> dict[str, object]:
    return {
        "global": {"scrape_interval": "500ms", "scrape_timeout": "500ms"},
        "scrape_configs": [
            # The test's own labels stay as they are, also `job` and `instance`.
            {"job_name": "exporter", "honor_labels": True, "static_configs": [{"targets": [exporter.address]}]}
        ],
    }


def _command(binary: str, folder: Path, url: str) -> list[str]:
    return [
        binary,
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address={url.removeprefix('http://')}",
        "--storage.tsdb.retention.time=1h",
        "--log.level=warn",
    ]


def _is_ready(url: str, server: subprocess.Popen[bytes], folder: Path) -> bool:
    if server.poll() is not None:
        raise RuntimeError(f"prometheus ended with {server.returncode}: {(folder / 'log').read_text()}")
    try:
        with urllib.request.urlopen(f"{url}/-/ready", timeout=_ANSWER_SECONDS) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except OSError:
        return False  # it doesn't listen yet, or isn't ready, or takes its time


def _wait_until(what: str, holds: Callable[[], bool]) -> None:
    clock, pause = SystemClock(), threading.Event()
    deadline = clock.monotonic() + _DEADLINE_SECONDS
    while not holds():
        if clock.monotonic() > deadline:
            raise TimeoutError(f"after {_DEADLINE_SECONDS} s still not: {what}")
        pause.wait(_BETWEEN_POLLS_SECONDS)
