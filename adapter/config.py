"""What was the adapter told to do? Its flags, checked as far as that goes without reading a file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adapter.apiserver.credential_files import ServingFiles, TrustFiles
from adapter.kube.access import Access, AccessError, load_access
from adapter.process.logging import LogFormat, LogLevel
from adapter.process.sites import ListenAddress, ListenError
from adapter.prometheus.servers import PrometheusServer, ServerError, parse_server

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    kubeconfig: Path | None = None
    log_format: LogFormat = LogFormat.TEXT
    log_level: LogLevel = LogLevel.INFO


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterSettings:
    """What `adapter.app` needs. No `serving` means a certificate made for the run, no `access` means no cluster."""

    rules: Path
    prometheus: PrometheusServer
    listen: ListenAddress
    serving: ServingFiles | None
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
    return AdapterSettings(
        rules=flags.rules,
        prometheus=_prometheus(flags.prometheus),
        listen=_listen(flags.listen),
        serving=_serving(flags),
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
