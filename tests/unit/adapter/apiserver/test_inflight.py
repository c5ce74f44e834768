"""Claims about `adapter.apiserver.inflight`, also over HTTP: a crowd is told so at once, and harms nobody else."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from adapter.apiserver.inflight import CrowdedError, InFlightLimits, Places
from tests.support.api_server import GOOD_TOKEN, GROUP_VERSION, LAG, ApiServer, Deciders, ScriptedProvider, api_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from adapter.apiserver.authentication import TokenVerdict

_FEW = InFlightLimits(proving=1, reads=3, documents=1, per_caller=2)


def test_a_caller_gets_so_many_places_and_leaves_the_rest_to_others() -> None:
    places = Places(_FEW)
    with places.read("a"), places.read("a"):
        with pytest.raises(CrowdedError, match="2 reads of yours"), places.read("a"):
            pass
        with places.read("b"):
            pass


def test_all_callers_together_get_so_many_places() -> None:
    places = Places(_FEW)
    with ExitStack() as taken:
        for caller in ("a", "b", "c"):
            taken.enter_context(places.read(caller))
        with pytest.raises(CrowdedError, match="3 reads are being answered"), places.read("d"):
            pass


def test_a_place_is_free_again_afterwards_however_it_ended() -> None:
    places = Places(_FEW)
    for _ in range(5):
        with pytest.raises(ValueError, match="a bug"), places.read("a"):
            raise ValueError("a bug")
    assert places._callers == {}


def test_a_refused_read_takes_no_place_of_its_caller() -> None:
    places = Places(InFlightLimits(reads=1, per_caller=2))
    with places.read("a"):
        for _ in range(3):
            with pytest.raises(CrowdedError, match="1 reads"), places.read("b"):
                pass
    with places.read("b"):
        pass


async def test_one_read_too_many_is_refused_at_once_without_a_word_of_trying_again() -> None:
    async with _full() as server, asyncio.timeout(10), server.caller.get(LAG) as answer:
        body = await answer.json()
    assert (answer.status, body["reason"], "Retry-After" in answer.headers) == (429, "TooManyRequests", False)


@pytest.mark.parametrize("path", ["/apis", GROUP_VERSION, "/openapi/v2", "/livez", "/readyz"])
async def test_documents_and_probes_are_answered_in_a_crowd_of_reads(path: str) -> None:
    async with _full() as server, asyncio.timeout(10), server.caller.get(path) as answer:
        assert answer.status == 200


async def test_a_crowd_of_unknown_tokens_takes_no_place_of_who_is_known() -> None:
    deciders = SlowDeciders()
    async with api_server(deciders=deciders, limits=_FEW) as server, asyncio.TaskGroup() as tasks:
        before = await _status(server, GOOD_TOKEN)
        first = tasks.create_task(_status(server, "unknown"))
        await deciders.reached.wait()
        statuses = [await _status(server, "another"), await _status(server, GOOD_TOKEN)]
        deciders.released.set()
    assert (before, statuses, first.result()) == (200, [429, 200], 401)


@dataclass(slots=True, kw_only=True)
class SlowDeciders(Deciders):
    """Knows the good token at once, and takes its time over others."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def identify(self, token: str) -> TokenVerdict:
        if token != GOOD_TOKEN:
            self.reached.set()
            await self.released.wait()
        return await Deciders.identify(self, token)


@asynccontextmanager
async def _full() -> AsyncIterator[ApiServer]:
    """A server whose one caller has as many reads under way as it may."""
    provider = ScriptedProvider(hangs=True)
    async with api_server(provider, limits=_FEW) as server, asyncio.TaskGroup() as tasks:
        for _ in range(_FEW.per_caller):
            provider.reached.clear()
            tasks.create_task(_status(server, GOOD_TOKEN))
            await provider.reached.wait()
        yield server
        provider.released.set()


async def _status(server: ApiServer, token: str) -> int:
    async with server.stranger.get(LAG, headers={"Authorization": f"Bearer {token}"}) as answer:
        return answer.status
