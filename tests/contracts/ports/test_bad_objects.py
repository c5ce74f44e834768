"""Claims about a bad object among good ones on a sandbox: it is told, and it is nobody else's trouble."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec
from structlog.testing import capture_logs

from adapter.process.clock import SystemClock
from scaler.algorithm.model import ExternalValues, MetricReading
from scaler.api.autoscaler import Autoscaler
from scaler.api.kinds import AutoscalerKind
from scaler.api.types import CrossVersionObjectReference, MetricSpec, Milli
from scaler.controller.loop import Loop, LoopSettings
from scaler.controller.memories import Memories
from scaler.controller.ports import Ports
from scaler.controller.reconcile import Sync, reconcile
from tests.contracts.ports.real_world import RealHandles, document_of
from tests.contracts.ports.test_reading import Watched, autoscaler_of
from tests.contracts.ports.worlds import KIND
from tests.support.builders import SETTINGS

GOOD = [f"good-{number}" for number in range(19)]
BAD = "bad"
STOCK = AutoscalerKind.HORIZONTAL_POD_AUTOSCALER


class SteadyMetrics:
    """Everything asks for what there is, but one name never gets an answer."""

    async def read(self, namespace: str, metric: MetricSpec, selector: str, *, fresh: bool) -> MetricReading:
        del namespace, metric, fresh
        if selector == f"app={BAD}":
            await asyncio.Event().wait()
        return ExternalValues(values=(Milli(60_000),))


def workload(name: str) -> CrossVersionObjectReference:
    return CrossVersionObjectReference(kind="StatefulSet", name=name, api_version="apps/v1")


def autoscaler(name: str, *, average: str = "30") -> dict[str, Any]:
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(autoscaler_of(workload(name), "External")))
    made["spec"]["metrics"][0]["external"]["target"]["averageValue"] = average
    return made


@asynccontextmanager
async def looping(real: RealHandles) -> AsyncIterator[None]:
    """The loop over what the watches of the sandbox tell, with a period that is soon over."""
    ports, clock, memories = replace(real.ports, metrics=SteadyMetrics()), SystemClock(), Memories()
    loop = Loop(
        find=real.watching.autoscalers.get,
        sync=lambda found: _sync(found, ports, memories),
        memories=memories,
        clock=clock,
        settings=LoopSettings(sync_period_seconds=0.5, quick_seconds=0.1),
        late=lambda _seconds: None,
    )
    real.watching.autoscalers.subscribe(loop.changed)
    async with asyncio.TaskGroup() as tasks:
        running = [tasks.create_task(service) for service in real.watching.services()]
        await real.watching.until_synced()
        running.append(tasks.create_task(loop.run()))
        yield
        await Watched(real, real.watching).until_at_rest()
        for task in running:
            task.cancel()


async def _sync(found: Autoscaler, ports: Ports, memories: Memories) -> Sync:
    return await reconcile(found, ports, memories, SETTINGS, SystemClock())


async def create(real: RealHandles, name: str, document: dict[str, Any], kind: AutoscalerKind = KIND) -> None:
    namespace = real.namespace
    await real.client.create(
        f"/apis/apps/v1/namespaces/{namespace}/statefulsets", document_of(workload(name), 2), msgspec.Raw
    )
    await real.client.create(kind.collection(namespace), document, msgspec.Raw)


async def until_told(
    real: RealHandles, names: list[str], kind: AutoscalerKind = KIND
) -> dict[str, list[dict[str, Any]]]:
    """The conditions of these autoscalers, once each has some."""
    async with asyncio.timeout(60):
        while True:
            listed = await real.client.get(kind.collection(real.namespace), dict[str, Any])
            told = {item["metadata"]["name"]: item.get("status", {}).get("conditions", []) for item in listed["items"]}
            if all(told[name] for name in names):
                return told
            await asyncio.sleep(0.05)


def active(conditions: list[dict[str, Any]]) -> tuple[str, str]:
    [found] = [(each["status"], each["reason"]) for each in conditions if each["type"] == "ScalingActive"]
    return found


async def test_a_spec_that_makes_no_sense_is_told_and_nineteen_others_go_on(real: RealHandles) -> None:
    await create(real, BAD, autoscaler(BAD, average="1E99999999999"))
    for name in GOOD:
        await create(real, name, autoscaler(name))
    with capture_logs() as logs:
        async with looping(real):
            told = await until_told(real, [BAD, *GOOD])
    assert ({("True", "ValidMetricFound")}, ("False", "InvalidSpec")) == (
        {active(told[name]) for name in GOOD},
        active(told[BAD]),
    )
    assert [f"{real.namespace}/{BAD}"] == sorted(
        {entry["autoscaler"] for entry in logs if entry["event"] == "cannot read autoscaler"}
    )


async def test_one_whose_metric_never_answers_keeps_nobody_waiting(real: RealHandles) -> None:
    for name in (BAD, *GOOD):
        await create(real, name, autoscaler(name))
    async with looping(real):
        told = await until_told(real, GOOD)
    assert ({("True", "ValidMetricFound")}, []) == ({active(told[name]) for name in GOOD}, told[BAD])


async def until_events(real: RealHandles, name: str) -> list[str]:
    """The reasons of the events about an object, once there are some."""
    async with asyncio.timeout(60):
        while True:
            counted = await real.event_counts(name)
            if counted:
                return sorted(counted)
            await asyncio.sleep(0.05)


async def test_a_companion_that_makes_no_sense_is_told_in_our_condition_and_an_event(real: RealHandles) -> None:
    stock = {**autoscaler(BAD, average="1E99999999999"), "apiVersion": STOCK.api_version, "kind": STOCK.kind}
    stock["metadata"]["annotations"] = {"lagzero.dev/min-replicas": "0"}
    await create(real, BAD, stock, STOCK)
    with capture_logs():
        async with looping(real):
            [claim] = (await until_told(real, [BAD], STOCK))[BAD]
            reasons = await until_events(real, BAD)
    assert ("lagzero.dev/ScaledToZero", "False", "InvalidSpec") == (claim["type"], claim["status"], claim["reason"])
    assert ["InvalidSpec"] == reasons
