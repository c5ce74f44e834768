"""A file answers one question and a function fits a screen."""

import ast
from pathlib import Path

import pytest

from tests.architecture.tree import PYTHON, ROOT, name_of, python_files

FILES = python_files(*PYTHON)


def test_no_file_has_more_than_200_lines() -> None:
    assert [] == [name_of(file) for file in FILES if _lines(file) > 200]


def test_no_function_has_more_than_60_lines() -> None:
    assert [] == [f"{name_of(file)}: {function.name}" for file in FILES for function in _functions_over(file, 60)]


def test_one_reconcile_stays_a_page() -> None:
    assert _lines(ROOT / "scaler/controller/reconcile.py") <= 70


@pytest.mark.parametrize(("body", "expected"), [(57, []), (58, []), (59, ["long"])])
def test_a_function_is_as_long_as_its_last_line_says(body: int, expected: list[str], tmp_path: Path) -> None:
    file = tmp_path / "planted.py"
    file.write_text("def long(\n) -> None:\n" + "    print()\n" * body)
    assert expected == [function.name for function in _functions_over(file, 60)]


def _lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def _functions_over(file: Path, lines: int) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [each for each in functions if (each.end_lineno or each.lineno) - each.lineno + 1 > lines]
