"""The texts by which docs/troubleshooting.md is searched are texts that the programs say."""

import ast
import re

import pytest

from tests.architecture.tree import PROGRAMS, ROOT, python_files

PAGE = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
_SPAN = re.compile(r"`([^`\n]+)`")
# A command, a flag, or a piece of YAML to write.
_TO_TYPE = re.compile(r"(kubectl|lagzero) |--|[\w.]+: [\w-]+$")
# What a reader has to put something of his own in place of.
_BLANK = re.compile(
    r"\.\.\.|\b[A-Z]+\b(?=[:)' ]|$)|Deployment/worker|HorizontalPodAutoscaler default/worker|\"nt\"|deployments\.apps"
    r"|^\[-\]\w+|/\S+: 404 \w+|Unreachable: "
)
_SAID_BY_OTHERS = {
    "403 Forbidden",
    "connection refused",
    "could not find the requested resource",
    "is forbidden",
    "no matches for kind",
}


def _texts() -> list[str]:
    spans = [span for span in _SPAN.findall(PAGE) if " " in span and not _TO_TYPE.match(span)]
    pieces = {piece.strip(" :'()") for span in spans for piece in _BLANK.split(span)}
    return sorted(piece for piece in pieces - _SAID_BY_OTHERS if " " in piece)


@pytest.fixture(scope="module")
def said() -> str:
    """Every text in the programs' source; what stands between the values of an f-string is one of its own."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in python_files(*PROGRAMS)]
    constants = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return "\n".join(constant for constant in constants if isinstance(constant, str))


@pytest.mark.parametrize("text", _texts())
def test_a_text_of_the_page_is_said(text: str, said: str) -> None:
    assert text in said
