"""What does kubernetes_asyncio have to know about our access? Its Configuration, and the TLS that belongs to it."""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import msgspec
import structlog

from adapter.kube.credentials import ExecPlugin, TokenFile, one_line
from adapter.kube.kubeconfig import AccessError
from adapter.kube.library import library

if TYPE_CHECKING:
    from adapter.kube.access import Access

# An exec plugin may ask a person for a password.
_LOAD_SECONDS: Final = 60.0

log = structlog.get_logger()


async def configuration_of(access: Access) -> Any:  # noqa: ANN401 - untyped
    """kubernetes_asyncio's Configuration with our credentials, which refresh themselves. Raises AccessError."""
    of = library()
    configuration = of.configuration()
    try:
        async with asyncio.timeout(_LOAD_SECONDS):
            loader = await of.load_kube_config_from_dict(_kubeconfig_of(access), client_configuration=configuration)
    except (of.config_exception, OSError, ValueError, LookupError, aiohttp.ClientError) as error:
        raise AccessError(f"{access.origin}: can't load the credentials: {one_line(error)}") from error
    if access.user.token_file:
        configuration.refresh_api_key_hook = TokenFile(access.user.token_file)
        configuration.refresh_api_key_hook(configuration)
    elif access.user.exec:
        configuration.refresh_api_key_hook = ExecPlugin(loader)
    if access.cluster.insecure_skip_tls_verify:
        log.warning("the API server's certificate is not verified", origin=access.origin)
    return configuration


def _kubeconfig_of(access: Access) -> dict[str, object]:
    return {
        "current-context": "it",
        "clusters": [{"name": "it", "cluster": msgspec.to_builtins(access.cluster)}],
        "users": [{"name": "it", "user": msgspec.to_builtins(access.user)}],
        "contexts": [{"name": "it", "context": {"cluster": "it", "user": "it"}}],
    }


def tls_of(configuration: Any) -> ssl.SSLContext | bool:  # noqa: ANN401 - untyped
    """The TLS that its certificates ask for; True for a plain server. Raises AccessError."""
    if not configuration.host.startswith("https:"):
        return True
    try:
        tls = ssl.create_default_context(cafile=configuration.ssl_ca_cert)
        if configuration.cert_file:
            tls.load_cert_chain(configuration.cert_file, keyfile=configuration.key_file)
    except (OSError, ValueError) as error:
        files = ", ".join(path for path in tls_files(configuration) if path)
        raise AccessError(
            f"can't use the certificates of {configuration.host} ({files}): {one_line(error)}; "
            "they must be PEM, and the key must belong to the certificate"
        ) from error
    # Python 3.13 asks more of a CA than kubectl does; a cluster that kubectl reaches must be reachable.
    tls.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if not configuration.verify_ssl:
        tls.check_hostname = False
        tls.verify_mode = ssl.CERT_NONE
    return tls


def tls_files(configuration: Any) -> tuple[str | None, ...]:  # noqa: ANN401 - untyped
    """The files that `tls_of` reads."""
    return configuration.ssl_ca_cert, configuration.cert_file, configuration.key_file
