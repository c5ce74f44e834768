"""The command line: `python -m e2e.differential [--only CASE]`."""

import dataclasses
import os
import shutil
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Final

import click

from e2e.control_plane.processes import ProgramError
from e2e.control_plane.prometheus import NoPrometheusError
from e2e.differential.cases import CaseError, RuleSet, read_cases
from e2e.differential.program import NoAdapterError, find_prometheus_adapter
from e2e.differential.reasons import documented_reasons, mistakes
from e2e.differential.run import Outcome, run_sets

_CASES: Final = Path(__file__).with_name("cases")
_FAILED: Final = 1
_WRONG: Final = 2
_NO_PARTS: Final = 3


@click.command()
@click.option("--only", multiple=True, metavar="CASE", help="a case SET/CASE, or all of a SET; repeatable")
@click.option("--show", is_flag=True, help="print what both said, also where they agree")
def main(*, only: tuple[str, ...], show: bool) -> None:
    """Ask the real prometheus-adapter and lagzero the same, on the same rules and Prometheus, and compare.

    Prints a line for each aspect of a case that is not as the cases list it, and closes with `N passed, N failed`.
    Exit status: 0 all passed, 1 some failed, 2 wrong usage, 3 the parts can't be had.
    """
    try:
        sets = read_cases(_CASES)
        chosen = _chosen(sets, only)
    except CaseError as error:
        print(f"differential: {error}", file=sys.stderr)
        sys.exit(_WRONG)
    unexplained = tuple(mistakes(sets, documented_reasons()))
    for mistake in unexplained:
        print(f"reasons: {mistake}")
    folder = Path(tempfile.mkdtemp(prefix="lagzero-differential-"))
    try:
        program = find_prometheus_adapter(lambda line: print(line, file=sys.stderr, flush=True), environ=os.environ)
        failed = _run(chosen, folder, program, show=show, failed=len(unexplained))
    except (NoAdapterError, NoPrometheusError, ProgramError) as error:
        print(f"differential: {error}", file=sys.stderr)
        sys.exit(_NO_PARTS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(_FAILED if failed else 0)


def _run(sets: Collection[RuleSet], folder: Path, program: Path, *, show: bool, failed: int) -> int:
    """How many failed, those included that had `failed` before."""
    passed = 0
    for outcome in run_sets(sets, folder, prometheus_adapter=program):
        for failure in outcome.failures:
            print(f"{outcome.case}: {failure}", flush=True)
        if show:
            _show(outcome)
        passed, failed = passed + (not outcome.failures), failed + bool(outcome.failures)
    print(f"{passed} passed, {failed} failed")
    return failed


def _show(outcome: Outcome) -> None:
    for aspect in outcome.theirs:
        for name, seen in (("prometheus-adapter", outcome.theirs), ("lagzero", outcome.ours)):
            for line in seen[aspect]:
                print(f"{outcome.case}  {aspect}  {name}: {line}", flush=True)


def _chosen(sets: Collection[RuleSet], only: Collection[str]) -> tuple[RuleSet, ...]:
    """Those sets, with those cases. Raises CaseError for a name that nothing has."""
    known = {case.name for each in sets for case in each.cases} | {each.name for each in sets}
    for name in only:
        if name not in known:
            raise CaseError(f"there is no case or set {name!r}; there are {', '.join(sorted(known))}")
    if not only:
        return tuple(sets)
    chosen = []
    for each in sets:
        cases = tuple(case for case in each.cases if each.name in only or case.name in only)
        if cases or each.name in only:
            chosen.append(dataclasses.replace(each, cases=cases))
    return tuple(chosen)


if __name__ == "__main__":
    main()
