"""Which flags do the verbs of `migrate` share? How to reach the cluster, whom to take, and how long to wait."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click

from scaler.cli.refusal import USAGE, refuse
from scaler.config import ConfigError, duration
from scaler.migration.hand_over import Patience

F = TypeVar("F", bound=Callable[..., Any])


class HandOverFlags(TypedDict):
    """What click hands over for the flags below."""

    name: str | None
    namespace: str | None
    everywhere: bool
    dry_run: str
    wait: bool
    timeout: str
    kubeconfig: Path | None
    output: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Whom:
    """One by name, all of a namespace, or all."""

    name: str | None
    namespace: str | None
    everywhere: bool


def whom_options(command: F) -> F:
    """NAME, -n and --all."""
    command = click.option("--all", "everywhere", is_flag=True, help="Those of every namespace.")(command)
    command = click.option(
        "-n", "--namespace", metavar="NAMESPACE", help="Its namespace; without NAME: all of that namespace."
    )(command)
    return click.argument("name", required=False)(command)


def cluster_options(command: F) -> F:
    """--kubeconfig, --timeout, --wait, --dry-run and --output."""
    command = click.option(
        "--kubeconfig", metavar="FILE", type=click.Path(path_type=Path), help="How to reach the cluster."
    )(command)
    command = click.option(
        "--timeout", metavar="DURATION", default="60s", show_default=True, help="The most that one step may wait."
    )(command)
    command = click.option(
        "--wait/--no-wait",
        default=True,
        help="--no-wait: don't wait for the controllers, and don't prove that they agree.",
    )(command)
    command = click.option(
        "-o", "--output", type=click.Choice(["text", "yaml"]), default="text", help="yaml: the objects to create."
    )(command)
    return click.option(
        "--dry-run",
        type=click.Choice(["none", "client", "server"]),
        default="none",
        show_default=True,
        help="client: print the steps; server: also ask whether the API server would take the object.",
    )(command)


def whom(flags: HandOverFlags) -> Whom:
    """Ends the verb where nobody is named, or two are, or YAML is asked for where something is to be done."""
    name, namespace, everywhere = flags["name"], flags["namespace"], flags["everywhere"]
    if everywhere and (name is not None or namespace is not None):
        refuse("--all goes with neither NAME nor --namespace: leave it out, or them", status=USAGE)
    if not everywhere and name is None and namespace is None:
        refuse("whom? Write NAME, -n NAMESPACE for all of a namespace, or --all", status=USAGE)
    if flags["output"] == "yaml" and flags["dry_run"] == "none":
        refuse("-o yaml prints what would be created: add --dry-run client", status=USAGE)
    return Whom(name=name, namespace=namespace, everywhere=everywhere)


def patience(flags: HandOverFlags) -> Patience:
    try:
        seconds = duration("--timeout", flags["timeout"]).total_seconds()
    except ConfigError as error:
        refuse(str(error), status=USAGE)
    return Patience(seconds=seconds, skips_waits=not flags["wait"])
