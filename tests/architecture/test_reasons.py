"""Every condition type, reason and state that an autoscaler can show stands in docs/conditions.md, and no other."""

import ast
import re
from pathlib import Path

from scaler.api.companion import CLAIM_CONDITION
from scaler.api.conditions import ConditionType, OwnReason
from scaler.api.states import AutoscalerState, Obstruction
from tests.architecture.tree import ROOT, python_files

PAGE = (ROOT / "docs/conditions.md").read_text(encoding="utf-8")
_WORD = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
# Where reasons are given, and what else is written like one there.
_PLACES = ("scaler/algorithm/", "scaler/controller/", "scaler/cluster/pods.py")
_NO_REASONS = frozenset({"StatefulSet", "ZeroPodAutoscaler", *AutoscalerState, *ConditionType}) - set(OwnReason)


def test_every_reason_is_explained() -> None:
    assert sorted(_given() | set(OwnReason)) == sorted(_explained("Reason"))


def test_every_condition_type_is_explained() -> None:
    assert {*ConditionType, CLAIM_CONDITION} == set(re.findall(r"^### `([\w./]+)`", PAGE, flags=re.MULTILINE))


def test_every_state_is_explained() -> None:
    assert {*AutoscalerState, *Obstruction} == _explained("State")


def _given() -> set[str]:
    files = [file for file in python_files("scaler") if str(file.relative_to(ROOT)).startswith(_PLACES)]
    return {word for file in files for word in _words(file)} - _NO_REASONS


def _words(file: Path) -> set[str]:
    """What a module exports are names of its own, and no reasons."""
    body = [each for each in ast.parse(file.read_text(encoding="utf-8")).body if not _exports(each)]
    constants = [node for each in body for node in ast.walk(each) if isinstance(node, ast.Constant)]
    return {node.value for node in constants if isinstance(node.value, str) and _WORD.fullmatch(node.value)}


def _exports(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__"


def _explained(column: str) -> set[str]:
    """The first cells of every table whose first column is called `column`."""
    tables = re.findall(rf"^\| {column} .*\n\|[-|: ]+\n((?:\|.*\n)+)", PAGE, flags=re.MULTILINE)
    return {word for table in tables for word in re.findall(r"^\| `(\w+)`", table, flags=re.MULTILINE)}
