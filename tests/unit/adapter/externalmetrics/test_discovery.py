"""Names are listed again and again; what can't be listed keeps what was known."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapter.externalmetrics.discovery import Discovery, DiscoveryLimits, SeriesNames
from adapter.externalmetrics.rules import RuleSet
from adapter.prometheus.client import ClientLimits
from adapter.prometheus.fleet import Fleet
from adapter.prometheus.servers import parse_server
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving
from tests.unit.adapter.externalmetrics.ruletexts import load, rule_text

RULES = load(rule_text(), rule_text(seriesQuery="""'{__name__=~"^queue_.*"}'"""))
QUERY = '{__name__=~"^queue_.*"}'


class Notes:
    """A consumer that keeps what it was told."""

    def __init__(self, rules: RuleSet = RULES) -> None:
        self.rules = rules
        self.names_wanted = asyncio.Event()
        self.told: list[SeriesNames] = []

    def names_found(self, names: SeriesNames) -> None:
        self.told.append(names)

    @property
    def last(self) -> tuple[dict[str, list[str]], dict[str, str]]:
        names = self.told[-1]
        return (
            {listing.series_query: list(found) for listing, found in names.found.items()},
            {listing.series_query: cause for listing, cause in names.failures.items()},
        )


@pytest.fixture
async def peer() -> Peer:
    peer = Peer(names=("queue_a", "queue_b"))
    peer.gate.set()
    return peer


@asynccontextmanager
async def discovery(
    peer: Peer, notes: Notes, clock: ManualClock, limits: DiscoveryLimits | None = None
) -> AsyncIterator[Discovery]:
    async with serving(peer) as url, asyncio.TaskGroup() as tasks:
        fleet = Fleet([parse_server(url)], clock, limits=ClientLimits(), tasks=tasks)
        yield Discovery(fleet=fleet, clock=clock, consumer=notes, limits=limits)
        await fleet.close()


async def test_only_patterns_are_looked_up_and_only_among_the_series_of_the_last_hour(peer: Peer) -> None:
    notes = Notes()
    async with discovery(peer, notes, ManualClock()) as one:
        await one.round()
    [request] = peer.requests
    assert (
        dict(request.query),
        notes.last,
    ) == ({"match[]": QUERY, "start": "1735686000.000"}, ({QUERY: ["queue_a", "queue_b"]}, {}))


async def test_a_listing_that_fails_keeps_the_names_of_before_and_says_why(peer: Peer) -> None:
    notes = Notes()
    async with discovery(peer, notes, ManualClock()) as one:
        await one.round()
        peer.status, peer.body = 400, '{"status":"error","errorType":"bad_data","error":"no"}'
        await one.round()
    assert notes.last == ({QUERY: ["queue_a", "queue_b"]}, {QUERY: "prometheus: listing series names failed: no"})


async def test_the_names_of_one_query_are_bounded(peer: Peer) -> None:
    notes = Notes()
    async with discovery(peer, notes, ManualClock(), DiscoveryLimits(names_per_listing=1)) as one:
        await one.round()
    assert notes.last == ({QUERY: ["queue_a"]}, {})


async def test_rules_without_patterns_ask_nothing(peer: Peer) -> None:
    notes = Notes(load(rule_text()))
    async with discovery(peer, notes, ManualClock()) as one:
        await one.round()
    assert (peer.requests, notes.last) == ([], ({}, {}))


@pytest.mark.parametrize(("status", "seconds"), [(200, 60.0), (500, 10.0)])
async def test_the_next_round_is_sooner_after_a_failure(peer: Peer, status: int, seconds: float) -> None:
    clock, notes = ManualClock(), Notes()
    peer.status = status
    async with discovery(peer, notes, clock) as one, asyncio.TaskGroup() as tasks:
        running = tasks.create_task(one.run())
        await clock.until_asleep()
        running.cancel()
    assert [seconds] == clock.slept


async def test_who_wants_names_gets_a_round_before_its_time(peer: Peer) -> None:
    clock, notes = ManualClock(), Notes()
    async with discovery(peer, notes, clock) as one, asyncio.TaskGroup() as tasks, asyncio.timeout(5):
        running = tasks.create_task(one.run())
        await clock.until_asleep()
        peer.arrived.clear()
        notes.names_wanted.set()
        await peer.arrived.wait()
        running.cancel()
    assert len(peer.requests) == 2
