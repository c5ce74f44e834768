"""What does a read cost with lagzero and with the real prometheus-adapter? Same rules, series, requests and client."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from e2e.control_plane.processes import Processes
from e2e.differential.program import NoAdapterError, find_prometheus_adapter
from tests.bench.adapter import RULES
from tests.bench.adapters import GROUP_VERSION, Adapter, lagzero, make_place, prometheus_adapter
from tests.bench.cpu import cpu_seconds, resident_mebibytes
from tests.bench.figures import Figure
from tests.bench.jobs import done
from tests.bench.series import METRIC, Source, prometheus_with

_AUTOSCALERS: Final = 500
_PERIOD_SECONDS: Final = 15
_PACED_SECONDS: Final = 2
_ROUNDS: Final = 3
# So few that their making costs nothing beside the reads.
_CONNECTIONS: Final = 8
_MANY_SERIES: Final = 200_000
_SLOW: Final = 300
_FAST: Final = 1_000
_PATHS: Final = tuple(
    f"{GROUP_VERSION}/namespaces/default/{METRIC}?labelSelector=name%3Dworker-{number}"
    for number in range(_AUTOSCALERS)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is measured: reads of ours in each round, and for how long autoscalers read as in a cluster."""

    series: int
    reads: int
    window_seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured:
    """One adapter; times per read in microseconds of cpu, p99 in milliseconds."""

    cpu: float
    prometheus_cpu: float
    p99_slow: float
    p99_fast: float
    queries: int
    resident: float

    @property
    def per_cpu_second(self) -> float:
        return 1e6 / self.cpu


def measure_comparison(size: Size) -> Iterator[Figure]:
    """Both, one after the other, on one Prometheus. Without prometheus-adapter there is nothing to compare."""
    try:
        program = find_prometheus_adapter(lambda line: print(line, file=sys.stderr, flush=True), environ=os.environ)
    except NoAdapterError as error:
        print(f"not compared: {error}", file=sys.stderr)
        return
    with (
        TemporaryDirectory() as name,
        Processes(Path(name)) as running,
        prometheus_with(running, series=size.series, read=_AUTOSCALERS) as source,
    ):
        place = make_place(running, rules=RULES, prometheus=source.url, ready_path=_PATHS[0])
        with prometheus_adapter(place, program) as adapter:
            # A tenth of the reads take it as long, and at the faster pace it would only fall behind.
            theirs = _measured(adapter, source, size, reads=size.reads // 10, fastest=_SLOW)
        with lagzero(place) as adapter:
            ours = _measured(adapter, source, size, reads=size.reads, fastest=_FAST)
    yield from _figures(ours, theirs, size)


def _measured(adapter: Adapter, source: Source, size: Size, *, reads: int, fastest: int) -> _Measured:
    # Whatever else runs on the machine only ever adds, so of several rounds the least is the nearest to the truth.
    costs = [_cost(adapter, source, reads) for _ in range(_ROUNDS)]
    slow = min(_p99(adapter, _SLOW) for _ in range(_ROUNDS))
    fast = slow if fastest == _SLOW else min(_p99(adapter, fastest) for _ in range(_ROUNDS))
    pace, queries = _AUTOSCALERS / _PERIOD_SECONDS, source.queries
    done(adapter.server.pace(_PATHS, seconds=size.window_seconds, per_second=pace))
    return _Measured(
        cpu=min(cpu for cpu, _ in costs),
        prometheus_cpu=min(prometheus for _, prometheus in costs),
        p99_slow=slow,
        p99_fast=fast,
        queries=source.queries - queries,
        resident=resident_mebibytes(adapter.pid),
    )


def _cost(adapter: Adapter, source: Source, reads: int) -> tuple[float, float]:
    """The adapter's and Prometheus' cpu per read, in microseconds."""
    # Every path once, so that an adapter that remembers has something to remember.
    done(adapter.server.flood(_PATHS, reads=_AUTOSCALERS, connections=_CONNECTIONS))
    ours, theirs = cpu_seconds(adapter.pid), cpu_seconds(source.pid)
    done(adapter.server.flood(_PATHS, reads=reads, connections=_CONNECTIONS))
    ours, theirs = cpu_seconds(adapter.pid) - ours, cpu_seconds(source.pid) - theirs
    return ours / reads * 1e6, theirs / reads * 1e6


def _p99(adapter: Adapter, per_second: int) -> float:
    return done(adapter.server.pace(_PATHS, seconds=_PACED_SECONDS, per_second=per_second)).p99_milliseconds


def _figures(ours: _Measured, theirs: _Measured, size: Size) -> Iterator[Figure]:
    yield Figure(name="prometheus-adapter: reads per cpu second", value=theirs.per_cpu_second, unit="/s")
    yield Figure(
        name="lagzero: reads per cpu second",
        value=ours.per_cpu_second,
        unit="/s",
        budget=4 * theirs.per_cpu_second,
        at_least=True,
        why="4 times theirs: most are answered from memory, and theirs ask Prometheus each time",
    )
    yield Figure(name="prometheus-adapter: Prometheus' cpu per read", value=theirs.prometheus_cpu, unit="us")
    yield Figure(
        name="lagzero: Prometheus' cpu per read",
        value=ours.prometheus_cpu,
        unit="us",
        budget=theirs.prometheus_cpu / 4,
        why="one query for many autoscalers, every 10 s at most",
    )
    yield Figure(name=f"prometheus-adapter: p99 at {_SLOW} reads/s", value=theirs.p99_slow, unit="ms")
    yield Figure(name=f"lagzero: p99 at {_SLOW} reads/s", value=ours.p99_slow, unit="ms", budget=theirs.p99_slow)
    yield Figure(name=f"lagzero: p99 at {_FAST} reads/s", value=ours.p99_fast, unit="ms", budget=20)
    reads = f"{_AUTOSCALERS} autoscalers for {size.window_seconds} s"
    yield Figure(name=f"prometheus-adapter: queries for {reads}", value=theirs.queries, unit="")
    yield Figure(name=f"lagzero: queries for {reads}", value=ours.queries, unit="", budget=theirs.queries / 40)
    kept = f"resident memory, {size.series} series in Prometheus"
    yield Figure(name=f"prometheus-adapter: {kept}", value=theirs.resident, unit="MiB", why="it keeps every series")
    yield Figure(
        name=f"lagzero: {kept}",
        value=ours.resident,
        unit="MiB",
        budget=theirs.resident / 3 if size.series >= _MANY_SERIES else 120,
        why="it keeps names only",
    )
