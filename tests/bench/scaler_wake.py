"""How soon does a sleeper wake, by itself or told to? From the sample in Prometheus to the write, among many others."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from random import Random
from typing import Any, Final

from adapter.kube.access import load_access
from adapter.kube.client import KubeClient
from tests.bench.figures import Figure
from tests.bench.scaler import until_calm
from tests.bench.scaler_objects import Population, name_of
from tests.bench.scaler_running import CLOCK, Measured, Stage, pause, staged

_WAKE_INTERVAL_SECONDS: Final = 1.0
_BETWEEN_SECONDS: Final = 0.35
_BACKLOG: Final = 90
_REPLICAS: Final = 3
_RULES: Final = 5


def measure_wake(*, idle: int, woken: int) -> Iterator[Figure]:
    """Each is woken at a moment of its own, at random within the wake interval."""
    population = Population(autoscalers=idle, rules=_RULES, asleep=True)
    with staged() as stage:
        asyncio.run(population.create(stage.kubeconfig))
        stage.set_value(0)
        with stage.scaler(population.rules_file) as scaler:
            asyncio.run(until_calm(scaler, idle))
            before = scaler.look()
            started = _wake(stage, woken)
            pause(2 * _WAKE_INTERVAL_SECONDS)
            after = scaler.look()
            told = _tell(scaler, range(woken, 2 * woken))
            pause(2 * _WAKE_INTERVAL_SECONDS)
            writes = asyncio.run(_writes(stage))
    seconds = after.at - before.at
    delays = _delays(started, writes)
    label = f"scaler, {idle} asleep"
    yield Figure(name=f"{label}: woken", value=len(delays), unit=f"of {woken}", budget=woken, at_least=True)
    yield Figure(name=f"{label}: sample to write, p50", value=_quantile(delays, 0.5), unit="s")
    budget = _WAKE_INTERVAL_SECONDS + 0.5
    yield Figure(name=f"{label}: sample to write, p95", value=_quantile(delays, 0.95), unit="s", budget=budget)
    by_call = _quantile(_delays(told, writes) if told.keys() <= writes.keys() else [], 0.95)
    yield Figure(name=f"{label}: POST /wake to write, p95", value=by_call, unit="s", budget=0.3)
    straight = sum(writes[name]["to"] == _REPLICAS for name in started if name in writes)
    yield Figure(name=f"{label}: straight to the count", value=straight, unit="", budget=woken, at_least=True)
    queries = (after.queries - before.queries) / seconds / _RULES
    yield Figure(name=f"{label}: queries per rule", value=queries, unit="/s", budget=1.1)
    yield Figure(name=f"{label}: cpu", value=(after.cpu - before.cpu) / seconds * 100, unit="% of a core")
    sandbox = (after.sandbox_cpu - before.sandbox_cpu) / seconds * 100
    yield Figure(name=f"{label}: cpu of the sandbox beside it", value=sandbox, unit="% of a core")


def _wake(stage: Stage, woken: int) -> dict[str, datetime]:
    """When the sample of each was there."""
    random = Random(1)
    started = {}
    for number in range(woken):
        pause(_BETWEEN_SECONDS * random.uniform(0.5, 1.5))
        stage.set_value(_BACKLOG, name_of(number))
        started[name_of(number)] = CLOCK.now()
    return started


def _tell(scaler: Measured, numbers: Iterable[int]) -> dict[str, datetime]:
    """When the sample of each was there, of which the scaler was told at once."""
    started = {}
    for number in numbers:
        pause(_BETWEEN_SECONDS)
        scaler.stage.set_value(_BACKLOG, name_of(number))
        started[name_of(number)] = CLOCK.now()
        scaler.wake(f"default/{name_of(number)}")
    return started


def _delays(started: Mapping[str, datetime], writes: Mapping[str, Mapping[str, Any]]) -> list[float]:
    """Seconds from each sample to its write, the shortest first; none of those that weren't written."""
    return sorted(
        (datetime.fromisoformat(writes[name]["time"]) - moment).total_seconds()
        for name, moment in started.items()
        if name in writes
    )


async def _writes(stage: Stage) -> dict[str, dict[str, Any]]:
    """The first write to each target."""
    async with KubeClient.of(load_access(stage.kubeconfig), user_agent="lagzero-bench") as client:
        log = await client.get("/sandbox/writes", dict[str, Any])
    first: dict[str, dict[str, Any]] = {}
    for entry in log["items"]:
        first.setdefault(entry["target"]["name"], entry)
    return first


def _quantile(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("inf")
