"""What may change while the program runs? The rules, the trust and the serving certificate, each by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from adapter.apiserver.authority import AuthorityError
from adapter.apiserver.authority_store import secrets_path
from adapter.apiserver.changes import Latest, Named, watching_one
from adapter.apiserver.client_certificates import CertificateError
from adapter.apiserver.registration import API_SERVICES_PATH
from adapter.apiserver.trust_sources import ClusterTrust, StandaloneTrust
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RulesError, RuleSet
from adapter.kube.errors import ApiError
from adapter.process.reloading import Reloading

if TYPE_CHECKING:
    from pathlib import Path

    from adapter.apiserver.authority_keeper import AuthorityKeeper
    from adapter.apiserver.authority_settings import OwnAuthority
    from adapter.apiserver.credential_files import ServingFiles
    from adapter.apiserver.credentials import LiveCredentials
    from adapter.apiserver.reloading import Reports
    from adapter.apiserver.serving_certificates import ServingCertificate
    from adapter.apiserver.trust import ClientTrust
    from adapter.externalmetrics.provider import ExternalMetricsProvider
    from adapter.kube.client import KubeClient
    from adapter.process.clock import Clock

Services = tuple[Callable[[], Coroutine[object, object, object]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewals:
    """Makes the services that renew one thing each; `current` is what is in use when they start."""

    credentials: LiveCredentials
    reports: Reports
    clock: Clock

    def rules(self, path: Path, *, current: RuleSet, provider: ExternalMetricsProvider) -> Services:
        rules = Reloading(
            subject="rules",
            current=current,
            load=lambda: asyncio.to_thread(load_rules_from, path),
            changed=provider.replace_rules,
            refusals=(RulesError,),
            reports=self.reports,
        )
        return (partial(rules.run, self.clock),)

    def trust(self, source: ClusterTrust | StandaloneTrust, *, current: ClientTrust) -> Services:
        trust = Reloading(
            subject="authentication",
            current=current,
            load=source.load,
            changed=self.credentials.trust_changed,
            refusals=(CertificateError, ApiError),
            reports=self.reports,
        )
        services: Services = (partial(trust.run, self.clock),)
        reflector = source.watch(self.clock) if isinstance(source, ClusterTrust) else None
        if isinstance(source, ClusterTrust) and reflector is not None:
            services += (partial(trust.follow, source.changed), reflector.run)
        return services

    def serving(self, files: ServingFiles, *, current: ServingCertificate) -> Services:
        serving = Reloading(
            subject="serving certificate",
            current=current,
            load=lambda: asyncio.to_thread(files.read),
            changed=self.credentials.serving_changed,
            refusals=(CertificateError,),
            reports=self.reports,
        )
        return (partial(serving.run, self.clock),)

    def own_authority(
        self, keeper: AuthorityKeeper, own: OwnAuthority, client: KubeClient, *, current: ServingCertificate
    ) -> Services:
        serving = Reloading(
            subject="own authority",
            current=current,
            load=keeper.load,
            changed=self.credentials.serving_changed,
            refusals=(AuthorityError, CertificateError, ApiError),
            reports=self.reports,
        )
        seen: Latest[Named] = Latest()
        watched = ((secrets_path(own.secret.namespace), own.secret.name), (API_SERVICES_PATH, own.api_service))
        reflectors = (
            watching_one(client, path, name, item=Named, latest=seen, clock=self.clock) for path, name in watched
        )
        interval = own.durations.publication.total_seconds() / 2
        return (
            partial(serving.run, self.clock, interval_seconds=interval),
            partial(serving.follow, seen.changed),
            *(reflector.run for reflector in reflectors),
        )
