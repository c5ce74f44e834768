"""The linter on rule files as users write them, good ones and bad ones, each with what is to be found in it."""

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from adapter.externalmetrics.lint import Report, RulesText, lint
from tests.support.vectors import vectors

HERE = Path(__file__).parent
CORPUS = HERE / "lint_corpus"


class Case(msgspec.Struct):
    """`findings` are line, severity and rule, by their lines; line 0 is the whole file."""

    id: str
    findings: list[str]
    loads: bool = True


CASES = vectors(HERE / "lint_corpus.vectors.json", Case)


def linted(name: str) -> Report:
    text = RulesText(source=name, text=(CORPUS / f"{name}.yaml").read_text(encoding="utf-8"))
    return lint([text], scrape_interval=timedelta(seconds=30))


@pytest.mark.parametrize("case", CASES)
def test_a_file_has_its_findings(case: Case) -> None:
    found = [f"{one.place.line} {one.severity} {one.rule}" for one in linted(case.id).findings]
    assert case.findings == found


@pytest.mark.parametrize("case", CASES)
def test_a_file_loads_or_not(case: Case) -> None:
    assert case.loads == linted(case.id).loads


@pytest.mark.parametrize("case", CASES)
def test_every_finding_says_in_one_line_each_what_is_wrong_and_what_to_write(case: Case) -> None:
    texts = [text for one in linted(case.id).findings for text in (one.message, one.instead)]
    assert [] == [text for text in texts if not text.strip() or "\n" in text]


def test_every_file_has_a_case() -> None:
    assert sorted(file.stem for file in CORPUS.iterdir()) == sorted(str(case.id) for case in CASES)
