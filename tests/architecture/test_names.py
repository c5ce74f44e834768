"""A module's name says what it answers, and its first line says it in words."""

import ast

from tests.architecture.tree import PROGRAMS, PYTHON, name_of, python_files

EMPTY_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "base", "manager"})


def test_no_module_and_no_package_has_an_empty_name() -> None:
    named = {file: {file.stem, file.parent.name} for file in python_files(*PYTHON)}
    assert [] == [name_of(file) for file, names in named.items() if names & EMPTY_NAMES]


def test_every_module_of_the_programs_begins_with_its_answer() -> None:
    assert [] == [
        name_of(file)
        for file in python_files(*PROGRAMS)
        if file.stat().st_size and ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) is None
    ]
