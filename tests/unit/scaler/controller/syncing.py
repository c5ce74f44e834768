"""One autoscaler that is synced in a world of fakes, with a clock that a test moves."""

from dataclasses import replace

from scaler.algorithm.model import AlgorithmSettings, ReplicasWriter
from scaler.api.autoscaler import Autoscaler
from scaler.api.types import ZeroSpec
from scaler.controller.beside import USUAL
from scaler.controller.memories import Memories
from scaler.controller.reconcile import Sync, reconcile
from tests.support.builders import HUMAN, SETTINGS, STOCK, behavior, spec
from tests.support.clock import ManualClock
from tests.support.fakes import FakeWorld
from tests.support.metric_builders import Metric, external_average
from tests.unit.scaler.controller.seen import KEY, autoscaler, target, world

BACKLOG = external_average(150)
IDLE = external_average(0)
MINUTES = 60.0


class Controller:
    """Syncs one autoscaler in one world, whose watch tells everything before each sync."""

    def __init__(self, made: FakeWorld, wanted: Autoscaler, settings: AlgorithmSettings = SETTINGS) -> None:
        self.settings = settings
        self.vigilance = USUAL
        self.world = made
        self.wanted = wanted
        self.memories = Memories()
        self.clock = ManualClock()

    async def sync(self) -> Sync:
        self.world.scales.tell()
        status = self.world.statuses.stored[KEY]
        version, finalizers = str(self.world.statuses.writes), self.world.finalizers.stored
        self.wanted = replace(self.wanted, status=status, resource_version=version, finalizers=finalizers)
        return await reconcile(self.wanted, self.world.ports, self.memories, self.settings, self.clock, self.vigilance)

    async def sync_after(self, seconds: float) -> Sync:
        await self.clock.advance(seconds)
        return await self.sync()

    def shows(self, metric: Metric) -> None:
        """The metric reads so from now on."""
        self.world.metrics.readings[metric.spec] = metric.reading

    @property
    def count(self) -> int:
        (stored,) = self.world.scales.stored.values()
        return stored.scale.spec_replicas

    def human_scales(self, count: int) -> None:
        self.scales(count, HUMAN)

    def scales(self, count: int, writer: ReplicasWriter) -> None:
        """Somebody writes the count."""
        (stored,) = self.world.scales.stored.values()
        scale = replace(stored.scale, spec_replicas=count)
        self.world.scales.put(replace(stored, scale=scale, writer=replace(writer, at=self.clock.now())))

    def stock_scales(self, count: int) -> None:
        """The stock controller writes the count."""
        self.scales(count, STOCK)

    @property
    def told(self) -> list[str]:
        """The reasons of all events so far, in order of their first time."""
        return [event.reason for _, event in self.world.events.published]

    def message(self, reason: str) -> str:
        """Of the last event of that reason."""
        return [event.message for _, event in self.world.events.published if event.reason == reason][-1]

    def condition(self, kind: str) -> tuple[str, str, str]:
        """Status, reason and message as they are stored; empty texts where there is none."""
        for each in self.world.statuses.stored[KEY].conditions:
            if each.type == kind:
                return each.status, each.reason, each.message
        return "", "", ""

    def delete(self) -> None:
        """Somebody deletes the autoscaler; it stays as long as somebody holds it."""
        self.wanted = replace(self.wanted, deleting=self.clock.now())

    def restart(self) -> None:
        self.memories = Memories()


def controller(metric: Metric = BACKLOG, *, count: int = 3, zero: ZeroSpec | None = None) -> Controller:
    wanted = spec(metric, min_replicas=0, behavior=behavior(), zero=zero or ZeroSpec())
    return Controller(world(metric, has=target(count)), autoscaler(wanted))


async def asleep(zero: ZeroSpec | None = None) -> Controller:
    """One that has been brought to zero."""
    made = controller(IDLE, zero=zero)
    await made.sync()
    await made.sync_after(6 * MINUTES)
    assert 0 == made.count
    return made
