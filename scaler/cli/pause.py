"""Who stops an autoscaler for a while, and who lets it go on? The verbs `pause` and `resume`."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

import click

from adapter.kube.client import KubeClient
from adapter.kube.meta import TimestampError, format_time, parse_time
from adapter.process.clock import SystemClock
from scaler.api.kinds import AutoscalerKind
from scaler.api.states import AutoscalerState
from scaler.api.wire_object import WireAutoscaler
from scaler.cli.reaching import FIELD_MANAGER, access_for, asked, read_autoscaler
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.config import ConfigError, duration
from scaler.controller.pause import PAUSED, PAUSED_UNTIL, explicit_pause

_KIND = AutoscalerKind.ZERO_POD_AUTOSCALER
_NAMESPACE_HELP = "The autoscaler's namespace. Without it: that of the kubeconfig."


@click.command(
    epilog="Example: lagzero pause worker -n jobs --reason 'moving the queue' --until 2h",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("-n", "--namespace", metavar="NAME", help=_NAMESPACE_HELP)
@click.option("--reason", metavar="TEXT", help="Why; it stands in the condition ScalingActive.")
@click.option(
    "--until", metavar="TIME|DURATION", help="The end: 2030-01-31T08:00:00Z, or 2h from now. Without it: none."
)
@click.option("--kubeconfig", metavar="FILE", type=click.Path(path_type=Path), help="How to reach the cluster.")
@click.argument("name")
def pause(name: str, namespace: str | None, reason: str | None, until: str | None, kubeconfig: Path | None) -> None:
    """Hold the count of the ZeroPodAutoscaler NAME where it is, until its end or `lagzero resume`.

    A pause that is there already is replaced. Exit status: 0, 1 if there is no such autoscaler, 2 for wrong usage, 3
    if the cluster can't be asked.
    """
    if reason == "false":
        refuse('--reason false: the annotation lagzero.dev/paused: "false" means no pause; say why', status=USAGE)
    end = None if until is None else _end(until, SystemClock().now())
    access = access_for(kubeconfig)
    within = namespace or access.namespace
    annotations = {PAUSED: reason or "true", PAUSED_UNTIL: None if end is None else format_time(end)}
    asked(access, lambda client: _annotate(client, within, name, annotations))
    ending = "until lagzero resume" if end is None else f"until {format_time(end)}"
    click.echo(f"{within}/{name} is paused {ending}")


@click.command(
    epilog="Example: lagzero resume worker -n jobs", context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option("-n", "--namespace", metavar="NAME", help=_NAMESPACE_HELP)
@click.option("--kubeconfig", metavar="FILE", type=click.Path(path_type=Path), help="How to reach the cluster.")
@click.argument("name")
def resume(name: str, namespace: str | None, kubeconfig: Path | None) -> None:
    """End the pause of the ZeroPodAutoscaler NAME.

    Exit status: 0, also if it was not paused; 1 if there is no such autoscaler, or if the pause is its workload's;
    2 for wrong usage; 3 if the cluster can't be asked.
    """
    access = access_for(kubeconfig)
    within = namespace or access.namespace
    before = asked(access, lambda client: _resumed(client, within, name))
    known = explicit_pause(before.metadata.annotations, SystemClock().now())
    if known is None and before.status.state == AutoscalerState.PAUSED_EXPLICITLY:
        target = before.spec.scale_target_ref
        workload = f"{target.kind.lower()}/{target.name}"
        text = f"the pause of {within}/{name} is its workload's: kubectl annotate -n {within} {workload} {PAUSED}-"
        refuse(text, status=NEGATIVE)
    if known is None:
        click.echo(f"{within}/{name} was not paused")
        return
    click.echo(f"{within}/{name} is resumed{f', it was paused: {known.reason}' if known.reason else ''}")


def _end(text: str, now: datetime) -> datetime:
    """The moment that is meant, in whole seconds, rounded up; one in the past ends the verb."""
    try:
        end = parse_time(text)
    except TimestampError:
        end = now + _duration(text)
    if end <= now:
        refuse(f"--until {text}: that is over; write a time to come, or a length of time such as 2h", status=USAGE)
    return end if end.microsecond == 0 else end.replace(microsecond=0) + timedelta(seconds=1)


def _duration(text: str) -> timedelta:
    try:
        return duration("--until", text)
    except ConfigError:
        refuse(f"--until {text}: write a time such as 2030-01-31T08:00:00Z, or a length such as 1h30m", status=USAGE)


async def _resumed(client: KubeClient, namespace: str, name: str) -> WireAutoscaler:
    """The object as it was before; nothing is written where nothing is to be removed."""
    before = await read_autoscaler(client, _KIND, namespace, name)
    if before.metadata.annotations.keys() & {PAUSED, PAUSED_UNTIL}:
        await _annotate(client, namespace, name, {PAUSED: None, PAUSED_UNTIL: None})
    return before


async def _annotate(client: KubeClient, namespace: str, name: str, annotations: Mapping[str, str | None]) -> None:
    path = f"{_KIND.collection(namespace)}/{name}"
    body = {"metadata": {"annotations": annotations}}
    await client.merge_patch(path, body, WireAutoscaler, field_manager=FIELD_MANAGER)
