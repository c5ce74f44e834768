"""Would this lagzero decide as it was decided then? The verb `replay`: every record of a decision log recomputed."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import click

from adapter.kube.meta import format_time
from scaler.cli.refusal import NEGATIVE, USAGE, refuse
from scaler.decisionlog.reader import DecisionLogUnreadableError, Line, open_log
from scaler.decisionlog.recompute import differences, is_same


@click.command(
    epilog="Example: lagzero replay decisions.jsonl", context_settings={"help_option_names": ["-h", "--help"]}
)
@click.argument("file")
def replay(file: str) -> None:
    """Recompute every decision of the decision log FILE (`-`: standard input) and print where one would differ.

    Exit status: 0 if all are the same, 1 if some differ, 2 for a line that can't be read.
    """
    count = _Count()
    try:
        with open_log(file) as lines:
            for line in lines:
                _print(line, count)
    except DecisionLogUnreadableError as error:
        refuse(str(error), status=USAGE)
    click.echo(f"{count.recomputed} recomputed, {count.differing} differ")
    sys.exit(NEGATIVE if count.differing else 0)


@dataclass(slots=True)
class _Count:
    """Of records so far."""

    recomputed: int = 0
    differing: int = 0


def _print(line: Line, count: _Count) -> None:
    texts = list(_differing(line))
    count.recomputed += 1
    count.differing += bool(texts)
    for text in texts:
        click.echo(text)


def _differing(line: Line) -> Iterator[str]:
    """A text for each field in which the record's decision would be another one."""
    if is_same(line.given()):
        return
    record = line.record()
    at = format_time(record.observation.now)
    for difference in differences(record):
        yield f"{line.log}:{line.number}: {record.autoscaler} at {at}: {difference}"
