"""Whom does the API server trust when it calls us? The bundle in our APIService, which is read and written here."""

import base64
import binascii
from datetime import timedelta
from typing import Final

import msgspec
from cryptography import x509

from adapter.apiserver.authority_keyring import certificates_in
from adapter.kube.client import KubeClient
from adapter.kube.errors import NotFound
from adapter.kube.external_metrics import GROUP, VERSION
from adapter.kube.meta import ObjectMeta
from adapter.process.clock import Clock

API_SERVICES_PATH: Final = "/apis/apiregistration.k8s.io/v1/apiservices"
API_SERVICE_NAME: Final = f"{VERSION}.{GROUP}"
FIELD_MANAGER: Final = "lagzero-adapter"


class ServiceReference(msgspec.Struct, frozen=True, kw_only=True):
    """The Service that the API server calls."""

    namespace: str = ""
    name: str = ""


class ApiServiceSpec(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """The part of an APIService that is looked at; `ca_bundle` is base64 of PEM."""

    ca_bundle: str = ""
    service: ServiceReference | None = None


class ApiService(msgspec.Struct, rename="camel", frozen=True, kw_only=True):
    """An APIService."""

    metadata: ObjectMeta
    spec: ApiServiceSpec = ApiServiceSpec()

    @property
    def bundle_pem(self) -> bytes:
        """The trusted certificates as PEM; empty, if there are none or it isn't base64."""
        try:
            return base64.b64decode(self.spec.ca_bundle, validate=True)
        except binascii.Error:
            return b""


async def read_api_service(client: KubeClient, name: str) -> ApiService | None:
    """The APIService as it is now; None if there is none. Raises ApiError."""
    try:
        return await client.get(f"{API_SERVICES_PATH}/{name}", ApiService)
    except NotFound:
        return None


async def publish(client: KubeClient, api_service: ApiService, bundle_pem: bytes) -> ApiService:
    """The APIService with this bundle and nothing else changed.

    Raises ApiError; Conflict, if it has changed since it was read: a replica that knows less must not undo what one
    that knows more has written.
    """
    name = api_service.metadata.name
    document = {
        "apiVersion": "apiregistration.k8s.io/v1",
        "kind": "APIService",
        "metadata": {"name": name, "resourceVersion": api_service.metadata.resource_version},
        "spec": {"caBundle": base64.b64encode(bundle_pem).decode()},
    }
    path = f"{API_SERVICES_PATH}/{name}"
    return await client.apply(path, document, ApiService, field_manager=FIELD_MANAGER, force=True)


class Publications:
    """Since when has the API server been told of each certificate? As far as this process has seen it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: dict[x509.Certificate, float] = {}

    def saw(self, api_service: ApiService | None) -> None:
        """Note what the bundle holds now; what isn't in it any more begins anew."""
        bundle = b"" if api_service is None else api_service.bundle_pem
        now = self._clock.monotonic()
        self._since = {each: self._since.get(each, now) for each in certificates_in(bundle)}

    def duration_of(self, certificate: x509.Certificate) -> timedelta | None:
        """For how long it has been in the bundle without interruption; None if it isn't."""
        since = self._since.get(certificate)
        return None if since is None else timedelta(seconds=self._clock.monotonic() - since)
