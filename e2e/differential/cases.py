"""Which cases are there, and what is known to differ? Read from the YAML files of a folder, strictly."""

import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from e2e.control_plane.api import JSON
from e2e.differential.callers import Caller
from e2e.differential.observation import Aspect, Lines
from e2e.differential.recorder import Trouble

GROUP_VERSION: Final = "/apis/external.metrics.k8s.io/v1beta1"
_SET_KEYS: Final = frozenset({"set", "rules", "only_ours", "cases", "starts"})
_READ_KEYS: Final = frozenset({"metric", "namespace", "selector", "path", "accept", "caller"})
_CASE_KEYS: Final = _READ_KEYS | {"case", "prometheus", "form", "differs"}


class CaseError(ValueError):
    """A file of cases that says something else than it should: where and what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """In one aspect the two differ, on purpose: the reason's id in docs/prometheus-adapter.md, and what each says."""

    reason: str
    theirs: Lines
    ours: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One read of both; what `differs` does not name has to be equal. `with_form` compares how queries are asked."""

    name: str
    path: str
    accept: str
    caller: Caller
    trouble: Trouble
    with_form: bool
    differs: Mapping[Aspect, Difference]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One file of rules and the reads of it. Without `cases` it is itself a case: does an adapter start with it?

    `only_ours` are keys that each rule has for lagzero alone.
    """

    name: str
    rules: str
    only_ours: Mapping[str, object]
    starts: Mapping[Aspect, Difference]
    cases: tuple[Case, ...]


def read_cases(folder: Path) -> tuple[RuleSet, ...]:
    """Every set of every file. Raises CaseError, also for a name that is given twice."""
    sets = tuple(each for file in sorted(folder.glob("*.yaml")) for each in _read_file(file))
    seen: set[str] = set()
    for name in (case.name for each in sets for case in each.cases or (each,)):
        if name in seen:
            raise CaseError(f"there are two cases called {name}")
        seen.add(name)
    return sets


def _read_file(file: Path) -> Iterator[RuleSet]:
    for document in yaml.safe_load(file.read_text()):
        _check_keys(document, _SET_KEYS, f"{file.name}: {document.get('set')}")
        name = document["set"]
        yield RuleSet(
            name=name,
            rules=document["rules"],
            only_ours=document.get("only_ours", {}),
            starts=_differences(document["starts"], name) if "starts" in document else {},
            cases=tuple(_read_case(each, name) for each in document.get("cases", ())),
        )


def _read_case(document: dict[str, Any], group: str) -> Case:
    name = f"{group}/{document['case']}"
    _check_keys(document, _CASE_KEYS, name)
    return Case(
        name=name,
        path=document.get("path") or _path(document),
        accept=document.get("accept", JSON),
        caller=Caller(document.get("caller", Caller.ADMIN)),
        trouble=Trouble(document.get("prometheus", Trouble.NONE)),
        with_form=document.get("form", False),
        differs=_differences(document.get("differs", {}), name),
    )


def _path(document: Mapping[str, str]) -> str:
    selector = document.get("selector", "")
    query = f"?labelSelector={urllib.parse.quote(selector)}" if selector else ""
    return f"{GROUP_VERSION}/namespaces/{document.get('namespace', 'default')}/{document['metric']}{query}"


def _differences(document: Mapping[str, Any], name: str) -> Mapping[Aspect, Difference]:
    found = {}
    for aspect, difference in document.items():
        _check_keys(difference, frozenset({"why", "theirs", "ours"}), name)
        theirs, ours = _lines(difference["theirs"]), _lines(difference["ours"])
        if theirs == ours:
            raise CaseError(f"{name}: {aspect} is said to differ, and is the same")
        found[Aspect(aspect)] = Difference(reason=difference["why"], theirs=theirs, ours=ours)
    return found


def _lines(value: object) -> Lines:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)


def _check_keys(document: Mapping[str, object], known: frozenset[str], place: str) -> None:
    unknown = document.keys() - known
    if unknown:
        raise CaseError(f"{place}: unknown key {', '.join(sorted(unknown))}; known are {', '.join(sorted(known))}")
