"""`lagzero adapter`: the command line of the adapter."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from adapter.apiserver.authority import AuthorityError
from adapter.apiserver.client_certificates import CertificateError
from adapter.apiserver.registration import API_SERVICE_NAME
from adapter.app import Prepared, prepare, serve
from adapter.config import ConfigError, Flags, settings_of
from adapter.externalmetrics.rules import RulesError
from adapter.kube.access import AccessError
from adapter.kube.errors import ApiError
from adapter.process.clock import SystemClock
from adapter.process.lifecycle import WORLD_FAILED, run
from adapter.process.logging import LogFormat, LogLevel, configure_logging
from adapter.process.sites import ListenError

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Coroutine

F = TypeVar("F", bound="Callable[..., object]")

_USAGE: Final = 2
_STATUSES: Final[dict[type[Exception], int]] = {
    AccessError: _USAGE,
    CertificateError: _USAGE,
    AuthorityError: WORLD_FAILED,
    ApiError: WORLD_FAILED,
    ListenError: WORLD_FAILED,
}
_FILE: Final = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
_EXAMPLE: Final = """\b
Example:
  lagzero adapter --rules rules.yaml --prometheus http://localhost:9090 \\
    --listen 127.0.0.1:6443 --kubeconfig ~/.kube/config

\b
In a Pod, with an authority of its own instead of a given certificate:
  lagzero adapter --rules rules.yaml --prometheus http://prometheus:9090 \\
    --own-ca-secret lagzero-system/lagzero-adapter-ca \\
    --own-ca-service lagzero-system/lagzero-adapter
"""


def _tls_options(command: F) -> F:
    options = (
        click.option("--tls-cert-file", type=_FILE, help="Serving certificate, PEM, leaf first. Reloaded on change."),
        click.option("--tls-private-key-file", type=_FILE, help="Its private key. Without both, one is made up."),
        click.option("--client-ca-file", type=_FILE, help="Who may issue client certificates. Else the cluster's."),
        click.option(
            "--requestheader-client-ca-file",
            type=_FILE,
            help="Who may issue the front proxy's certificate. Else the cluster's.",
        ),
        click.option(
            "--requestheader-allowed-names",
            multiple=True,
            metavar="NAME[,NAME...]",
            help="Common names of the front proxy; repeatable. None: any name.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _own_ca_options(command: F) -> F:
    options = (
        click.option(
            "--own-ca-secret",
            metavar="NAMESPACE/NAME",
            help="Keep an authority of our own in this Secret, made if there is none, and serve by certificates of it.",
        ),
        click.option(
            "--own-ca-service",
            metavar="NAMESPACE/NAME",
            help="The Service that those are for; needed with --own-ca-secret.",
        ),
        click.option(
            "--own-ca-apiservice",
            metavar="NAME",
            default=API_SERVICE_NAME,
            help="The APIService whose caBundle is kept in step.",
        ),
        click.option("--own-ca-duration", metavar="DURATION", default="8760h", help="How long an authority is valid."),
        click.option(
            "--own-ca-certificate-duration",
            metavar="DURATION",
            default="168h",
            help="How long a serving certificate is valid; it is renewed when a third is left.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
    epilog=_EXAMPLE,
)
@click.option(
    "--rules",
    required=True,
    metavar="FILE|FOLDER",
    type=click.Path(exists=True, path_type=Path),
    help="Rules, as prometheus-adapter's externalRules. Reloaded on change.",
)
@click.option("--prometheus", required=True, metavar="URL", help="The Prometheus to ask.")
@click.option(
    "--listen",
    default="0.0.0.0:6443",
    metavar="HOST:PORT",
    help="Where to serve; port 0 takes a free one.",
)
@_tls_options
@_own_ca_options
@click.option(
    "--kubeconfig",
    type=_FILE,
    help="The cluster that knows the callers. In a pod, its own.",
)
@click.option(
    "--log-format",
    type=click.Choice([choice.value for choice in LogFormat]),
    default=LogFormat.JSON.value,
    callback=lambda _context, _option, text: LogFormat(text),
    help="The shape of log lines.",
)
@click.option(
    "--log-level",
    type=click.Choice([choice.value for choice in LogLevel]),
    default=LogLevel.INFO.value,
    callback=lambda _context, _option, text: LogLevel(text),
    help="The least that is logged.",
)
def adapter(**given: object) -> None:
    """Serve external.metrics.k8s.io from Prometheus, as an aggregated API server over TLS.

    Callers are proven by the front proxy's certificate, a client certificate or a token, and allowed by the cluster's
    SubjectAccessReview. Without a cluster (no --kubeconfig, not in a pod) only the front proxy is served, and every
    caller behind it may read every metric.

    Exit status: 0 stopped as asked, 2 wrong usage, 3 the world failed.
    """
    flags = Flags(**given)  # type: ignore[arg-type] # click has given every flag its type
    clock = SystemClock()
    try:
        prepared = prepare(settings_of(flags), clock)
    except (ConfigError, RulesError, CertificateError) as error:
        click.echo(f"lagzero adapter: {error}", err=True)
        sys.exit(_USAGE)
    configure_logging(format=flags.log_format, level=flags.log_level)
    sys.exit(run(_main(prepared, clock), statuses=_STATUSES))


def _main(prepared: Prepared, clock: SystemClock) -> Callable[[asyncio.Event], Coroutine[object, object, int]]:
    async def main(stop: asyncio.Event) -> int:
        return await serve(prepared, clock, stop)

    return main
