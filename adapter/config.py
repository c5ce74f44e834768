"""What was the adapter told to do? Its flags, checked as far as that goes without reading a file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adapter.apiserver.authority_keyring import Durations
from adapter.apiserver.authority_settings import OwnAuthority
from adapter.apiserver.credential_files import ServingFiles, TrustFiles
from adapter.apiserver.registration import API_SERVICE_NAME
from adapter.kube.access import Access, AccessError, load_access
from adapter.kube.durations import DurationError, parse_duration
from adapter.kube.meta import NamespacedName
from adapter.process.logging import LogFormat, LogLevel
from adapter.process.sites import ListenAddress, ListenError
from adapter.prometheus.servers import PrometheusServer, ServerError, parse_server

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHORTEST_CERTIFICATE: Final = timedelta(seconds=10)
_CERTIFICATES_PER_AUTHORITY: Final = 6
_SERVICE_ACCOUNT_TOKEN: Final = Path("/var/run/secrets/kubernetes.io/serviceaccount/token")


class ConfigError(Exception):
    """Flags that make no sense, in one line: which one, why, and what to write instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """The command line as it was given; what wasn't is None."""

    rules: Path
    prometheus: str = field(repr=False)
    listen: str
    tls_cert_file: Path | None = None
    tls_private_key_file: Path | None = None
    client_ca_file: Path | None = None
    requestheader_client_ca_file: Path | None = None
    requestheader_allowed_names: tuple[str, ...] = ()
    own_ca_secret: str | None = None
    own_ca_service: str | None = None
    own_ca_apiservice: str = API_SERVICE_NAME
    own_ca_duration: str = "8760h"
    own_ca_certificate_duration: str = "168h"
    kubeconfig: Path | None = None
    log_format: LogFormat = LogFormat.TEXT
    log_level: LogLevel = LogLevel.INFO


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterSettings:
    """What `adapter.app` needs. No `serving` means a certificate made for the run, no `access` means no cluster, which
    an authority of our own can't be without.
    """

    rules: Path
    prometheus: PrometheusServer
    listen: ListenAddress
    serving: ServingFiles | OwnAuthority | None
    trust: TrustFiles
    access: Access | None


def settings_of(flags: Flags, *, environ: Mapping[str, str] = os.environ) -> AdapterSettings:
    """The settings that the flags mean. Raises ConfigError."""
    trust = _trust(flags)
    access = _access(flags.kubeconfig, environ)
    if access is None and trust.front_proxy is None:
        raise ConfigError(
            "nobody could be authenticated: outside of a cluster give --kubeconfig FILE, or "
            "--requestheader-client-ca-file FILE to serve the front proxy alone"
        )
    serving = _own_authority(flags) or _serving(flags)
    if isinstance(serving, OwnAuthority) and access is None:
        raise ConfigError("--own-ca-secret: outside of a cluster there is no Secret; give --kubeconfig FILE, too")
    return AdapterSettings(
        rules=flags.rules,
        prometheus=_prometheus(flags.prometheus),
        listen=_listen(flags.listen),
        serving=serving,
        trust=trust,
        access=access,
    )


def _trust(flags: Flags) -> TrustFiles:
    names = tuple(
        name.strip() for text in flags.requestheader_allowed_names for name in text.split(",") if name.strip()
    )
    if names and flags.requestheader_client_ca_file is None:
        raise ConfigError(
            "--requestheader-allowed-names: a name alone proves nothing; give --requestheader-client-ca-file FILE, too"
        )
    return TrustFiles(clients=flags.client_ca_file, front_proxy=flags.requestheader_client_ca_file, allowed_names=names)


def _access(kubeconfig: Path | None, environ: Mapping[str, str]) -> Access | None:
    in_a_pod = bool(environ.get("KUBERNETES_SERVICE_HOST")) and _SERVICE_ACCOUNT_TOKEN.exists()
    if kubeconfig is None and not in_a_pod:
        # The user's own kubeconfig is not taken unasked: it may be of any cluster.
        return None
    try:
        return load_access(kubeconfig, environ=environ)
    except AccessError as error:
        raise ConfigError(f"--kubeconfig: {error}") from error


def _prometheus(url: str) -> PrometheusServer:
    try:
        return parse_server(url)
    except ServerError as error:
        raise ConfigError(f"--prometheus: {error}") from error


def _listen(text: str) -> ListenAddress:
    try:
        return ListenAddress.parse(text)
    except ListenError as error:
        raise ConfigError(f"--listen: {error}") from error


def _serving(flags: Flags) -> ServingFiles | None:
    match flags.tls_cert_file, flags.tls_private_key_file:
        case None, None:
            return None
        case Path() as certificate, Path() as key:
            return ServingFiles(certificate=certificate, key=key)
        case _:
            raise ConfigError("--tls-cert-file and --tls-private-key-file go together: give both, or neither")


def _own_authority(flags: Flags) -> OwnAuthority | None:
    if flags.own_ca_secret is None and flags.own_ca_service is None:
        return None
    if flags.own_ca_secret is None or flags.own_ca_service is None:
        raise ConfigError("--own-ca-secret and --own-ca-service go together: give both, or neither")
    if flags.tls_cert_file is not None or flags.tls_private_key_file is not None:
        raise ConfigError("--own-ca-secret: with it the adapter issues its own certificate; leave --tls-cert-file away")
    return OwnAuthority(
        secret=_namespaced("--own-ca-secret", flags.own_ca_secret),
        service=_namespaced("--own-ca-service", flags.own_ca_service),
        api_service=flags.own_ca_apiservice,
        durations=_durations(flags),
    )


def _namespaced(flag: str, text: str) -> NamespacedName:
    namespace, _, name = text.partition("/")
    if not namespace or not name or "/" in name:
        raise ConfigError(f'{flag}: "{text}" is not NAMESPACE/NAME; write for example lagzero-system/lagzero-adapter')
    return NamespacedName(namespace, name)


def _durations(flags: Flags) -> Durations:
    authority = _duration("--own-ca-duration", flags.own_ca_duration)
    certificate = _duration("--own-ca-certificate-duration", flags.own_ca_certificate_duration)
    if certificate < _SHORTEST_CERTIFICATE:
        raise ConfigError(f"--own-ca-certificate-duration: at least {_SHORTEST_CERTIFICATE.total_seconds():g}s")
    if authority < _CERTIFICATES_PER_AUTHORITY * certificate:
        raise ConfigError(
            f"--own-ca-duration: at least {_CERTIFICATES_PER_AUTHORITY} times --own-ca-certificate-duration, "
            "so that an authority can be replaced in time"
        )
    return Durations(authority=authority, certificate=certificate)


def _duration(flag: str, text: str) -> timedelta:
    try:
        return timedelta(seconds=parse_duration(text))
    except (DurationError, OverflowError) as error:
        raise ConfigError(f"{flag}: {error}") from error
