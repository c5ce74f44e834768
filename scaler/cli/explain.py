"""Why is the count what it is? The verb `explain`: the last decision about an autoscaler, as arithmetic."""

from datetime import timedelta
from pathlib import Path
from typing import Final

import click

from scaler.cli.explain_log import AmbiguousError, NoSuchRecordError, Wanted, last_record
from scaler.cli.lengths import positive_length
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.decisionlog.reader import DecisionLogUnreadableError
from scaler.decisionlog.recompute import differences
from scaler.narration.account import Explanation
from scaler.narration.explanation import explanation_of
from scaler.narration.text import explanation_json, explanation_text

_KINDS: Final = {
    "zpa": "ZeroPodAutoscaler",
    "zeropodautoscaler": "ZeroPodAutoscaler",
    "hpa": "HorizontalPodAutoscaler",
    "horizontalpodautoscaler": "HorizontalPodAutoscaler",
}


@click.command(
    epilog="Example: lagzero explain worker -n jobs --log decisions.jsonl",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("-n", "--namespace", default=None, metavar="NAME", help="The autoscaler's namespace.")
@click.option(
    "--log", metavar="FILE|-", help="The decision log to read; `-` is standard input. Without it: the cluster."
)
@click.option("--kubeconfig", metavar="FILE", type=click.Path(path_type=Path), help="How to reach the cluster.")
@click.option("--sync-period", metavar="DURATION", default="15s", help="The scaler's; for the next change.")
@click.option(
    "-o", "--output", type=click.Choice(["text", "json"]), default="text", help="json: one object in one line."
)
@click.argument("name", required=False)
def explain(
    name: str | None,
    namespace: str | None,
    log: str | None,
    kubeconfig: Path | None,
    sync_period: str,
    output: str,
) -> None:
    """Print the last decision about the autoscaler NAME as arithmetic: every metric, the winner, what held the count.

    NAME may be hpa/NAME. With --log it may be left out if the log is about one autoscaler only; without --log only
    what status says can be told. Exit status: 0, 1 if there is no such decision or autoscaler, 2 for wrong usage.
    """
    wanted = _wanted(name or "", namespace or "")
    if log is not None:
        told = _from_log(log, wanted, positive_length("--sync-period", sync_period))
    elif wanted.name:
        # A client of the cluster takes longer to import than a log to read.
        from scaler.cli.explain_live import from_status  # noqa: PLC0415 -- see above

        told = from_status(wanted, kubeconfig)
    else:
        refuse("name an autoscaler, or a decision log with --log FILE", status=USAGE)
    click.echo(explanation_json(told) if output == "json" else explanation_text(told))


def _wanted(name: str, namespace: str) -> Wanted:
    before, slash, after = name.rpartition("/")
    if not slash:
        return Wanted(name=name, namespace=namespace)
    kind = _KINDS.get(before.lower())
    if kind is None or not after:
        refuse(f'"{name}": write NAME, zpa/NAME or hpa/NAME, and the namespace with -n', status=USAGE)
    return Wanted(name=after, namespace=namespace, kind=kind)


def _from_log(log: str, wanted: Wanted, sync_period: timedelta) -> Explanation:
    try:
        record = last_record(log, wanted)
    except NoSuchRecordError as error:
        refuse(str(error), status=NEGATIVE)
    except (AmbiguousError, DecisionLogUnreadableError) as error:
        refuse(str(error), status=USAGE)
    if differences(record):
        note = "note: this lagzero would decide otherwise on what was seen then; lagzero replay says where"
        click.echo(note, err=True)
    return explanation_of(record, sync_period)
