"""What does `lagzero status -w` print as time goes on? All of them once, then a line for each that has changed."""

from collections.abc import Sequence

import click
import msgspec

from adapter.process.clock import Clock
from scaler.algorithm.model import AlgorithmSettings
from scaler.api.wire_object import WireAutoscaler
from scaler.cli.status_rows import Columns, Inactive, Row, row_of
from scaler.cli.tables import aligned


class Follower:
    """The sink of a reflector. Columns keep the widths of the first table, and grow where a later cell is longer."""

    def __init__(self, *, clock: Clock, settings: AlgorithmSettings, columns: Columns, as_json: bool) -> None:
        self._clock = clock
        self._settings = settings
        self._columns = columns
        self._as_json = as_json
        self._rows: dict[object, Row] = {}
        self._shown: list[tuple[str, ...]] = []

    def replaced(self, items: Sequence[WireAutoscaler]) -> None:
        rows: dict[object, Row] = {item.metadata.key: self._row_of(item) for item in items}
        gone = [row for key, row in self._rows.items() if key not in rows]
        changed = [rows[key] for key in rows if rows[key] != self._rows.get(key)]
        self._rows = rows
        self._print([*map(_deleted, gone), *changed])

    def applied(self, item: WireAutoscaler) -> None:
        row = self._row_of(item)
        if row != self._rows.get(item.metadata.key):
            self._rows[item.metadata.key] = row
            self._print([row])

    def deleted(self, item: WireAutoscaler) -> None:
        if self._rows.pop(item.metadata.key, None) is not None:
            self._print([_deleted(self._row_of(item))])

    def _row_of(self, item: WireAutoscaler) -> Row:
        return row_of(item, self._clock.now(), self._settings)

    def _print(self, rows: Sequence[Row]) -> None:
        if self._as_json:
            for row in rows:
                click.echo(msgspec.json.encode(row))
            return
        cells = [self._columns.cells(row) for row in rows]
        header = [] if self._shown else [self._columns.header()]
        widest = self._shown or header
        lines = aligned([*widest, *cells])[len(self._shown) :]
        self._shown = [_widest([*widest, *cells])]
        for line in lines:
            click.echo(line)


def _widest(rows: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """A row that is as wide as all of them: what has to be remembered of those that were printed."""
    return tuple(max(column, key=len) for column in zip(*rows, strict=True))


def _deleted(row: Row) -> Row:
    return msgspec.structs.replace(row, inactive=Inactive(reason="Deleted", message="the autoscaler is gone"))
