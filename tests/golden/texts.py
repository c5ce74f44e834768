"""Which texts can the programs' code say to a person? The pieces of its string constants, without what isn't said."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, python_files

# What a metric's description says is read in a dashboard's editor at most.
_MEASURES = (
    "adapter/apiserver/authority_metrics.py",
    "adapter/apiserver/telemetry.py",
    "adapter/externalmetrics/engine_metrics.py",
    "scaler/telemetry/",
)
# The log, what `--help` shows (docs/command.md is held to it), and what only the code reads.
_UNSAID_CALLS = (
    *("log.", "_log.", "click.option", "click.command", "click.argument", "click.Choice", "re.compile"),
    *("re2.compile", "TypeVar"),
)
_BUGS = frozenset({"AssertionError", "TypeError", "RuntimeError"})
_HELP_NAMES = re.compile(r"_?(?:NAMESPACE_HELP|EXAMPLE)")
_WORDS = re.compile(r"[A-Za-z']{2,}")
_HOLE = re.compile(r"\{[^}]*\}|\n")
_PATTERN = re.compile(r"^\^|\\b|\.\*|[a-z]\|[a-z`]|\w \| None$")


def all_pieces() -> set[str]:
    """Every run of at least two words between two things that are filled in."""
    return {piece for file in _said_files() for piece in pieces_of(file.read_text(encoding="utf-8"))}


def _said_files() -> Iterator[Path]:
    """Every other module of both programs: whatever it says is read by somebody."""
    for file in (*python_files("adapter"), *python_files("scaler")):
        if not str(file.relative_to(ROOT)).startswith(_MEASURES):
            yield file


def pieces_of(source: str) -> Iterator[str]:
    """Those of one module."""
    tree = ast.parse(source)
    unsaid = {id(inner) for outer in ast.walk(tree) if _is_unsaid(outer) for inner in ast.walk(outer)}
    said = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in unsaid)
    texts = (node.value for node in said if isinstance(node.value, str))
    for text in (text for text in texts if not _PATTERN.search(text)):
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
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return _HELP_NAMES.fullmatch(name) is not None
        case _:
            return False
