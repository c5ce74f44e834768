"""What breaks when the cluster's gate changes, and who puts it right beforehand? The verb `migrate upgrade-check`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

import click
import msgspec

from adapter.kube.access import Access
from adapter.kube.client import KubeClient
from scaler.api.kinds import AutoscalerKind
from scaler.cli.migrate_files import objects_in
from scaler.cli.migrate_rollback import roll_back
from scaler.cli.reaching import access_for, asked
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.migration.gate_change import Finding, findings_on
from scaler.migration.reading import Listed, autoscalers
from scaler.migration.stock_autoscaler import Gate

_KINDS = {kind.kind: kind for kind in AutoscalerKind}


class CheckFlags(TypedDict):
    """What click hands over for the flags below."""

    to: str
    namespace: str | None
    everywhere: bool
    files: tuple[str, ...]
    rollback: bool
    timeout: str
    output: str
    kubeconfig: Path | None


@click.command(
    "upgrade-check",
    epilog="Example: lagzero migrate upgrade-check --to off --all",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--to", type=click.Choice(["on", "off"]), required=True, help="What the gate HPAScaleToZero will be.")
@click.option("-n", "--namespace", metavar="NAMESPACE", help="The autoscalers of this namespace.")
@click.option("--all", "everywhere", is_flag=True, help="Those of every namespace.")
@click.option("-f", "--filename", "files", metavar="FILE", multiple=True, help="Those of a file, - is standard input.")
@click.option(
    "--rollback", is_flag=True, help="With --to off: raise minReplicas from 0 to 1, and wait for the sleepers."
)
@click.option(
    "--timeout", metavar="DURATION", default="60s", show_default=True, help="The most that one may take to wake."
)
@click.option("-o", "--output", type=click.Choice(["text", "json"]), default="text", help="json: one list of findings.")
@click.option("--kubeconfig", metavar="FILE", type=click.Path(path_type=Path), help="How to reach the cluster.")
def upgrade_check(**flags: Unpack[CheckFlags]) -> None:
    """Name the autoscalers that would break when the gate HPAScaleToZero is switched on or off.

    With --rollback the steps are taken that have to come before it is switched off. Exit status: 0 if nothing would
    break, or all of it was put right; 1 if something would; 2 for wrong usage; 3 if the cluster can't be asked.
    """
    _refuse_nonsense(flags)
    if flags["files"]:
        sys.exit(_told(_of_files(flags["files"]), flags))
    access = access_for(flags["kubeconfig"])
    if flags["rollback"]:
        roll_back(access, flags["namespace"], flags["timeout"])
        return
    sys.exit(_told(_of_cluster(access, flags["namespace"]), flags))


def _refuse_nonsense(flags: CheckFlags) -> None:
    places = [bool(flags["files"]), flags["namespace"] is not None, flags["everywhere"]]
    if places.count(True) != 1:
        refuse("which autoscalers? Write one of -n NAMESPACE, --all and -f FILE", status=USAGE)
    if flags["rollback"] and (flags["to"] == "on" or flags["files"]):
        refuse(
            "--rollback works on the cluster, before the gate is switched off: write --to off, and no -f", status=USAGE
        )


def _of_files(files: Sequence[str]) -> list[Listed]:
    found = [each for each in objects_in(files) if each.kind in _KINDS]
    return [Listed(kind=_KINDS[each.kind], document=each.document) for each in found]


def _of_cluster(access: Access, namespace: str | None) -> list[Listed]:
    return asked(access, lambda client: _read(client, namespace))


async def _read(client: KubeClient, namespace: str | None) -> list[Listed]:
    return [each async for each in autoscalers(client, namespace)]


def _told(found: Sequence[Listed], flags: CheckFlags) -> int:
    """Print what was found; the exit status that it deserves."""
    to = Gate(flags["to"])
    findings = [finding for each in found for finding in findings_on(each.kind, each.document, to)]
    click.echo(_as_json(findings) if flags["output"] == "json" else _as_text(findings, len(found), to))
    return NEGATIVE if any(finding.breaks for finding in findings) else 0


def _as_text(findings: Sequence[Finding], count: int, to: Gate) -> str:
    lines = [f"{each.autoscaler}: {'breaks' if each.breaks else 'note'}: {each.text}" for each in findings]
    breaking = len({each.autoscaler for each in findings if each.breaks})
    return "\n".join([*lines, f"{breaking} of {count} autoscalers would break with the gate {to}"])


def _as_json(findings: Sequence[Finding]) -> str:
    entries = [{"autoscaler": each.autoscaler, "breaks": each.breaks, "message": each.text} for each in findings]
    return msgspec.json.encode(entries).decode()
