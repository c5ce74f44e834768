"""Which texts can the programs' code say to a person? The pieces of its string constants, without what isn't said."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, python_files

# Whose texts a person reads on the scaler's side. Not here: the API server's own texts (scaler/api; the recordings hold
# them), the handing over (tests/golden/migrate), and what is wrong with a scenario.
_FOLDERS = ("algorithm", "cluster", "controller", "decisionlog", "leadership", "narration", "cli")
_FILES = ("config.py", "site.py", "wake.py")
_ELSEWHERE = "scaler/cli/migrate"
# The log, the linter's own words, and what `--help` shows (docs/command.md is held to it).
_UNSAID_CALLS = ("log.", "click.option", "click.command", "click.argument", "click.Choice", "re.compile")
_BUGS = frozenset({"AssertionError", "TypeError", "RuntimeError"})
_HELP_NAMES = re.compile(r"_?(?:NAMESPACE_HELP|EXAMPLE)")
_WORDS = re.compile(r"[A-Za-z']{2,}")
_HOLE = re.compile(r"\{[^}]*\}|\n")


def all_pieces() -> set[str]:
    """Every run of at least two words between two things that are filled in."""
    return {piece for file in _said_files() for piece in pieces_of(file.read_text(encoding="utf-8"))}


def _said_files() -> Iterator[Path]:
    folders = tuple(f"scaler/{folder}/" for folder in _FOLDERS)
    files = {f"scaler/{name}" for name in _FILES}
    for file in python_files("scaler"):
        name = str(file.relative_to(ROOT))
        if (name.startswith(folders) or name in files) and not name.startswith(_ELSEWHERE):
            yield file


def pieces_of(source: str) -> Iterator[str]:
    """Those of one module."""
    tree = ast.parse(source)
    unsaid = {id(inner) for outer in ast.walk(tree) if _is_unsaid(outer) for inner in ast.walk(outer)}
    said = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in unsaid)
    for text in (node.value for node in said if isinstance(node.value, str)):
        pieces = (part.strip() for part in _HOLE.split(text))
        yield from (piece for piece in pieces if " " in piece and len(_WORDS.findall(piece)) >= 2)


def _is_unsaid(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.keyword(arg="epilog"):
            return True  # the first is a docstring
        case ast.Call(func=func):
            return ast.unparse(func).startswith(_UNSAID_CALLS)
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))):
            return name in _BUGS
        case ast.Assign(targets=[ast.Name(id=name)]):
            return _HELP_NAMES.fullmatch(name) is not None
        case _:
            return False
