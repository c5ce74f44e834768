"""Claims about `scaler.cluster.namespace_watches`: a watch runs where it is needed, for as long as it is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Never

from adapter.kube.meta import NamespacedName
from scaler.api.autoscaler import Autoscaler, AutoscalerId
from scaler.cluster.namespace_watches import NamespaceWatches
from tests.unit.scaler.controller.seen import autoscaler


@dataclass(slots=True)
class Recorded:
    """A watch that notes what becomes of it."""

    path: str
    told: list[str]
    heard_at: float = 0.0
    trouble: str = ""
    synced: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> Never:
        self.told.append(f"runs {self.path}")
        try:
            await asyncio.Event().wait()
        finally:
            self.told.append(f"ends {self.path}")
        raise AssertionError


@dataclass(slots=True)
class World:
    """Autoscalers that need the thing, the others by name, and what was told."""

    there: dict[AutoscalerId, Autoscaler] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    made: list[Recorded] = field(default_factory=list)
    watches: NamespaceWatches = field(init=False)

    def __post_init__(self) -> None:
        self.watches = NamespaceWatches(
            what="pods",
            find=self.there.get,
            needs=lambda each: not each.key.name.startswith("frugal"),
            start=self._start,
            stopped=lambda namespace: self.told.append(f"forgets {namespace}"),
            patience_seconds=0.01,
        )

    def _start(self, namespace: str) -> Recorded:
        self.made.append(Recorded(namespace, self.told))
        return self.made[-1]

    async def put(self, namespace: str, name: str) -> AutoscalerId:
        found = replace(autoscaler(), key=NamespacedName(namespace, name))
        self.there[found.id] = found
        self.watches.changed(found.id)
        await settled()
        return found.id

    async def remove(self, gone: AutoscalerId) -> None:
        del self.there[gone]
        self.watches.changed(gone)
        await settled()


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@asynccontextmanager
async def world() -> AsyncIterator[World]:
    made = World()
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(made.watches.run())
        yield made
        running.cancel()


async def test_one_runs_for_each_namespace_that_needs_it() -> None:
    async with world() as made:
        for namespace, name in (("a", "one"), ("a", "two"), ("b", "one"), ("c", "frugal")):
            await made.put(namespace, name)
        assert ["runs a", "runs b"] == made.told


async def test_it_ends_with_the_last_that_needs_it_and_its_copy_goes() -> None:
    async with world() as made:
        one, two = await made.put("a", "one"), await made.put("a", "two")
        await made.remove(one)
        before = list(made.told)
        await made.remove(two)
        assert (["runs a"], ["runs a", "ends a", "forgets a"]) == (before, made.told)


async def test_it_ends_when_the_last_needs_it_no_more() -> None:
    async with world() as made:
        one = await made.put("a", "one")
        made.there[one] = replace(made.there[one], key=NamespacedName("a", "frugal"))
        made.watches.changed(one)
        await settled()
        assert ["runs a", "ends a", "forgets a"] == made.told


async def test_it_runs_anew_when_it_is_needed_again() -> None:
    async with world() as made:
        await made.remove(await made.put("a", "one"))
        await made.put("a", "two")
        assert ["runs a", "ends a", "forgets a", "runs a"] == made.told


async def test_one_that_is_needed_again_at_once_is_listed_anew() -> None:
    """What the old watch had in its copy is gone before the new one begins."""
    async with world() as made:
        one = await made.put("a", "one")
        kept = made.there.pop(one)
        made.watches.changed(one)
        made.there[one] = kept
        made.watches.changed(one)
        await settled()
        assert ["runs a", "ends a", "forgets a", "runs a"] == made.told


async def test_what_has_been_listed_can_be_used() -> None:
    async with world() as made:
        await made.put("a", "one")
        made.made[0].synced.set()
        assert "" == await made.watches.trouble("a")


async def test_what_has_not_been_listed_in_time_cannot() -> None:
    async with world() as made:
        await made.put("a", "one")
        made.made[0].trouble = "no answer"
        assert 'the pods of namespace "a" have not been listed yet: no answer' == await made.watches.trouble("a")


async def test_a_list_that_comes_meanwhile_is_waited_for() -> None:
    async with world() as made, asyncio.TaskGroup() as tasks:
        await made.put("a", "one")
        waiting = tasks.create_task(made.watches.trouble("a"))
        await settled()
        made.made[0].synced.set()
        assert "" == await waiting


async def test_what_nobody_needs_is_not_watched() -> None:
    async with world() as made:
        assert (False, 'the pods of namespace "a" are not watched') == (
            made.watches.watches("a"),
            await made.watches.trouble("a"),
        )


async def test_all_that_run_are_told() -> None:
    async with world() as made:
        await made.put("a", "one")
        await made.put("b", "one")
        assert ["a", "b"] == sorted(watch.path for watch in made.watches.running())
