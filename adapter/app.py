"""How is the adapter put together, started and stopped? Everything is built and wired here, and nowhere else."""

from __future__ import annotations

import socket
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import prometheus_client
import structlog

from adapter.apiserver.application import Parts, build_application
from adapter.apiserver.authentication import Authentication, NoTokens
from adapter.apiserver.authorization import Authorization, FrontProxyOnly
from adapter.apiserver.credentials import ClusterTrust, LiveCredentials, StandaloneTrust, warn_of_shared_authority
from adapter.apiserver.probes import Readiness
from adapter.apiserver.renewals import Renewals
from adapter.apiserver.reviews import ClusterAccess, ClusterTokens
from adapter.apiserver.serving_certificates import ServingCertificate, self_signed
from adapter.apiserver.telemetry import Telemetry
from adapter.apiserver.tls import build_context
from adapter.apiserver.trust import ClientTrust
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.engine_metrics import EngineMetrics
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.kube.client import KubeClient
from adapter.process.lifecycle import serve_until
from adapter.process.sites import Site, serving

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Coroutine

    from adapter.apiserver.authentication import TokenAuthority
    from adapter.apiserver.authorization import AccessReviews
    from adapter.apiserver.reloading import Reloading
    from adapter.config import AdapterSettings
    from adapter.externalmetrics.rules import RuleSet
    from adapter.process.clock import Clock

_DRAIN_SECONDS: Final = 5.0

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The settings with the content of their files, all of it good."""

    settings: AdapterSettings
    rules: RuleSet
    serving: ServingCertificate


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """The adapter while it serves: where, and what has to run beside it so that changes come into use."""

    site: Site
    reloading: tuple[Reloading[RuleSet] | Reloading[ClientTrust] | Reloading[ServingCertificate], ...]

    def services(self, clock: Clock) -> tuple[Coroutine[object, object, object], ...]:
        """The reloads as coroutines that never return."""
        return tuple(each.run(clock) for each in self.reloading)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciders:
    """Who decides about callers: a cluster, or the files alone."""

    trust: ClusterTrust | StandaloneTrust
    tokens: TokenAuthority
    reviews: AccessReviews


def prepare(settings: AdapterSettings, clock: Clock) -> Prepared:
    """Read every file that was named. Raises RulesError or CertificateError; nothing is started yet."""
    rules = load_rules_from(settings.rules)
    trust = settings.trust.read(elsewhere=ClientTrust())
    if settings.serving is not None:
        certificate = settings.serving.read()
    else:
        certificate = self_signed(("localhost", "127.0.0.1", socket.gethostname()), now=clock.now())
    # OpenSSL has rules of its own, such as the least size of a key; better to hear of them now.
    build_context(certificate, trust.all_pem)
    return Prepared(settings=settings, rules=rules, serving=certificate)


async def serve(prepared: Prepared, clock: Clock, stop: asyncio.Event) -> int:
    """Serve until `stop` is set, let requests in flight end, and return the exit status. Raises as `served` does."""
    async with served(prepared, clock) as running:
        await serve_until(stop, *running.services(clock))
        log.info("stopping, requests in flight may end", seconds=_DRAIN_SECONDS)
    log.info("stopped")
    return 0


@asynccontextmanager
async def served(prepared: Prepared, clock: Clock) -> AsyncIterator[Served]:
    """The adapter, serving inside the block. On leaving, it stops being ready and drains.

    Raises AccessError, ApiError, CertificateError or ListenError when it can't begin.
    """
    # A second series per counter with the time of its birth, which nobody asked for.
    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call] # the library has no types here
    settings, telemetry = prepared.settings, Telemetry()
    async with AsyncExitStack() as resources:
        deciders = await _deciders(settings, resources)
        trust = await deciders.trust.load()
        warn_of_shared_authority(trust)
        observer = EngineMetrics(telemetry.registry, clock)
        engine = run_engine(prepared.rules, settings.prometheus, clock, limits=EngineLimits(), observer=observer)
        provider = await resources.enter_async_context(engine)
        parts = Parts(
            provider=provider,
            authentication=Authentication(trust=trust, tokens=deciders.tokens, clock=clock),
            authorization=Authorization(reviews=deciders.reviews, clock=clock),
            readiness=Readiness(),
            telemetry=telemetry,
            clock=clock,
            random=SystemRandom(),
        )
        credentials = LiveCredentials(
            serving=prepared.serving, trust=trust, authentication=parts.authentication, telemetry=telemetry
        )
        site = await resources.enter_async_context(_listening(parts, settings, credentials))
        _announce(prepared, site)
        renewals = Renewals(credentials=credentials, telemetry=telemetry)
        rules = renewals.rules(settings.rules, current=prepared.rules, provider=provider)
        reloading = (rules, renewals.trust(deciders.trust, current=trust))
        if settings.serving is None:
            yield Served(site=site, reloading=reloading)
        else:
            certificate = renewals.serving(settings.serving, current=prepared.serving)
            yield Served(site=site, reloading=(*reloading, certificate))


@asynccontextmanager
async def _listening(parts: Parts, settings: AdapterSettings, credentials: LiveCredentials) -> AsyncIterator[Site]:
    app, tls = build_application(parts), credentials.tls.listener_context
    async with serving(app, settings.listen, tls=tls, shutdown_seconds=_DRAIN_SECONDS) as site:
        try:
            yield site
        finally:
            parts.readiness.stop()


async def _deciders(settings: AdapterSettings, resources: AsyncExitStack) -> Deciders:
    if settings.access is None:
        log.warning(
            "no cluster: only callers behind the front proxy are served, and what it lets through is allowed",
            authority=str(settings.trust.front_proxy),
            allowed_names=settings.trust.allowed_names or "any",
        )
        return Deciders(trust=StandaloneTrust(settings.trust), tokens=NoTokens(), reviews=FrontProxyOnly())
    client = KubeClient.of(settings.access, user_agent=f"lagzero-adapter/{version('lagzero')}")
    await resources.enter_async_context(client)
    log.info("asking the cluster about callers", server=settings.access.server, origin=settings.access.origin)
    return Deciders(
        trust=ClusterTrust(settings.trust, client), tokens=ClusterTokens(client), reviews=ClusterAccess(client)
    )


def _announce(prepared: Prepared, site: Site) -> None:
    for warning in prepared.rules.warnings:
        log.warning("rule may not do what it looks like", problem=str(warning))
    if prepared.settings.serving is None:
        log.warning("serving with a self-signed certificate made for this run; give --tls-cert-file for a lasting one")
    log.info(
        "serving external metrics",
        url=site.url,
        rules=len(prepared.rules.rules),
        prometheus=prepared.settings.prometheus.address,
        certificate_until=prepared.serving.not_valid_after.isoformat(),
    )
