"""Claims about `adapter.process.reloading`, and about where the adapter tells of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from structlog.testing import capture_logs

from adapter.apiserver.probes import Readiness
from adapter.apiserver.reloading import Reports
from adapter.apiserver.telemetry import Telemetry
from adapter.process.reloading import Reloading
from tests.support.clock import ManualClock

if TYPE_CHECKING:
    from collections.abc import Callable


class BadError(Exception):
    """What a bad new thing raises here."""


class Thing:
    """Something outside that can change, be bad, or be good but not fit."""

    def __init__(self) -> None:
        self.content = "first"
        self.bad = ""
        self.does_not_fit = ""
        self.in_use = "first"
        self.taken: list[str] = []
        self.telemetry = Telemetry()
        self.readiness = Readiness()
        self.clock = ManualClock()

    async def load(self) -> str:
        await asyncio.sleep(0)
        if self.bad:
            raise BadError(self.bad)
        return self.content

    def take(self, content: str) -> None:
        if self.does_not_fit:
            raise BadError(self.does_not_fit)
        self.taken.append(content)
        self.in_use = content

    def confirmed(self) -> float | None:
        """When the metrics say that it was last found good."""
        name = "lagzero_adapter_reload_confirmed_timestamp_seconds"
        return self.telemetry.registry.get_sample_value(name, {"subject": "thing"})

    def reloading(self, then: Callable[[], None] = lambda: None) -> Reloading[str]:
        def take(content: str) -> None:
            self.take(content)
            then()

        return Reloading(
            subject="thing",
            current="first",
            load=self.load,
            changed=take,
            refusals=(BadError,),
            reports=Reports(telemetry=self.telemetry, readiness=self.readiness, clock=self.clock),
        )


async def test_a_thing_that_changed_is_taken_once() -> None:
    thing = Thing()
    reloading = thing.reloading()
    thing.content = "second"
    await reloading.look()
    await reloading.look()
    assert thing.taken == ["second"]


async def test_a_thing_that_did_not_change_is_left_alone() -> None:
    thing = Thing()
    await thing.reloading().look()
    assert thing.taken == []


async def test_a_bad_new_thing_keeps_the_old() -> None:
    thing = Thing()
    thing.bad = "truncated"
    await thing.reloading().look()
    assert thing.in_use == "first"


async def test_a_new_thing_that_does_not_fit_is_tried_again() -> None:
    thing = Thing()
    reloading = thing.reloading()
    thing.content, thing.does_not_fit = "second", "key too small"
    await reloading.look()
    thing.does_not_fit = ""
    await reloading.look()
    assert thing.taken == ["second"]


async def test_a_complaint_is_logged_once_until_it_changes() -> None:
    thing = Thing()
    reloading = thing.reloading()
    with capture_logs() as logs:
        for reason in ("truncated", "truncated", "no key", "", "no key"):
            thing.bad = reason
            await reloading.look()
    assert [entry["reason"] for entry in logs] == ["truncated", "no key", "no key"]


async def test_every_refusal_is_counted() -> None:
    thing = Thing()
    reloading = thing.reloading()
    thing.bad = "truncated"
    await reloading.look()
    await reloading.look()
    assert 'reloads_total{outcome="refused",subject="thing"} 2.0' in thing.telemetry.exposition().decode()


async def test_only_a_good_look_confirms_what_is_in_use() -> None:
    thing = Thing()
    reloading = thing.reloading()
    await reloading.look()
    await thing.clock.advance(100)
    thing.bad = "truncated"
    await reloading.look()
    refused = thing.confirmed()
    thing.bad = ""
    await reloading.look()
    assert (1735689600.0, 1735689700.0) == (refused, thing.confirmed())


async def test_a_refusal_is_noted_for_operators_until_the_thing_is_good_again() -> None:
    thing = Thing()
    reloading = thing.reloading()
    thing.bad = "truncated"
    await reloading.look()
    during = thing.readiness.notes
    thing.bad = ""
    await reloading.look()
    assert (len(during), thing.readiness.notes) == (1, ())


async def test_the_thing_is_looked_at_when_something_happens() -> None:
    thing, happened, taken = Thing(), asyncio.Event(), asyncio.Event()
    reloading = thing.reloading(then=taken.set)
    async with asyncio.TaskGroup() as tasks:
        following = tasks.create_task(reloading.follow(happened))
        thing.content = "second"
        happened.set()
        async with asyncio.timeout(10):
            await taken.wait()
        following.cancel()
    assert thing.taken == ["second"]


async def test_two_looks_at_once_take_a_thing_once() -> None:
    thing = Thing()
    reloading = thing.reloading()
    thing.content = "second"
    async with asyncio.TaskGroup() as tasks:
        for _ in range(2):
            tasks.create_task(reloading.look())
    assert thing.taken == ["second"]


async def test_the_thing_is_looked_at_every_ten_seconds() -> None:
    thing, clock = Thing(), ManualClock()
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(thing.reloading().run(clock))
        await clock.until_asleep()
        for content in ("second", "third"):
            thing.content = content
            await clock.advance(10)
        running.cancel()
    assert thing.taken == ["second", "third"]
