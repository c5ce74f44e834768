"""`lagzero scaler`: the command line of the scaler."""

import sys
from pathlib import Path
from typing import Any

import click

from adapter.kube.access import AccessError
from adapter.kube.errors import ApiError
from adapter.process.clock import Clock, SystemClock
from adapter.process.lifecycle import WORLD_FAILED, run
from adapter.process.logging import LogFormat, LogLevel, configure_logging
from adapter.process.sites import ListenError
from scaler.app import serve
from scaler.config import ConfigError, ExternalMetricsSource, Flags, settings_of
from scaler.decisionlog.writer import DecisionLogError

_USAGE = 2
_STATUSES: dict[type[Exception], int] = {
    AccessError: _USAGE,
    DecisionLogError: _USAGE,
    ApiError: WORLD_FAILED,
    ListenError: WORLD_FAILED,
}
_EXAMPLE = """\b
Example:
  lagzero scaler --rules rules.yaml --prometheus http://localhost:9090 \\
    --kubeconfig ~/.kube/config --namespace jobs
"""


@click.command(epilog=_EXAMPLE, context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.option(
    "--kubeconfig",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="How to reach the cluster. Without it: the pod's service account, then KUBECONFIG, then ~/.kube/config.",
)
@click.option(
    "--namespace", "namespaces", metavar="NAME", multiple=True, help="Look after this namespace only; repeatable."
)
@click.option(
    "--external-metrics",
    type=click.Choice([source.value for source in ExternalMetricsSource]),
    default=ExternalMetricsSource.ENGINE.value,
    help="Read External metrics with the engine in this process, or from the external metrics API.",
)
@click.option("--rules", metavar="FILE|FOLDER", type=click.Path(path_type=Path), help="The engine's externalRules.")
@click.option("--prometheus", metavar="URL", help="The engine's Prometheus.")
@click.option("--sync-period", metavar="DURATION", default="15s", help="Time between two looks at an autoscaler.")
@click.option("--wake-interval", metavar="DURATION", default="1s", help="The same for targets that sleep at zero.")
@click.option("--tolerance", type=float, default=0.1, help="Relative distance from the target that changes nothing.")
@click.option(
    "--downscale-stabilization",
    metavar="DURATION",
    default="5m",
    help="How far back recommendations hold a scale-down, where `behavior` doesn't say.",
)
@click.option(
    "--cpu-initialization-period", metavar="DURATION", default="5m", help="Young pods' cpu counts with care this long."
)
@click.option(
    "--initial-readiness-delay",
    metavar="DURATION",
    default="30s",
    help="A pod that turned unready this soon after its start was never ready.",
)
@click.option(
    "--demand-waiting-threshold",
    metavar="DURATION",
    default="5m",
    help="Say so when demand waits this long on a workload that is paused or doesn't wake; 0: never.",
)
@click.option(
    "--leader-elect/--no-leader-elect", default=True, help="Write counts only while holding the lease lagzero-scaler."
)
@click.option(
    "--leader-elect-resource-namespace",
    metavar="NAME",
    help="The lease's namespace. Without it: the pod's own, or that of the kubeconfig's context.",
)
@click.option(
    "--leader-elect-lease-duration", metavar="DURATION", default="15s", help="Others wait so long for a silent leader."
)
@click.option(
    "--leader-elect-renew-deadline", metavar="DURATION", default="10s", help="A leader gives up after so long a time."
)
@click.option(
    "--leader-elect-retry-period", metavar="DURATION", default="2s", help="Time between two attempts to lead."
)
@click.option("--parity", is_flag=True, help="Switch every deviation from the stock controller off.")
@click.option("--decision-log", metavar="FILE|-", help="Append every decision as one line of JSON.")
@click.option(
    "--decision-log-maxsize",
    metavar="MEBIBYTES",
    type=click.IntRange(min=0),
    default=100,
    help="Set FILE aside as FILE.1 before it grows beyond this; 0: never.",
)
@click.option(
    "--decision-log-maxbackup",
    metavar="NUMBER",
    type=click.IntRange(1, 100),
    default=10,
    help="Keep so many of these older files.",
)
@click.option("--listen", metavar="HOST:PORT", default="0.0.0.0:8080", help="Where /livez, /readyz and /metrics are.")
@click.option(
    "--log-format",
    type=click.Choice([each.value for each in LogFormat]),
    default=LogFormat.TEXT.value,
    help="Log form.",
)
@click.option(
    "--log-level",
    type=click.Choice([each.value for each in LogLevel]),
    default=LogLevel.INFO.value,
    help="The least of it.",
)
def scaler(**options: Any) -> None:  # noqa: ANN401 -- click hands over what the options above declare
    """Scale the targets of ZeroPodAutoscalers, to zero and back.

    Runs until SIGTERM. Exit status: 0 after a clean stop, 2 for wrong flags or files, 3 if the world failed.
    """
    sys.exit(start(options, SystemClock()))


def start(options: dict[str, Any], clock: Clock) -> int:
    """Run with the values of the options above until SIGTERM; the exit status. Wrong ones end it with 2."""
    flags = flags_of(options)
    configure_logging(format=flags.log_format, level=flags.log_level.value)
    try:
        settings = settings_of(flags)
    except ConfigError as error:
        click.echo(f"lagzero scaler: {error}", err=True)
        return _USAGE
    return run(lambda stop: serve(settings, clock, stop), statuses=_STATUSES)


def flags_of(options: dict[str, Any]) -> Flags:
    """The values of the options above, each choice as what it means."""
    return Flags(
        **options
        | {
            "external_metrics": ExternalMetricsSource(options["external_metrics"]),
            "log_format": LogFormat(options["log_format"]),
            "log_level": LogLevel(options["log_level"]),
        }
    )
