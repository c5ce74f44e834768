"""What do TLS and authentication use right now? One serving certificate and one trust, each replaceable at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from adapter.apiserver.tls import ServingTls, build_context

if TYPE_CHECKING:
    from adapter.apiserver.authentication import Authentication
    from adapter.apiserver.serving_certificates import ServingCertificate
    from adapter.apiserver.telemetry import Telemetry
    from adapter.apiserver.trust import ClientTrust

log = structlog.get_logger()


class LiveCredentials:
    """Keeps the listener's TLS in step with both halves. Raises CertificateError for what OpenSSL refuses."""

    def __init__(
        self,
        *,
        serving: ServingCertificate,
        trust: ClientTrust,
        authentication: Authentication,
        telemetry: Telemetry,
    ) -> None:
        self._serving = serving
        self._trust = trust
        self._authentication = authentication
        self._telemetry = telemetry
        self.tls = ServingTls(build_context(serving, trust.all_pem))
        telemetry.serving_until(serving.not_valid_after)

    def serving_changed(self, serving: ServingCertificate) -> None:
        """Serve with another certificate from the next connection on."""
        self.tls.replace(build_context(serving, self._trust.all_pem))
        self._serving = serving
        self._telemetry.serving_until(serving.not_valid_after)

    def trust_changed(self, trust: ClientTrust) -> None:
        """Trust others from the next request on."""
        self.tls.replace(build_context(self._serving, trust.all_pem))
        self._trust = trust
        self._authentication.trust_changed(trust)


def warn_of_shared_authority(trust: ClientTrust) -> None:
    """Say in the log if clients' certificates could pass for the front proxy's."""
    if trust.shares_an_authority and not trust.front_proxy.allowed_names:
        log.warning(
            "any client certificate can act as the front proxy: one authority issues both, and no name is asked"
        )
