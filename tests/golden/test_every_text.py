"""No text reaches a person without a golden file that shows it: a new one fails here until it has a case."""

import re
from functools import cache

import pytest

from tests.architecture.tree import ROOT
from tests.golden.files import HERE
from tests.golden.texts import all_pieces, pieces_of
from tests.golden.unseen import UNSEEN


@cache
def shown() -> str:
    """All golden files, one after the other."""
    return "\n".join(
        file.read_text(encoding="utf-8", errors="replace")
        for file in sorted(HERE.rglob("*"))
        if file.suffix in {".txt", ".jsonl"} or file.parent.name == "texts"
    )


def explained_reasons() -> set[str]:
    """Those of docs/conditions.md, which is held to the code."""
    page = (ROOT / "docs/conditions.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\| Reason .*\n\|[-|: ]+\n((?:\|.*\n)+)", page, flags=re.MULTILINE)
    return {word for table in tables for word in re.findall(r"^\| `(\w+)`", table, flags=re.MULTILINE)}


def test_every_text_stands_in_a_golden_file() -> None:
    assert [] == sorted(piece for piece in all_pieces() if piece not in shown() and piece not in UNSEEN)


def test_what_has_a_golden_file_is_not_listed_as_unseen() -> None:
    assert [] == sorted(piece for piece in UNSEEN if piece in shown())


def test_what_is_listed_as_unseen_can_be_said() -> None:
    assert [] == sorted(set(UNSEEN) - all_pieces())


def test_every_reason_stands_in_a_golden_file() -> None:
    assert [] == sorted(reason for reason in explained_reasons() if f" {reason}: " not in shown())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('def f(x):\n    return f"cannot find {x} in the log: {x}"', ["cannot find", "in the log:"]),
        ('TEXT = "neither {} nor anything else"', ["nor anything else"]),
        ('raise OurError("write another name")', ["write another name"]),
        ('"""A docstring is not said."""', []),
        ('log.info("for the log alone", name="and more")', []),
        ('assert x, "a bug of ours"', []),
        ('raise TypeError("a bug of a caller")', []),
        ('KIND = "Deployment"', []),
    ],
)
def test_a_text_is_found_wherever_it_is_said(source: str, expected: list[str]) -> None:
    assert expected == list(pieces_of(source))
