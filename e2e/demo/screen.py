"""How does the demo show itself? A live table under the story on a terminal, plain lines elsewhere."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TextIO

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from e2e.demo.witness import Sight

_ROWS: Final = 8
_BETWEEN_ROWS_SECONDS: Final = 2.0
_COLUMNS: Final = ("time", "tasks", "in Prometheus", "spec.replicas", "ready", "state", "ScalingActive")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A sight, and when it was seen, counted from the start of the demo."""

    elapsed_seconds: float
    sight: Sight

    def cells(self) -> tuple[str, ...]:
        """One text for each column; a dash for what isn't seen yet."""
        sight = self.sight
        active = sight.condition("ScalingActive")
        return (
            f"{self.elapsed_seconds:.1f} s",
            _number(sight.waiting),
            _number(sight.visible),
            _number(sight.spec_replicas),
            str(sight.ready_replicas),
            sight.state or "-",
            f"{active.status}/{active.reason}" if active.reason else "-",
        )


def begins_row(row: Row, previous: Row | None) -> bool:
    """Whether a sight deserves a line of its own: the workload changed, or a while has passed since the last line."""
    if previous is None:
        return True
    if row.elapsed_seconds - previous.elapsed_seconds >= _BETWEEN_ROWS_SECONDS:
        return row.cells()[1:] != previous.cells()[1:]
    return _workload(row.sight) != _workload(previous.sight)


class Screen(ABC):
    """Where the story is told and where the present is shown."""

    @abstractmethod
    def say(self, text: str) -> None:
        """A line of the story."""

    @abstractmethod
    def head(self, text: str) -> None:
        """The title of what follows."""

    @abstractmethod
    def verdict(self, text: str, *, good: bool) -> None:
        """How something ended."""

    @abstractmethod
    def show(self, sight: Sight) -> None:
        """The present, as often as it changes."""

    def evidence(self, lines: Sequence[str]) -> None:
        """What was seen, under a verdict."""
        for line in lines:
            self.say(f"  {line}")


class PlainScreen(Screen):
    """Lines only, for logs and pipes."""

    def __init__(self, out: TextIO, elapsed_seconds: Callable[[], float]) -> None:
        self._out = out
        self._elapsed_seconds = elapsed_seconds
        self._last: Row | None = None

    def say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def head(self, text: str) -> None:
        self.say(f"\n== {text}")

    def verdict(self, text: str, *, good: bool) -> None:
        self.say(f"{'[ok]' if good else '[NO]'} {text}")

    def show(self, sight: Sight) -> None:
        row = Row(elapsed_seconds=self._elapsed_seconds(), sight=sight)
        if begins_row(row, self._last):
            self._last = row
            time, *cells = row.cells()
            pairs = zip(_COLUMNS[1:], cells, strict=True)
            self.say(f"  {time:>7}  " + "  ".join(f"{name} {cell}" for name, cell in pairs))


class LiveScreen(Screen):
    """The story scrolls by above a table of the last few lines, whose last one is always the present."""

    def __init__(self, live: Live, elapsed_seconds: Callable[[], float]) -> None:
        self._live = live
        self._elapsed_seconds = elapsed_seconds
        self._rows: deque[Row] = deque(maxlen=_ROWS)
        self._present: Row | None = None

    def say(self, text: str) -> None:
        self._print(Text(text))

    def head(self, text: str) -> None:
        self._print(Text(f"\n{text}", style="bold cyan"))

    def verdict(self, text: str, *, good: bool) -> None:
        self._print(Text(f"{'✔' if good else '✘'} {text}", style="green" if good else "bold red"))

    def show(self, sight: Sight) -> None:
        row = Row(elapsed_seconds=self._elapsed_seconds(), sight=sight)
        if begins_row(row, self._rows[-1] if self._rows else None):
            self._rows.append(row)
        self._present = row
        self._live.update(self._table())

    def _print(self, text: Text) -> None:
        self._live.console.print(text, highlight=False)

    def _table(self) -> Table:
        table = Table(title="now", title_justify="left", expand=True)
        for name in _COLUMNS:
            table.add_column(name, justify="left" if name in {"state", "ScalingActive"} else "right", no_wrap=True)
        present = self._present
        for row in self._rows:
            if row is not present:
                table.add_row(*row.cells(), style="dim")
        if present is not None:
            table.add_row(*present.cells(), style="bold")
        return table


@contextmanager
def open_screen(out: TextIO, elapsed_seconds: Callable[[], float]) -> Iterator[Screen]:
    """A live screen on a terminal that can move its cursor, else a plain one."""
    console = Console(file=out)
    if not console.is_terminal or console.is_dumb_terminal:
        yield PlainScreen(out, elapsed_seconds)
        return
    with Live(console=console, refresh_per_second=8) as live:
        yield LiveScreen(live, elapsed_seconds)


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def _workload(sight: Sight) -> tuple[object, ...]:
    return sight.spec_replicas, sight.ready_replicas, sight.state, sight.visible == 0
