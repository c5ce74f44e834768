"""Which syncs are worth reading? A table of those at which something changed, and the two runs' totals side by side."""

from collections.abc import Iterator, Sequence
from typing import Final

from scaler.api.autoscaler import AutoscalerStatus
from scaler.api.conditions import ConditionType
from scaler.simulation.lines import wrote
from scaler.simulation.moments import duration_text
from scaler.simulation.run import Run, Synced
from scaler.simulation.totals import totals_of

_HEADER: Final = ("TIME", "REPLICAS", "WROTE", "READY", "STATE", "TARGETS", "SAID")
_CLEAR: Final = frozenset(
    {
        ("AbleToScale", "True"),
        ("ScalingActive", "True"),
        ("ScalingLimited", "False"),
        (ConditionType.CONTESTED, "False"),
        (ConditionType.DEMAND_WAITING, "False"),
    }
)


def table_of(run: Run) -> str:
    """The first sync, the last, and each one that differs from the one before in more than the metrics' values."""
    rows = list(_rows(run))
    hidden = len(run.syncs) - len(rows)
    note = f"\n({hidden} syncs at which nothing changed are left out)" if hidden else ""
    return _columns([_HEADER, *rows]) + note


def comparison_of(runs: Sequence[Run]) -> str:
    """One column per run."""
    totals = [totals_of(run) for run in runs]
    rows = [
        ("", *(run.scenario.name for run in runs)),
        ("replica-seconds", *(f"{each.replica_seconds:.0f}" for each in totals)),
        ("wakes", *(str(each.wakes) for each in totals)),
        ("seconds with backlog above target", *(f"{each.backlog_seconds:g}" for each in totals)),
        ("changes", *(str(each.changes) for each in totals)),
    ]
    return _columns(rows)


def _rows(run: Run) -> Iterator[tuple[str, ...]]:
    previous: Synced | None = None
    for synced in run.syncs:
        if previous is None or synced is run.syncs[-1] or _gist(synced) != _gist(previous):
            yield _row(synced)
        previous = synced


def _gist(synced: Synced) -> tuple[object, ...]:
    """What a reader would call a change."""
    return synced.replicas, wrote(synced), synced.ready_pods, synced.status.state, _said(synced)


def _row(synced: Synced) -> tuple[str, ...]:
    written = wrote(synced)
    return (
        duration_text(synced.at),
        str(synced.replicas),
        "" if written is None else str(written),
        str(synced.ready_pods),
        synced.status.state,
        synced.status.targets,
        _said(synced),
    )


def _said(synced: Synced) -> str:
    """Reasons of events, then of conditions that aren't as on a good day."""
    events = [event.reason for event in synced.events]
    return ", ".join(dict.fromkeys([*events, *_troubles(synced.status)]))


def _troubles(status: AutoscalerStatus) -> Iterator[str]:
    for condition in status.conditions:
        if (condition.type, condition.status) not in _CLEAR and condition.type != "ScaledToZero":
            yield condition.reason


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)
