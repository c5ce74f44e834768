"""Where an APIService leads: the address behind its Service, and the TLS by which both sides know each other.

Only Services of type ExternalName lead anywhere: there are no endpoints here, and no cluster network.
"""

import base64
import binascii
import ssl
from dataclasses import dataclass
from pathlib import Path

from e2e.sandbox.documents import Document, at, text_at
from e2e.sandbox.store import Store

_DEFAULT_PORT = 443


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """An address to dial, and the name that its certificate has to be for."""

    host: str
    port: int
    server_name: str
    tls: ssl.SSLContext

    @property
    def url(self) -> str:
        return f"https://{self.host}:{self.port}"


class UnreachableError(Exception):
    """An APIService that leads nowhere, with the reason and message of its condition."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


class Upstreams:
    """Finds the upstream of an APIService; `client` is the front-proxy client's certificate and key."""

    def __init__(self, store: Store, *, client_certificate: Path, client_key: Path) -> None:
        self._store = store
        self._client = (client_certificate, client_key)
        self._contexts: dict[str, ssl.SSLContext] = {}

    def of(self, api_service: Document) -> Upstream:
        """Raises UnreachableError for what can't be dialled, before anything is."""
        namespace = text_at(api_service, "spec", "service", "namespace")
        name = text_at(api_service, "spec", "service", "name")
        service = self._store.get("services", (namespace, name))
        if service is None:
            raise UnreachableError("ServiceNotFound", f'service/{name} in "{namespace}" is not present')
        if text_at(service.document, "spec", "type") != "ExternalName":
            message = f'cannot find endpointslices for service/{name} in "{namespace}" (the sandbox dials ExternalName)'
            raise UnreachableError("EndpointsNotFound", message)
        port = at(api_service, ("spec", "service", "port"))
        return Upstream(
            host=text_at(service.document, "spec", "externalName"),
            port=port if isinstance(port, int) else _DEFAULT_PORT,
            server_name=f"{name}.{namespace}.svc",
            tls=self._tls(api_service),
        )

    def _tls(self, api_service: Document) -> ssl.SSLContext:
        bundle = text_at(api_service, "spec", "caBundle")
        insecure = at(api_service, ("spec", "insecureSkipTLSVerify")) is True
        known = "" if insecure else bundle
        if known not in self._contexts:
            self._contexts[known] = self._new_tls(bundle, insecure=insecure)
        return self._contexts[known]

    def _new_tls(self, bundle: str, *, insecure: bool) -> ssl.SSLContext:
        try:
            authority = base64.b64decode(bundle).decode("ascii")
            context = ssl.create_default_context(cadata=authority or None)
        except (binascii.Error, UnicodeDecodeError, ssl.SSLError) as error:
            raise UnreachableError("FailedDiscoveryCheck", f"unable to load root certificates: {error}") from error
        if insecure:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        context.load_cert_chain(*self._client)
        return context
