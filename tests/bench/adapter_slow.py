"""How quick is the adapter when its Prometheus isn't? Reads that each wait for a query, and probes while reads wait."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from tests.bench.adapter_reads import GROUP_VERSION, paths_of, server_of
from tests.bench.figures import Figure
from tests.bench.jobs import Job, Server, done
from tests.bench.processes import backend
from tests.support.adapter_files import AdapterFiles
from tests.support.adapter_process import run_adapter

_DELAY_SECONDS: Final = 0.005
_CONNECTIONS: Final = 64
# Whatever else runs on the machine only ever slows it down, so the best of several rounds is the nearest to the truth.
_ROUNDS: Final = 3
_DOCUMENTS: Final = ("/apis", GROUP_VERSION, "/openapi/v2", "/openapi/v3", "/livez", "/readyz")
_CROWD_SECONDS: Final = 3.0
_RULE: Final = """- seriesQuery: '{{__name__="{metric}",name!=""}}'
  resources: {{overrides: {{namespace: {{resource: namespace}}}}}}
  metricsQuery: 'sum(<<.Series>>{{<<.LabelMatchers>>}}) by (name){more}'
  timeout: 30s
"""
_RULES: Final = "externalRules:\n" + "".join(
    _RULE.format(metric=metric, more=more)
    for metric, more in (("queue_consumer_lag", ""), ("queue_alone_lag", " + 0"), ("silent_lag", ""))
)


def measure_slow(*, reads: int) -> Iterator[Figure]:
    """Every read has a selector that nobody asked for before, so that none is answered from the cache."""
    with TemporaryDirectory() as name, backend(Path(name), delay_seconds=_DELAY_SECONDS) as prometheus:
        files = AdapterFiles(folder=Path(name))
        files.rules.write_text(_RULES)
        flags = files.flags() | {"--prometheus": prometheus, "--log-format": "json", "--log-level": "info"}
        with run_adapter(flags) as adapter:
            server = server_of(adapter.url, files)
            done(server.flood(paths_of("queue_consumer_lag", "warm", 200), reads=200, connections=_CONNECTIONS))
            what = f"reads per second of a Prometheus that takes {_DELAY_SECONDS * 1e3:g} ms, each of another selector"
            yield _at_least(500, f"adapter, {what}", server, "queue_consumer_lag", reads)
            yield _at_least(200, f"adapter, {what} and a query of its own", server, "queue_alone_lag", reads)
            with _crowd(server):
                polls = [done(server.pace(_DOCUMENTS, seconds=2, per_second=200)) for _ in range(_ROUNDS)]
            yield Figure(
                name="adapter, p99 of probes and discovery while 400 reads wait for a silent Prometheus",
                value=min(poll.p99_milliseconds for poll in polls),
                unit="ms",
                budget=50,
            )


def _at_least(budget: float, name: str, server: Server, metric: str, reads: int) -> Figure:
    jobs = (
        server.flood(paths_of(metric, f"worker-{number}", reads), reads=reads, connections=_CONNECTIONS)
        for number in range(_ROUNDS)
    )
    return Figure(
        name=name, value=max(reads / done(job).seconds for job in jobs), unit="/s", budget=budget, at_least=True
    )


@contextmanager
def _crowd(server: Server) -> Iterator[None]:
    """Two callers who wait for two hundred values each."""
    with ExitStack() as stack:
        for user in ("one", "other"):
            job = server.flood(paths_of("silent_lag", user, 200), reads=200, connections=200)
            stack.enter_context(_reading(msgspec.structs.replace(job, user=user)))
        # A moment for four hundred handshakes.
        threading.Event().wait(_CROWD_SECONDS)
        yield


@contextmanager
def _reading(job: Job) -> Iterator[None]:
    """A client that is in the middle of its job."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.client"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(job))
    process.stdin.close()
    try:
        yield
    finally:
        process.kill()
        process.wait()
