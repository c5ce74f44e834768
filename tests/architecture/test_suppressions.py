"""Every rule that is switched off on a line says which and why, and there are no more of them than there were."""

import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.tree import PROGRAMS, PYTHON, name_of, python_files

# They may only fall: lower the number with each one that goes. For a new one, take another away, or argue for it here.
AT_MOST_IN_THE_PROGRAMS = 43
AT_MOST_ELSEWHERE = 38

_REASONED = re.compile(
    r"#\s*(noqa: [A-Z]+[0-9]+(, ?[A-Z]+[0-9]+)*\s+(--?\s+)?|type: ignore\[[a-z-]+(, ?[a-z-]+)*\]\s+(#|--?)\s*)\w.*"
)
_SUPPRESSION = re.compile(r"#\s*(noqa|type:\s*ignore|pragma:)")


def test_every_suppression_has_a_code_and_a_reason() -> None:
    assert [] == [
        f"{name_of(file)}: {text}"
        for file in python_files(*PYTHON)
        for text in _suppressions_in(file)
        if not _REASONED.fullmatch(text)
    ]


@pytest.mark.parametrize(
    ("packages", "at_most"),
    [(PROGRAMS, AT_MOST_IN_THE_PROGRAMS), (("e2e", "tests"), AT_MOST_ELSEWHERE)],
    ids=["programs", "elsewhere"],
)
def test_the_number_of_suppressions_only_falls(packages: tuple[str, ...], at_most: int) -> None:
    assert sum(len(_suppressions_in(file)) for file in python_files(*packages)) <= at_most


@pytest.mark.parametrize(
    "comment",
    ["noqa", "noqa: ARG002", "type: ignore", "type: ignore[arg-type]", "type: ignore # it is fine", "pragma: no cover"],
)
def test_one_without_code_or_reason_is_found(comment: str) -> None:
    [text] = _suppressions(f"value = 1  # {comment}\n")
    assert not _REASONED.fullmatch(text)


@pytest.mark.parametrize(
    "comment", ["noqa: ARG002 -- the port's signature", "type: ignore[no-untyped-call] # the library has no types"]
)
def test_one_with_both_passes(comment: str) -> None:
    [text] = _suppressions(f"value = 1  # {comment}\n")
    assert _REASONED.fullmatch(text)


def test_a_text_that_only_speaks_of_one_is_none() -> None:
    assert _suppressions('value = "write noqa here"  # why not\n' + f'other = "{Path("# noqa")}"\n') == []


@cache
def _suppressions_in(file: Path) -> list[str]:
    return _suppressions(file.read_text(encoding="utf-8"))


def _suppressions(source: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT and _SUPPRESSION.search(token.string)]
