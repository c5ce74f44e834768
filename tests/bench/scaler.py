"""What does the scaler cost with many autoscalers? Its cpu, lateness, memory, queries and writes over sync periods."""

import asyncio
from collections.abc import Iterator
from typing import Final

from tests.bench.figures import Figure
from tests.bench.scaler_objects import Population, requests_of
from tests.bench.scaler_running import Measured, p99, pause, staged

_PERIOD_SECONDS: Final = 15
_CALM_AFTER_SECONDS: Final = 1200.0
_LOOK_SECONDS: Final = 2.0
_RULES: Final = 20


def measure_scaler(*, autoscalers: int, periods: int) -> Iterator[Figure]:
    """Steady state: every target has the replicas that its metric asks for, so nothing is to be written."""
    population = Population(autoscalers=autoscalers, rules=_RULES)
    with staged() as stage:
        asyncio.run(population.create(stage.kubeconfig))
        with stage.scaler(population.rules_file) as scaler:
            asyncio.run(until_calm(scaler, autoscalers))
            before = scaler.look()
            pause(periods * _PERIOD_SECONDS)
            after = scaler.look()
            memory = scaler.resident_mebibytes()
            writes = asyncio.run(_writes(scaler))
    seconds, syncs = after.at - before.at, after.syncs - before.syncs
    share, sandbox = (
        spent / seconds * 100 for spent in (after.cpu - before.cpu, after.sandbox_cpu - before.sandbox_cpu)
    )
    label = f"scaler, {autoscalers} autoscalers"
    yield Figure(name=f"{label}: cpu", value=share, unit="% of a core", budget=100 * autoscalers / 10_000)
    yield Figure(name=f"{label}: cpu per sync", value=(after.cpu - before.cpu) / syncs * 1000, unit="ms", budget=1.5)
    yield Figure(name=f"{label}: p99 lateness at most", value=p99(before, after), unit="s", budget=2)
    due = autoscalers / _PERIOD_SECONDS
    yield Figure(name=f"{label}: syncs", value=syncs / seconds, unit="/s", budget=0.98 * due, at_least=True)
    yield Figure(
        name=f"{label}: queries to Prometheus", value=(after.queries - before.queries) / seconds, unit="/s", budget=10
    )
    yield Figure(name=f"{label}: writes to the API", value=writes, unit="", budget=0)
    yield Figure(name=f"{label}: resident memory", value=memory, unit="MiB", budget=512)
    yield Figure(name=f"{label}: cpu of the sandbox beside it", value=sandbox, unit="% of a core")


async def until_calm(scaler: Measured, autoscalers: int) -> None:
    """Every autoscaler has been told its first status, and a period is over without a write. The log is empty then."""
    async with asyncio.timeout(_CALM_AFTER_SECONDS):
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if scaler.look().syncs >= autoscalers:
                break
        await _until_nothing_is_written(scaler)


async def _until_nothing_is_written(scaler: Measured) -> None:
    async with requests_of(scaler.stage.kubeconfig) as requests:
        while True:
            await requests.forget()
            await asyncio.sleep(_PERIOD_SECONDS)
            if not await requests.writes():
                return


async def _writes(scaler: Measured) -> int:
    async with requests_of(scaler.stage.kubeconfig) as requests:
        return len(await requests.writes())
