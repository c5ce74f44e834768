"""Each server has one client, and a description that changes leaves the others alone."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace

from adapter.prometheus.client import ClientLimits
from adapter.prometheus.fleet import Fleet
from adapter.prometheus.servers import PrometheusServer, parse_server
from tests.support.clock import ManualClock
from tests.support.prometheus_peer import Peer, serving

EU = parse_server("http://eu:9090", name="eu")
US = parse_server("http://us:9090", name="us")


@asynccontextmanager
async def fleet(servers: Iterable[PrometheusServer], clock: ManualClock) -> AsyncIterator[Fleet]:
    async with asyncio.TaskGroup() as tasks:
        one = Fleet(servers, clock, limits=ClientLimits(), tasks=tasks)
        yield one
        await one.close()


async def test_a_server_that_stays_the_same_keeps_its_client() -> None:
    async with fleet([EU, US], ManualClock()) as one:
        eu, us = one.client("eu"), one.client("us")
        one.replace([replace(EU, concurrency=3), US])
        assert (False, True) == (one.client("eu") is eu, one.client("us") is us)


async def test_a_client_that_is_replaced_still_answers_what_it_was_asked() -> None:
    peer, clock = Peer(), ManualClock()
    async with serving(peer) as url, fleet([parse_server(url)], clock) as one, asyncio.TaskGroup() as tasks:
        asked = tasks.create_task(one.client("prometheus").query("up", timeout_seconds=5))
        await peer.arrived.wait()
        one.replace([EU])
        peer.gate.set()
        assert (await asked).samples == ()


async def test_a_client_that_is_replaced_closes_when_its_last_question_must_have_ended() -> None:
    clock = ManualClock()
    async with fleet([EU], clock) as one:
        one.replace([])
        await clock.until_asleep()
        await clock.advance(31)
        assert clock.sleeping == 0
