"""What do TLS and authentication use right now? One serving certificate and one trust, each replaceable at any time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import structlog

from adapter.apiserver.tls import ServingTls, build_context
from adapter.apiserver.trust import CONFIG_MAP_PATH, ClientTrust, trust_of_config_map

if TYPE_CHECKING:
    from adapter.apiserver.authentication import Authentication
    from adapter.apiserver.credential_files import TrustFiles
    from adapter.apiserver.serving_certificates import ServingCertificate
    from adapter.apiserver.telemetry import Telemetry
    from adapter.kube.client import KubeClient

log = structlog.get_logger()


class ConfigMap(msgspec.Struct, frozen=True):
    """The part of a ConfigMap that is read."""

    data: dict[str, str] = {}


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


class StandaloneTrust:
    """Trust that comes from files alone."""

    def __init__(self, files: TrustFiles) -> None:
        self._files = files

    async def load(self) -> ClientTrust:
        """The trust now. Raises CertificateError."""
        return await asyncio.to_thread(self._files.read, elsewhere=ClientTrust())


class ClusterTrust:
    """Trust that comes from the cluster's ConfigMap, except for what files were named for."""

    def __init__(self, files: TrustFiles, client: KubeClient) -> None:
        self._files = files
        self._client = client

    async def load(self) -> ClientTrust:
        """The trust now. Raises CertificateError, and ApiError when the ConfigMap can't be had."""
        elsewhere = ClientTrust()
        if not self._files.are_complete:
            elsewhere = trust_of_config_map((await self._client.get(CONFIG_MAP_PATH, ConfigMap)).data)
        return await asyncio.to_thread(self._files.read, elsewhere=elsewhere)


def warn_of_shared_authority(trust: ClientTrust) -> None:
    """Say in the log if clients' certificates could pass for the front proxy's."""
    if trust.shares_an_authority and not trust.front_proxy.allowed_names:
        log.warning(
            "any client certificate can act as the front proxy: one authority issues both, and no name is asked"
        )
