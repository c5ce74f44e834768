"""What may change while the program runs? The rules, the trust and the serving certificate, each by itself."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adapter.apiserver.client_certificates import CertificateError
from adapter.apiserver.reloading import Reloading
from adapter.externalmetrics.rulefiles import load_rules_from
from adapter.externalmetrics.rules import RulesError, RuleSet
from adapter.kube.errors import ApiError

if TYPE_CHECKING:
    from pathlib import Path

    from adapter.apiserver.credential_files import ServingFiles
    from adapter.apiserver.credentials import ClusterTrust, LiveCredentials, StandaloneTrust
    from adapter.apiserver.serving_certificates import ServingCertificate
    from adapter.apiserver.telemetry import Telemetry
    from adapter.apiserver.trust import ClientTrust
    from adapter.externalmetrics.provider import ExternalMetricsProvider


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewals:
    """Makes the services that renew one thing each; `current` is what is in use when they start."""

    credentials: LiveCredentials
    telemetry: Telemetry

    def rules(self, path: Path, *, current: RuleSet, provider: ExternalMetricsProvider) -> Reloading[RuleSet]:
        return Reloading(
            subject="rules",
            current=current,
            load=lambda: asyncio.to_thread(load_rules_from, path),
            changed=provider.replace_rules,
            refusals=(RulesError,),
            telemetry=self.telemetry,
        )

    def trust(self, source: ClusterTrust | StandaloneTrust, *, current: ClientTrust) -> Reloading[ClientTrust]:
        return Reloading(
            subject="authentication",
            current=current,
            load=source.load,
            changed=self.credentials.trust_changed,
            refusals=(CertificateError, ApiError),
            telemetry=self.telemetry,
        )

    def serving(self, files: ServingFiles, *, current: ServingCertificate) -> Reloading[ServingCertificate]:
        return Reloading(
            subject="serving certificate",
            current=current,
            load=lambda: asyncio.to_thread(files.read),
            changed=self.credentials.serving_changed,
            refusals=(CertificateError,),
            telemetry=self.telemetry,
        )
