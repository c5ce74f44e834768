"""How does a whole run go? One cluster and one Prometheus for all sets; both adapters anew for each set of rules."""

import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from e2e.control_plane.processes import Processes
from e2e.differential.adapters import Adapter, Pair, Place, await_names, make_place, running_pair
from e2e.differential.cases import Case, Difference, RuleSet
from e2e.differential.comparison import deviations
from e2e.differential.observation import Aspect, Observation, observed
from e2e.differential.recorder import Trouble
from e2e.differential.source import canonical, running_source

_SERVES: Final = {Aspect.STARTS: ("serves",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A case as it went: what each said, and what of it is not as it is listed; nothing if it passed."""

    case: str
    theirs: Observation
    ours: Observation
    failures: tuple[str, ...]


def run_sets(sets: Collection[RuleSet], folder: Path, *, prometheus_adapter: Path) -> Iterator[Outcome]:
    """Every case's outcome, as it comes. Raises NoPrometheusError, ProgramError."""
    with ExitStack() as stack:
        running = stack.enter_context(Processes(folder))
        prometheus = stack.enter_context(running_source(running))
        state = folder / "cluster"
        sandbox = [sys.executable, "-m", "e2e.sandbox", "--state", str(state)]
        running.start("sandbox", sandbox, up=(state / "ready.json").exists)
        place = make_place(state, folder, prometheus_adapter=prometheus_adapter, prometheus=prometheus)
        for rules in sets:
            yield from _run_set(place, rules)


def _run_set(place: Place, rules: RuleSet) -> Iterator[Outcome]:
    with running_pair(place, rules) as pair:
        theirs = {Aspect.STARTS: (pair.theirs.starts,)}
        ours = {Aspect.STARTS: (pair.ours.starts,)}
        if not rules.cases or (theirs, ours) != (_SERVES, _SERVES):
            for name in [case.name for case in rules.cases] or [rules.name]:
                yield _judged(name, theirs, ours, rules.starts)
            return
        await_names(pair)
        for case in rules.cases:
            yield _run_case(place, pair, case)


def _run_case(place: Place, pair: Pair, case: Case) -> Outcome:
    theirs, ours = _read(place, pair.theirs, case), _read(place, pair.ours, case)
    return _judged(case.name, theirs, ours, case.differs)


def _read(place: Place, adapter: Adapter, case: Case) -> Observation:
    adapter.recorder.trouble = case.trouble
    answer = adapter.read(case.path, accept=case.accept, caller=case.caller)
    adapter.recorder.trouble = Trouble.NONE
    taken = adapter.recorder.taken()
    return observed(
        answer,
        queries=[canonical(place.prometheus, question.promql) for question in taken],
        forms=[question.form for question in taken] if case.with_form else [],
    )


def _judged(case: str, theirs: Observation, ours: Observation, listed: Mapping[Aspect, Difference]) -> Outcome:
    failures = tuple(f"{each.aspect}: {each.text}" for each in deviations(theirs, ours, listed))
    return Outcome(case=case, theirs=theirs, ours=ours, failures=failures)
