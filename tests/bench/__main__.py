"""python -m tests.bench [--full] [--only NAME]: measure the budgets and print them beside their figures."""

import sys
from collections.abc import Callable, Iterator

import click
from rich.console import Console
from rich.table import Table

from tests.bench.adapter import measure_adapter
from tests.bench.decide import measure_decide
from tests.bench.figures import Figure
from tests.bench.scaler import measure_scaler

SHORT: dict[str, Callable[[], Iterator[Figure]]] = {
    "decide": measure_decide,
    "adapter": lambda: measure_adapter(reads=2_000),
    "scaler": lambda: measure_scaler(autoscalers=500, periods=2),
}
FULL: dict[str, Callable[[], Iterator[Figure]]] = {
    "decide": measure_decide,
    "adapter": lambda: measure_adapter(reads=20_000),
    "scaler": lambda: measure_scaler(autoscalers=5_000, periods=8),
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--full", is_flag=True, help="More objects and a longer time: ten minutes.")
@click.option("--only", type=click.Choice(list(SHORT)), multiple=True, help="Only this one; repeatable.")
def main(*, full: bool, only: tuple[str, ...]) -> None:
    """Measure the budgets; exit with 1 if one was missed. Machines are noisy: compare within one run."""
    figures: list[Figure] = []
    chosen = FULL if full else SHORT
    for name in only or tuple(chosen):
        click.echo(f"measuring {name}", err=True)
        figures.extend(chosen[name]())
    table = Table("what", "measured", "unit", "budget", "kept")
    for figure in figures:
        bound = "" if figure.budget is None else f"{'>=' if figure.at_least else '<='} {figure.budget:g}"
        kept = "" if figure.budget is None else "yes" if figure.kept else "NO"
        table.add_row(figure.name, f"{figure.value:.3g}", figure.unit, bound, kept)
    Console(width=120).print(table)
    sys.exit(0 if all(figure.kept for figure in figures) else 1)


if __name__ == "__main__":
    main()
