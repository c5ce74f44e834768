"""Two scalers fight for the lease while the network, the clocks and the processes fail at random: never two writers."""

import signal
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from adapter.process.clock import SystemClock
from tests.chain.polling import until
from tests.chain.worker import Worker
from tests.faults.audit import scaled, terms, without_the_lease
from tests.faults.network import Direction
from tests.faults.pace import Pace, time_passes
from tests.faults.scaler import Scaler
from tests.faults.world import World

SEED = 7
HOURS = (-7200.0, -3600.0, 0.0, 3600.0, 7200.0)
NAMES = ("first", "second", "third")
PATIENT = {
    "--leader-elect-lease-duration": "5s",
    "--leader-elect-renew-deadline": "2500ms",
    "--leader-elect-retry-period": "700ms",
}
"""What a leader has sent has 2.5 s to arrive before another may lead, also on a busy machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """Something that goes wrong with one scaler, and how it is made good; if it lasts, it may cost it the lease."""

    name: str
    may_last: bool = True
    strike: Callable[[Scaler], None]
    heal: Callable[[Scaler], None]


def _restore(scaler: Scaler) -> None:
    scaler.network.restore()


def _wake_up(scaler: Scaler) -> None:
    """On broken connections: a write that it was about to send when it was stopped is the one that nothing can stop."""
    scaler.network.reset()
    scaler.process.send_signal(signal.SIGCONT)


BLOWS = (
    Blow(name="silence", strike=lambda scaler: scaler.network.hold(), heal=_restore),
    Blow(name="no requests", strike=lambda scaler: scaler.network.hold(Direction.REQUESTS), heal=_restore),
    Blow(name="no answers", strike=lambda scaler: scaler.network.hold(Direction.ANSWERS), heal=_restore),
    Blow(name="gone", strike=lambda scaler: scaler.network.take_away(), heal=_restore),
    Blow(name="reset", strike=lambda scaler: scaler.network.reset(), heal=_restore, may_last=False),
    Blow(
        name="stopped",
        strike=lambda scaler: scaler.process.send_signal(signal.SIGSTOP),
        heal=_wake_up,
    ),
)


@pytest.mark.timeout(900)
def test_never_two_writers(world: World, pace: Pace) -> None:
    random, clock = Random(SEED), SystemClock()
    red, blue = (world.start_scaler(user, flags=PATIENT) for user in ("red", "blue"))
    workers = [world.worker(name, red) for name in NAMES]
    for worker in workers:
        worker.backlog(30)
        worker.create(count=1)
    until("somebody leads", world.holder, lambda seen: seen != "")
    end, told = clock.monotonic() + pace.fight_seconds, []
    while clock.monotonic() < end or not _was_a_fight(world):
        leader = blue if world.holder() == "blue" else red
        struck = leader if random.random() < 0.7 else random.choice([red, blue])
        struck.set_clock(random.choice(HOURS))
        _work(workers, random)
        blow = random.choice(BLOWS)
        told.append(f"{clock.now():%H:%M:%S.%f} {struck.user}: {blow.name}")
        blow.strike(struck)
        if blow.may_last and struck is leader and random.random() < 0.5:
            _until_another_leads(world, struck)
        else:
            time_passes(random.uniform(0.2, 5.0))
        _work(workers, random)
        blow.heal(struck)
        told.append(f"{clock.now():%H:%M:%S.%f} {struck.user}: well again")
        time_passes(random.uniform(0.2, 1.5))
    _ends_well(world, workers, told)


def _until_another_leads(world: World, struck: Scaler) -> None:
    until(f"not {struck.user} but another leads", world.holder, lambda seen: seen != struck.user)


def _work(workers: list[Worker], random: Random) -> None:
    """Work for another count for each."""
    for worker in workers:
        worker.backlog(30 * random.randint(1, 8))


def _was_a_fight(world: World) -> bool:
    """Have both written counts, and led by turns? On a slow machine that takes longer."""
    seen = world.requests()
    writers = {user for name in NAMES for user, _ in scaled(seen, name)}
    return writers == {"red", "blue"} and len(terms(seen)) >= 3


def _ends_well(world: World, workers: list[Worker], told: list[str]) -> None:
    """Every worker gets what it needs; by the server's record nobody ever wrote without the lease."""
    for worker in workers:
        worker.backlog(270)
    for worker in workers:
        worker.until_count(9)
    seen = world.requests()
    assert [] == without_the_lease(seen), "\n".join([*told, *without_the_lease(seen)])
