"""python -m tests.conformance [--parity] [--only-type TYPE] FILE...: replay recordings of the real controller."""

import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from tests.conformance.readings import Recorded
from tests.conformance.sequences import check_sequences
from tests.conformance.validation import check_validation
from tests.conformance.values import check_values


def read_cases(path: Path) -> list[Recorded]:
    """One JSON object a line, compressed by xz or not."""
    content = path.read_bytes()
    text = lzma.decompress(content) if path.suffix == ".xz" else content
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def check(cases: list[Recorded], *, parity: bool, only_type: str | None) -> Iterator[tuple[str, str | None]]:
    """The file's kind shows in its first case: values have a kind, scenarios steps, validation a spec alone."""
    first = cases[0] if cases else {}
    if "kind" in first:
        yield from check_values(cases)
    elif "steps" in first:
        yield from check_sequences(cases, parity=parity, only_type=only_type)
    else:
        yield from check_validation(cases)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--parity", is_flag=True, help="Switch every deviation off: the recordings must match step by step.")
@click.option("--only-type", metavar="TYPE", help="Only scenarios whose metrics are all of this type, at every step.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(*, parity: bool, only_type: str | None, files: tuple[Path, ...]) -> None:
    """Replay recordings; one line per failing case with its first difference, then `N passed, N failed`."""
    passed = failed = 0
    for file in files:
        for case, difference in check(read_cases(file), parity=parity, only_type=only_type):
            if difference is None:
                passed += 1
            else:
                failed += 1
                print(f"{case}: {difference}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
