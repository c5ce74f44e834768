"""Every text and every record reads as its golden file does; a change of wording is seen in review."""

from pathlib import Path

import pytest

from scaler.decisionlog.recompute import differences
from scaler.decisionlog.record import decode_record
from tests.golden.cases import CASES
from tests.golden.files import FOLDERS, HERE, RECORDS, contents, line

EXPECTED = contents()
LINES = RECORDS.read_bytes().splitlines()


def test_the_golden_files_are_those_of_the_cases() -> None:
    there = {path for folder in FOLDERS for path in (HERE / folder).iterdir()}
    assert set(EXPECTED) == there


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_reads_as_its_golden_file(path: Path) -> None:
    assert path.read_bytes() == EXPECTED[path]


@pytest.mark.parametrize(("name", "text"), list(zip(CASES, LINES, strict=True)), ids=list(CASES))
def test_a_golden_record_is_read_and_written_again_as_it_was(name: str, text: bytes) -> None:
    assert text == line(name, CASES[name])
    assert CASES[name].decision == decode_record(text).decision


@pytest.mark.parametrize("text", LINES, ids=list(CASES))
def test_a_golden_record_is_decided_again_as_it_was(text: bytes) -> None:
    assert () == differences(decode_record(text))
