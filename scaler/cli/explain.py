"""Why is the count what it is? The verb `explain`: what is decided now, or was by a log, as arithmetic."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import click

from scaler.cli.explain_log import AmbiguousError, NoSuchRecordError, Wanted, last_record
from scaler.cli.lengths import length_of, positive_length
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
@click.option("--status", "status_only", is_flag=True, help="Only what its status says: the right to get it is enough.")
@click.option("--rules", metavar="FILE|FOLDER", type=click.Path(path_type=Path), help="Read External metrics by these.")
@click.option("--prometheus", metavar="URL", help="From this Prometheus. Without both: from the external metrics API.")
@click.option("--parity", is_flag=True, help="As the scaler's.")
@click.option("--tolerance", type=float, default=0.1, show_default=True, help="The scaler's.")
@click.option("--downscale-stabilization", metavar="DURATION", default="5m", show_default=True, help="The scaler's.")
@click.option("--sync-period", metavar="DURATION", default="15s", help="The scaler's; for the next change.")
@click.option(
    "-o", "--output", type=click.Choice(["text", "json"]), default="text", help="json: one object in one line."
)
@click.argument("name", required=False)
def explain(name: str | None, **options: Any) -> None:  # noqa: ANN401 -- click hands over what the options declare
    """Tell what is decided about the autoscaler NAME as arithmetic: every metric, the winner, what holds the count.

    From the cluster a look is taken now, as the scaler would take it, and nothing is written; the scaler itself may
    remember more of the last half minute. With --log the last decision in the log is told; NAME may be left out there
    if the log is about one autoscaler only. NAME may be hpa/NAME. Exit status: 0, 1 if there is no such decision or
    autoscaler, 2 for wrong usage, 3 if the cluster doesn't answer.
    """
    wanted = _wanted(name or "", options["namespace"] or "")
    told = _told(wanted, options)
    click.echo(explanation_json(told) if options["output"] == "json" else explanation_text(told))


def _told(wanted: Wanted, options: Mapping[str, Any]) -> Explanation:
    sync_period = positive_length("--sync-period", options["sync_period"])
    if options["log"] is not None:
        return _from_log(options["log"], wanted, sync_period)
    if not wanted.name:
        refuse("name an autoscaler, or a decision log with --log FILE", status=USAGE)
    # A client of the cluster takes longer to import than a log to read.
    if options["status_only"]:
        from scaler.cli.explain_live import from_status  # noqa: PLC0415 -- see above

        window = length_of("--downscale-stabilization", options["downscale_stabilization"])
        return from_status(wanted, options["kubeconfig"], window)
    if (options["rules"] is None) != (options["prometheus"] is None):
        refuse("--rules and --prometheus go together; without both, the external metrics API is asked", status=USAGE)
    from scaler.cli.explain_now import Means, from_the_cluster  # noqa: PLC0415 -- see above

    means = Means(**{field.name: options[field.name] for field in fields(Means)})
    return from_the_cluster(wanted, means, sync_period)


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
