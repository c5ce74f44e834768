"""How is the adapter put together, started and stopped? Everything is built and wired here, and nowhere else."""

from __future__ import annotations

import socket
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from random import SystemRandom
from typing import TYPE_CHECKING, Final, assert_never

import prometheus_client
import structlog

from adapter.apiserver.application import Parts, build_application
from adapter.apiserver.authentication import Authentication
from adapter.apiserver.authority_keeper import AuthorityKeeper
from adapter.apiserver.authority_metrics import AuthorityMetrics
from adapter.apiserver.authority_settings import OwnAuthority
from adapter.apiserver.authorization import Authorization
from adapter.apiserver.credential_files import ServingFiles
from adapter.apiserver.credentials import LiveCredentials, warn_of_shared_authority
from adapter.apiserver.deciders import deciders_of
from adapter.apiserver.probes import Readiness
from adapter.apiserver.reloading import Reports
from adapter.apiserver.renewals import Renewals
from adapter.apiserver.serving_certificates import self_signed
from adapter.apiserver.serving_sources import Given, IssuedByOurselves
from adapter.apiserver.telemetry import Telemetry
from adapter.apiserver.tls import build_context
from adapter.apiserver.trust import ClientTrust
from adapter.externalmetrics.announcements import remark_of
from adapter.externalmetrics.engine import EngineLimits, run_engine
from adapter.externalmetrics.engine_metrics import EngineMetrics
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.kube.client import KubeClient
from adapter.process.lifecycle import serve_until
from adapter.process.sites import Site, serving

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Coroutine

    from adapter.apiserver.renewals import Services
    from adapter.apiserver.serving_certificates import ServingCertificate
    from adapter.config import AdapterSettings
    from adapter.externalmetrics.rules import RuleSet
    from adapter.process.clock import Clock

_DRAIN_SECONDS: Final = 5.0

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The settings with the content of their files, all of it good. No `given` certificate: we issue our own."""

    settings: AdapterSettings
    rules: RuleSet
    given: Given | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """The adapter while it serves: where, and what has to run beside it so that changes come into use."""

    site: Site
    renewing: Services

    def services(self) -> tuple[Coroutine[object, object, object], ...]:
        """The reloads as coroutines that never return."""
        return tuple(each() for each in self.renewing)


def prepare(settings: AdapterSettings, clock: Clock) -> Prepared:
    """Read every file that was named. Raises RulesError or CertificateError; nothing is started yet."""
    rules = load_rules_from(settings.rules)
    trust = settings.trust.read(elsewhere=ClientTrust())
    match settings.serving:
        case OwnAuthority():
            return Prepared(settings=settings, rules=rules, given=None)
        case ServingFiles() as files:
            given = Given(certificate=files.read(), files=files)
        case None:
            names = ("localhost", "127.0.0.1", socket.gethostname())
            given = Given(certificate=self_signed(names, now=clock.now()), files=None)
        case _:
            assert_never(settings.serving)
    # OpenSSL has rules of its own, such as the least size of a key; better to hear of them now.
    build_context(given.certificate, trust.all_pem)
    return Prepared(settings=settings, rules=rules, given=given)


async def serve(prepared: Prepared, clock: Clock, stop: asyncio.Event) -> int:
    """Serve until `stop` is set, let requests in flight end, and return the exit status. Raises as `served` does."""
    async with served(prepared, clock) as running:
        await serve_until(stop, *running.services())
        log.info("stopping, requests in flight may end", seconds=_DRAIN_SECONDS)
    log.info("stopped")
    return 0


@asynccontextmanager
async def served(prepared: Prepared, clock: Clock) -> AsyncIterator[Served]:
    """The adapter, serving inside the block. On leaving, it stops being ready and drains.

    Raises AccessError, ApiError, AuthorityError, CertificateError or ListenError when it can't begin.
    """
    # A second series per counter with the time of its birth, which nobody asked for.
    prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call] # the library has no types here
    settings, telemetry, readiness = prepared.settings, Telemetry(), Readiness()
    async with AsyncExitStack() as resources:
        client = await _cluster(settings, resources)
        deciders = deciders_of(settings.trust, client)
        trust = await deciders.trust.load()
        warn_of_shared_authority(trust)
        source = prepared.given or _issuing(settings, client, clock, telemetry)
        certificate = await source.first()
        observer = EngineMetrics(telemetry.registry, clock)
        engine = run_engine(prepared.rules, settings.prometheus, clock, limits=EngineLimits(), observer=observer)
        provider = await resources.enter_async_context(engine)
        readiness.tells(lambda: remark_of(provider.rules))
        parts = Parts(
            provider=provider,
            authentication=Authentication(trust=trust, tokens=deciders.tokens, clock=clock),
            authorization=Authorization(reviews=deciders.reviews, clock=clock),
            readiness=readiness,
            telemetry=telemetry,
            clock=clock,
            random=SystemRandom(),
        )
        credentials = LiveCredentials(
            serving=certificate, trust=trust, authentication=parts.authentication, telemetry=telemetry
        )
        reports = Reports(telemetry=telemetry, readiness=readiness, clock=clock)
        renewals = Renewals(credentials=credentials, reports=reports, clock=clock)
        if isinstance(source, IssuedByOurselves):
            readiness.needs("own-ca-published", source.is_published)
        site = await resources.enter_async_context(_listening(parts, settings, credentials))
        _announce(prepared, site, certificate)
        yield Served(
            site=site,
            renewing=(
                *renewals.rules(settings.rules, current=prepared.rules, provider=provider),
                *renewals.trust(deciders.trust, current=trust),
                *source.renewing(renewals, certificate),
            ),
        )


@asynccontextmanager
async def _listening(parts: Parts, settings: AdapterSettings, credentials: LiveCredentials) -> AsyncIterator[Site]:
    app, tls = build_application(parts), credentials.tls.listener_context
    async with serving(app, settings.listen, tls=tls, shutdown_seconds=_DRAIN_SECONDS) as site:
        try:
            yield site
        finally:
            parts.readiness.stop()


def _issuing(
    settings: AdapterSettings, client: KubeClient | None, clock: Clock, telemetry: Telemetry
) -> IssuedByOurselves:
    own = settings.serving
    # Settings with an authority of our own have a cluster to keep it in, and `prepare` leaves only those without a
    # given certificate.
    assert isinstance(own, OwnAuthority)
    assert client is not None
    metrics = AuthorityMetrics(telemetry.registry)
    return IssuedByOurselves(
        own=own, client=client, keeper=AuthorityKeeper(client=client, own=own, clock=clock, metrics=metrics)
    )


async def _cluster(settings: AdapterSettings, resources: AsyncExitStack) -> KubeClient | None:
    if settings.access is None:
        return None
    log.info("asking the cluster about callers", server=settings.access.server, origin=settings.access.origin)
    client = KubeClient.of(settings.access, user_agent=f"lagzero-adapter/{version('lagzero')}")
    return await resources.enter_async_context(client)


def _announce(prepared: Prepared, site: Site, certificate: ServingCertificate) -> None:
    if prepared.settings.serving is None:
        log.warning("serving with a self-signed certificate made for this run; give --tls-cert-file for a lasting one")
    log.info(
        "serving external metrics",
        url=site.url,
        rules=len(prepared.rules.rules),
        rules_set_aside=len(prepared.rules.refused),
        prometheus=prepared.settings.prometheus.address,
        certificate_until=certificate.not_valid_after.isoformat(),
    )
