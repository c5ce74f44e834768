"""How are all the autoscalers? The verb `status`: one line each, once or as they change."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

import click
import msgspec
import yaml

from adapter.kube.access import Access
from adapter.kube.client import KubeClient
from adapter.kube.watch import Reflector
from adapter.process.clock import SystemClock
from adapter.process.lifecycle import run, serve_until
from scaler.algorithm.model import AlgorithmSettings
from scaler.api.kinds import AutoscalerKind
from scaler.api.wire_object import WireAutoscaler
from scaler.cli.lengths import length_of
from scaler.cli.reaching import access_for, asked, client_for
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.cli.status_rows import Columns, Row, row_of
from scaler.cli.status_watch import Follower
from scaler.cli.tables import aligned


class _Page(msgspec.Struct, frozen=True):
    items: tuple[WireAutoscaler, ...] = ()


@click.command(epilog="Example: lagzero status -A -o wide", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-n", "--namespace", metavar="NAME", help="Of this namespace. Without it: that of the kubeconfig.")
@click.option("-A", "--all-namespaces", is_flag=True, help="Of every namespace.")
@click.option("-w", "--watch", "follows", is_flag=True, help="Go on and print what changes.")
@click.option(
    "-o",
    "--output",
    type=click.Choice(["table", "wide", "json", "yaml"]),
    default="table",
    help="json: a line for each; yaml: a document for each.",
)
@click.option("--kubeconfig", metavar="FILE", type=click.Path(path_type=Path), help="How to reach the cluster.")
@click.option(
    "--downscale-stabilization",
    "window",
    metavar="DURATION",
    default="5m",
    show_default=True,
    help="The scaler's; for the next change.",
)
def status(
    namespace: str | None, output: str, kubeconfig: Path | None, window: str, *, all_namespaces: bool, follows: bool
) -> None:
    """Show every ZeroPodAutoscaler: its state, targets and counts, the last decision (DESIRED), when the count
    may change at the earliest, and why none is computed where none is.

    Exit status: 0, 1 if there is none, 2 for wrong usage, 3 if the cluster can't be asked.
    """
    if namespace is not None and all_namespaces:
        refuse("-n and -A exclude each other", status=USAGE)
    if follows and output == "yaml":
        refuse("-w prints no yaml; take -o json, which is a line for each change", status=USAGE)
    settings = AlgorithmSettings(downscale_stabilization=length_of("--downscale-stabilization", window))
    clock, access = SystemClock(), access_for(kubeconfig)
    within = None if all_namespaces else namespace or access.namespace
    path = AutoscalerKind.ZERO_POD_AUTOSCALER.collection(within)
    found = asked(access, lambda client: client.get(path, _Page))
    columns = Columns(namespace=all_namespaces, wide=output == "wide")
    if follows:
        follower = Follower(clock=clock, settings=settings, columns=columns, as_json=output == "json")
        sys.exit(run(lambda stop: _follow(stop, access, path, follower)))
    rows = sorted(
        (row_of(item, clock.now(), settings) for item in found.items), key=lambda row: (row.namespace, row.name)
    )
    _print(rows, columns, output)
    if not rows:
        where = "in any namespace" if within is None else f"in namespace {within}"
        refuse(f"there is no ZeroPodAutoscaler {where}", status=NEGATIVE)


def _print(rows: Sequence[Row], columns: Columns, output: str) -> None:
    if output == "json":
        for row in rows:
            click.echo(msgspec.json.encode(row))
    elif output == "yaml":
        click.echo(yaml.safe_dump_all(map(msgspec.to_builtins, rows), sort_keys=False), nl=False)
    elif rows:
        for line in aligned([columns.header(), *map(columns.cells, rows)]):
            click.echo(line)


async def _follow(stop: asyncio.Event, access: Access, path: str, follower: Follower) -> int:
    """Until it is interrupted, which is no failure."""
    async with client_for(access) as client:
        await serve_until(stop, _reflector(client, path, follower).run())
    return 0


def _reflector(client: KubeClient, path: str, follower: Follower) -> Reflector[WireAutoscaler]:
    return Reflector(
        client=client, path=path, item=WireAutoscaler, sink=follower, clock=SystemClock(), random=SystemRandom()
    )
