"""How does a run look at a glance? Replicas as bars over time, demand as a line of blocks below."""

from collections.abc import Sequence
from typing import Final

from scaler.simulation.moments import Millis, duration_text
from scaler.simulation.run import Run

WIDTH: Final = 72
_HEIGHT: Final = 8
_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"


def chart_of(run: Run) -> str:
    """Rows of `WIDTH` columns, each column the highest of its stretch of time."""
    until = max(run.scenario.until, 1)
    counts = _highest([(count.at, float(count.replicas)) for count in run.counts], until)
    demand = _highest([(synced.at, max(synced.demand.total, 0) / 1000) for synced in run.syncs], until)
    top = max(1.0, *counts)
    label = max(len(f"{top:g}"), len("demand"))
    rows = [f"{_axis(row, top):>{label}} |{_row(counts, top, row)}" for row in reversed(range(_HEIGHT))]
    most = max(demand)
    if most > 0:
        rows.append(f"{'demand':>{label}} |{''.join(_block(value / most) for value in demand)} at most {most:g}")
    middle, end = duration_text(Millis(until // 2)), duration_text(Millis(until))
    scale = "0s" + middle.center(WIDTH - 2 - len(end)) + end
    return "\n".join([*(row.rstrip() for row in rows), f"{'':>{label}}  {scale}"])


def _highest(changes: Sequence[tuple[Millis, float]], until: int) -> list[float]:
    """What holds at most within each column; a change holds until the next."""
    columns = [0.0] * WIDTH
    ends = [at for at, _ in changes[1:]] + [Millis(until)]
    for (at, value), end in zip(changes, ends, strict=True):
        first, last = _column(max(at, 0), until), _column(max(end - 1, at, 0), until)
        for column in range(first, last + 1):
            columns[column] = max(columns[column], value)
    return columns


def _column(at: int, until: int) -> int:
    return min(at * WIDTH // until, WIDTH - 1)


def _axis(row: int, top: float) -> str:
    """The highest and the lowest row have a number."""
    if row == _HEIGHT - 1:
        return f"{top:g}"
    return "0" if row == 0 else ""


def _row(counts: Sequence[float], top: float, row: int) -> str:
    return "".join(_block(count / top * _HEIGHT - row) for count in counts)


def _block(filled: float) -> str:
    """A cell that is filled to a share of its height; anything above nothing shows."""
    eighths = min(max(round(filled * 8), 0), 8)
    return _EIGHTHS[max(eighths, 1) if filled > 0 else 0]
