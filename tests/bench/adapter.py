"""What does a read of the adapter cost? Its cpu per uncached and per cached read over TLS, and reads per second."""

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.adapter_reads import paths_of, server_of
from tests.bench.adapter_slow import measure_slow
from tests.bench.cpu import cpu_seconds, resident_mebibytes
from tests.bench.figures import Figure
from tests.bench.jobs import Job, done
from tests.bench.processes import backend
from tests.support.adapter_files import AdapterFiles
from tests.support.adapter_process import run_adapter

_ROUNDS: Final = 5
_METRIC: Final = "queue_consumer_lag"
RULES = """externalRules:
- seriesQuery: '{__name__="queue_consumer_lag",name!=""}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (name)'
"""


def measure_adapter(*, reads: int) -> Iterator[Figure]:
    """Every uncached read has a selector of its own, so that none is answered from the cache."""
    with TemporaryDirectory() as name, backend(Path(name)) as prometheus:
        files = AdapterFiles(folder=Path(name))
        files.rules.write_text(RULES)
        flags = files.flags() | {"--prometheus": prometheus, "--log-format": "json", "--log-level": "info"}
        with run_adapter(flags) as adapter:
            pid, server = adapter.process.pid, server_of(adapter.url, files)
            many = server.flood(paths_of(_METRIC, "worker", reads), reads=reads, connections=32)
            _timed(pid, server.flood(paths_of(_METRIC, "warm", 200), reads=200, connections=32))
            cpu, _ = _timed(pid, many)
            yield Figure(name="adapter, cpu per uncached read", value=cpu / reads * 1e3, unit="ms", budget=3)
            # Whatever else runs on the machine only ever adds, so the least is the nearest to the truth.
            again = server.flood(paths_of(_METRIC, "worker", 1), reads=reads * 4, connections=8)
            cpu, seconds = min(_timed(pid, again) for _ in range(_ROUNDS))
            yield Figure(name="adapter, cpu per cached read", value=cpu / (reads * 4) * 1e3, unit="ms")
            yield Figure(
                name="adapter, cached reads per cpu second",
                value=reads * 4 / cpu,
                unit="/s",
                budget=5000,
                at_least=True,
            )
            yield Figure(
                name="adapter, cached reads per second, client beside it", value=reads * 4 / seconds, unit="/s"
            )
            yield Figure(name="adapter, resident memory", value=resident_mebibytes(pid), unit="MiB", budget=120)
    yield from measure_slow(reads=reads)


def _timed(pid: int, job: Job) -> tuple[float, float]:
    """The adapter's cpu and the wall time, in seconds, for a job."""
    before, began = cpu_seconds(pid), time.perf_counter()
    done(job)
    return cpu_seconds(pid) - before, time.perf_counter() - began
