"""The adapter's API server on loopback with an engine and deciders from a script, over plain HTTP."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import aiohttp

from adapter.apiserver.application import Parts, build_application
from adapter.apiserver.authentication import Authentication, TokenVerdict, Unauthenticated
from adapter.apiserver.authorization import Allowed, Authorization, Verdict
from adapter.apiserver.identity import Identity, ProvenBy
from adapter.apiserver.inflight import InFlightLimits, Places
from adapter.apiserver.probes import Readiness
from adapter.apiserver.telemetry import Telemetry
from adapter.apiserver.trust import ClientTrust
from adapter.externalmetrics.provider import Answer, Found
from adapter.process.sites import ListenAddress, serving
from tests.support.clock import ManualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from adapter.apiserver.attributes import Access
    from adapter.kube.selectors import Selector

GROUP_VERSION = "/apis/external.metrics.k8s.io/v1beta1"
LAG = f"{GROUP_VERSION}/namespaces/default/queue_consumer_lag"
GOOD_TOKEN = "good"
_LIMITS = InFlightLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question to the engine."""

    namespace: str
    metric: str
    selector: str
    fresh: bool


@dataclass(slots=True, kw_only=True)
class ScriptedProvider:
    """An engine that always gives the same answer, or none at all while `hangs`, or fails by a bug.

    What is `kept` is answered at once: such a read is `looked_for`, and isn't `asked`.
    """

    answer: Answer = field(default_factory=lambda: Found(items=(), query="up"))
    kept: Found | None = None
    names: tuple[str, ...] = ("queue_consumer_lag",)
    hangs: bool = False
    bug: Exception | None = None
    asked: list[Asked] = field(default_factory=list)
    looked_for: list[Asked] = field(default_factory=list)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def metric_names(self) -> tuple[str, ...]:
        return self.names

    def found(self, *, namespace: str, metric: str, selector: Selector) -> Found | None:
        self.looked_for.append(Asked(namespace=namespace, metric=metric, selector=str(selector), fresh=False))
        return self.kept

    async def values(self, *, namespace: str, metric: str, selector: Selector, fresh: bool) -> Answer:
        self.asked.append(Asked(namespace=namespace, metric=metric, selector=str(selector), fresh=fresh))
        self.reached.set()
        if self.bug is not None:
            raise self.bug
        if self.hangs:
            try:
                await self.released.wait()
            except asyncio.CancelledError:
                self.cancelled.set()
                raise
        return self.answer


@dataclass(slots=True, kw_only=True)
class Deciders:
    """Knows one token, and gives the same verdict on every access."""

    verdict: Verdict = field(default_factory=Allowed)
    reviewed: list[Access] = field(default_factory=list)

    async def identify(self, token: str) -> TokenVerdict:
        if token == GOOD_TOKEN:
            return Identity(user="tester", proven_by=ProvenBy.TOKEN)
        return Unauthenticated(reason="not the good token")

    async def review(self, identity: Identity, access: Access) -> Verdict:  # noqa: ARG002 - the port's signature
        self.reviewed.append(access)
        return self.verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiServer:
    """A server that runs; `caller` sends the good token, `stranger` sends none."""

    url: str
    caller: aiohttp.ClientSession
    stranger: aiohttp.ClientSession
    readiness: Readiness
    telemetry: Telemetry
    clock: ManualClock


@asynccontextmanager
async def api_server(
    provider: ScriptedProvider | None = None,
    deciders: Deciders | None = None,
    limits: InFlightLimits = _LIMITS,
) -> AsyncIterator[ApiServer]:
    """A server for the length of a block."""
    clock, readiness, telemetry, deciders = ManualClock(), Readiness(), Telemetry(), deciders or Deciders()
    parts = Parts(
        provider=provider or ScriptedProvider(),
        authentication=Authentication(trust=ClientTrust(), tokens=deciders, clock=clock),
        authorization=Authorization(reviews=deciders, clock=clock),
        readiness=readiness,
        telemetry=telemetry,
        clock=clock,
        random=Random(1),
        places=Places(limits),
    )
    listen = ListenAddress(host="127.0.0.1", port=0)
    async with (
        serving(build_application(parts), listen, shutdown_seconds=0.1) as site,
        aiohttp.ClientSession(site.url, headers={"Authorization": f"Bearer {GOOD_TOKEN}"}) as caller,
        aiohttp.ClientSession(site.url) as stranger,
    ):
        yield ApiServer(
            url=site.url, caller=caller, stranger=stranger, readiness=readiness, telemetry=telemetry, clock=clock
        )
