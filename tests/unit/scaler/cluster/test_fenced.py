"""Claims about `scaler.cluster.fenced`: who doesn't lead tells the world nothing, and who leads is quick enough."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import inf

from structlog.testing import capture_logs

from scaler.algorithm.decision import Event, EventType
from scaler.api.autoscaler import Autoscaler, AutoscalerStatus, Stranger
from scaler.cluster.fenced import FencedEvents, FencedFinalizers, FencedStatuses
from scaler.controller.ports import NotWritten, Written
from tests.support.metric_builders import NOW
from tests.unit.scaler.controller.seen import autoscaler

EVENT = Event(type=EventType.NORMAL, reason="SuccessfulRescale", message="New size: 3")
STATUS = AutoscalerStatus()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fenced:
    """A fence that stays as it is."""

    seconds: float

    def leads(self) -> bool:
        return self.seconds > 0

    def remaining_seconds(self) -> float:
        return self.seconds


@dataclass(slots=True, kw_only=True)
class Edge:
    """What lies behind the fence; it may never answer."""

    hangs: bool = False
    calls: list[str] = field(default_factory=list)

    async def write(self, _autoscaler: Autoscaler, _status: AutoscalerStatus) -> Written | NotWritten:
        await self._answer("write")
        return Written()

    async def publish(self, _autoscaler: Autoscaler | Stranger, _events: Sequence[Event], _now: datetime) -> None:
        await self._answer("publish")

    async def _answer(self, call: str) -> None:
        self.calls.append(call)
        if self.hangs:
            await asyncio.Event().wait()


async def test_who_leads_writes_a_status() -> None:
    edge = Edge()
    assert Written() == await FencedStatuses(edge, Fenced(seconds=inf)).write(autoscaler(), STATUS)


async def test_who_does_not_lead_writes_no_status_and_says_why() -> None:
    edge = Edge()
    answer = await FencedStatuses(edge, Fenced(seconds=0)).write(autoscaler(), STATUS)
    assert (NotWritten(message="this scaler does not hold the lease"), []) == (answer, edge.calls)


async def test_a_status_that_is_not_taken_in_time_is_given_up() -> None:
    answer = await FencedStatuses(Edge(hangs=True), Fenced(seconds=0.01)).write(autoscaler(), STATUS)
    assert NotWritten(message="the API server did not answer in time") == answer


@dataclass(slots=True)
class Finalizers:
    """What lies behind the fence."""

    written: list[tuple[str, ...]] = field(default_factory=list)

    async def write(self, autoscaler: Autoscaler, finalizers: tuple[str, ...]) -> Written | NotWritten:
        del autoscaler
        self.written.append(finalizers)
        return Written()


async def test_who_leads_writes_finalizers() -> None:
    edge = Finalizers()
    assert Written() == await FencedFinalizers(edge, Fenced(seconds=inf)).write(autoscaler(), ("a",))
    assert [("a",)] == edge.written


async def test_who_does_not_lead_holds_nothing_and_lets_nothing_go() -> None:
    edge = Finalizers()
    answer = await FencedFinalizers(edge, Fenced(seconds=0)).write(autoscaler(), ())
    assert (NotWritten(message="this scaler does not hold the lease"), []) == (answer, edge.written)


async def test_who_leads_publishes_events() -> None:
    edge = Edge()
    await FencedEvents(edge, Fenced(seconds=inf)).publish(autoscaler(), [EVENT], NOW)
    assert ["publish"] == edge.calls


async def test_who_does_not_lead_publishes_nothing() -> None:
    edge = Edge()
    await FencedEvents(edge, Fenced(seconds=0)).publish(autoscaler(), [EVENT], NOW)
    assert [] == edge.calls


async def test_an_event_that_is_not_taken_in_time_is_given_up_and_logged() -> None:
    with capture_logs() as logs:
        await FencedEvents(Edge(hangs=True), Fenced(seconds=0.01)).publish(autoscaler(), [EVENT], NOW)
    assert ["no answer in time"] == [entry["reason"] for entry in logs]
