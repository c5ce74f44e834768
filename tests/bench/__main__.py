"""python -m tests.bench [--full] [--only NAME]: measure the budgets and print them beside their figures."""

import signal
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from types import FrameType

import click
from rich.console import Console
from rich.table import Table

from tests.bench.adapter import measure_adapter
from tests.bench.comparison import Size, measure_comparison
from tests.bench.decide import measure_decide
from tests.bench.figures import Figure
from tests.bench.scaler import measure_scaler
from tests.bench.scaler_stock import measure_stock
from tests.bench.scaler_wake import measure_wake
from tests.bench.verbs import measure_verbs

SHORT: dict[str, Callable[[], Iterator[Figure]]] = {
    "decide": measure_decide,
    "verbs": measure_verbs,
    "adapter": lambda: measure_adapter(reads=2_000),
    "comparison": lambda: measure_comparison(Size(series=5_000, reads=6_000, window_seconds=30)),
    "scaler": lambda: measure_scaler(autoscalers=500, periods=2),
    "wake": lambda: measure_wake(idle=200, woken=20),
}
FULL: dict[str, Callable[[], Iterator[Figure]]] = {
    "decide": measure_decide,
    "verbs": measure_verbs,
    "adapter": lambda: measure_adapter(reads=20_000),
    "comparison": lambda: measure_comparison(Size(series=200_000, reads=20_000, window_seconds=60)),
    "scaler": lambda: measure_scaler(autoscalers=10_000, periods=8),
    "wake": lambda: measure_wake(idle=1_000, woken=100),
    "stock": lambda: chain(measure_stock(autoscalers=500, periods=8), measure_stock(autoscalers=1_000, periods=8)),
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--full", is_flag=True, help="More objects and a longer time: half an hour.")
@click.option("--only", type=click.Choice(list(FULL)), multiple=True, help="Only this one; repeatable.")
def main(*, full: bool, only: tuple[str, ...]) -> None:
    """Measure the budgets; exit with 1 if one was missed. Machines are noisy: compare within one run."""
    signal.signal(signal.SIGTERM, _leave)
    figures: list[Figure] = []
    chosen = FULL if full else SHORT
    for name in only or tuple(chosen):
        click.echo(f"measuring {name}", err=True)
        figures.extend(chosen.get(name, FULL[name])())
    table = Table("what", "measured", "unit", "budget", "kept", "why")
    for figure in figures:
        bound = "" if figure.budget is None else f"{'>=' if figure.at_least else '<='} {figure.budget:.4g}"
        kept = "" if figure.budget is None else "yes" if figure.kept else "NO"
        table.add_row(figure.name, f"{figure.value:.4g}", figure.unit, bound, kept, figure.why)
    Console(width=160).print(table)
    sys.exit(0 if all(figure.kept for figure in figures) else 1)


def _leave(number: int, _frame: FrameType | None) -> None:
    """Through every block, so that the programs that it has started end, too."""
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
