"""A trace of two hours in which the scaler is killed again and again: what it does, as against what it would have done.

The scenario's world is the simulation's, the controller is the production's. A kill strikes between two syncs, before
anything of a sync is written, or between the write of the count and that of the status. The reference is a scaler that
is not killed: it only misses the syncs of which nothing was written.
"""

import asyncio
from copy import deepcopy
from dataclasses import dataclass, replace

from scaler.algorithm.stages import Proposal
from scaler.controller.memories import Memories
from scaler.controller.reconcile import reconcile
from scaler.simulation.clock import VirtualClock
from scaler.simulation.external import SeriesAsTheyStand
from scaler.simulation.moments import Millis
from scaler.simulation.ports import ports_of
from scaler.simulation.readings import Readings
from scaler.simulation.scenario import Scenario
from scaler.simulation.world import World, world_at_start
from tests.properties.blades import Blade, BladedScales, BladedStatuses, Fate, KilledError, Moment

PERIOD = 15_000
FOLLOWED = 60
"""Syncs after a kill: 15 minutes, longer than any window of these autoscalers."""


@dataclass(slots=True)
class Life:
    """A world, and what its scaler remembers."""

    world: World
    memories: Memories
    asked: int | None = None
    """What the metrics asked for at the last sync; None where they could not be read."""

    @classmethod
    def of(cls, scenario: Scenario) -> "Life":
        return cls(world_at_start(scenario, VirtualClock()), Memories())

    def fork(self) -> "Life":
        """Another that goes on from here by itself."""
        scenario = self.world.scenario
        return Life(deepcopy(self.world, {id(scenario): scenario}), deepcopy(self.memories))

    def restart(self) -> None:
        self.memories = Memories()

    async def sync(self, number: int, blade: Blade) -> int:
        """The count after the sync of that number. Of one that was struck nothing is remembered."""
        world = self.world
        before = self.memories if blade.moment is Moment.BETWEEN_SYNCS else deepcopy(self.memories)
        world.clock.move_to(Millis(number * PERIOD))
        ports = ports_of(world, Readings(world, SeriesAsTheyStand(world.scenario.metrics, parity=False)))
        bladed = replace(ports, scales=BladedScales(ports, blade), statuses=BladedStatuses(ports, blade))
        try:
            done = await reconcile(
                world.autoscaler, bladed, self.memories, world.scenario.settings.algorithm, world.clock
            )
            recommended = done.decision.workings.recommended
            winner = None if recommended is None else recommended.winner
            self.asked = winner.replicas if isinstance(winner, Proposal) else None
        except KilledError:
            self.memories = before
        return world.spec_replicas


@dataclass(frozen=True, slots=True, kw_only=True)
class Twins:
    """What came of one kill: the counts after the syncs that followed it, and those of a twin that was not killed.

    The twin has the same past, kills included, and misses what the killed one could not finish.
    """

    number: int
    before: int
    killed: tuple[int, ...]
    spared: tuple[int, ...]
    asked: tuple[int | None, ...]
    """What the killed one was asked for at each of those syncs; None where it could not know."""

    def stood_at(self, at: int) -> int:
        """Where both stood before they first differed, at the sync of that index."""
        return self.spared[at - 1] if at else self.before

    def first_difference(self) -> int | None:
        return next(
            (index for index, pair in enumerate(zip(self.killed, self.spared, strict=True)) if len({*pair}) > 1), None
        )


def twins_of(scenario: Scenario, fate: Fate) -> list[Twins]:
    """One pair for each kill, in a life that goes through all of them."""
    return asyncio.run(_twins(scenario, fate))


async def _twins(scenario: Scenario, fate: Fate) -> list[Twins]:
    life, pairs = Life.of(scenario), []
    number, last = 0, scenario.until // PERIOD
    while number <= last:
        moment = fate.kills.get(number)
        if moment is None:
            await life.sync(number, Blade(spared=False))
            number += 1
            continue
        twin = life.fork()
        await twin.sync(number, Blade(spared=True, moment=moment))
        await life.sync(number, Blade(spared=False, moment=moment))
        life.restart()
        number += 1 + fate.away
        pairs.append(await _followed(life.fork(), twin, number))
    return pairs


async def _followed(killed: Life, spared: Life, number: int) -> Twins:
    """Until nothing tells one from the other any more: status has all that a window or a limit looks at."""
    pairs: list[tuple[int, int]] = []
    asked: list[int | None] = []
    before = killed.world.spec_replicas
    for each in range(number, number + FOLLOWED):
        pairs.append((await killed.sync(each, Blade(spared=False)), await spared.sync(each, Blade(spared=False))))
        asked.append(killed.asked)
        if killed.world.autoscaler.status == spared.world.autoscaler.status:
            break
    return Twins(
        number=number,
        before=before,
        killed=tuple(one for one, _ in pairs),
        spared=tuple(two for _, two in pairs),
        asked=tuple(asked),
    )
